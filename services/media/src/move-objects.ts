import { createHash, randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { addAbortSignal, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Deps } from './deps.ts';
import type { ObjectStore } from './object-stores.ts';
import { deleteBlobs } from './objects.ts';
import { blobKeyOf, isSameLocation, type MovableObject, type ObjectLocation } from './store/object-locations.ts';

type MoveDeps = Pick<Deps, 'ctx' | 'store' | 'objectStores'>;

const batchSize = 100;
/** Objects moved concurrently. */
const workers = 4;
/** After this many failures in a row the run ends: the store fails, not the objects. */
const failuresInARow = 20;
/** The result of a run. */
export interface Moved {
  objects: number;
  bytes: number;
  /** Objects whose bytes are missing; their rows stay. */
  missing: number;
  failed: number;
}

/**
 * `main.ts move-objects`: moves objects from other stores to the store for new objects. An interrupted run continues
 * when it is started again.
 */
export async function moveObjectsCommand(deps: MoveDeps): Promise<string> {
  const { ctx } = deps;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  // The stores stay open until the objects in progress are moved completely.
  ctx.onStop('moving objects', () => ended);
  try {
    const moved = await moveObjects(deps, ctx.stopping);
    const summary = await summaryOf(deps, moved);
    if (moved.failed > 0) throw new Error(summary);
    return summary;
  } finally {
    end();
  }
}

/** Repeats passes until no object is in another store, none can be moved, or `signal` is aborted. */
export async function moveObjects(deps: MoveDeps, signal: AbortSignal): Promise<Moved> {
  const total: Moved = { objects: 0, bytes: 0, missing: 0, failed: 0 };
  // An upload to the previous store may finish behind the pass: the loop ends after a pass that moves nothing.
  for (let more = true; more && !signal.aborted; ) {
    const pass = await moveOnce(deps, total, signal);
    total.missing = pass.missing;
    total.failed = pass.failed;
    more = pass.objects > 0;
  }
  return total;
}

/** Moves all objects of other stores once, in the order of their keys. */
async function moveOnce(deps: MoveDeps, total: Moved, signal: AbortSignal): Promise<Moved> {
  const { ctx, store, objectStores } = deps;
  const pass = new Pass(deps);
  for (let afterKey = ''; !signal.aborted; ) {
    // An admin may choose another store during the run: the remaining objects go to that one.
    const target = await objectStores.current();
    const batch = await store.locations.elsewhere(target.id, afterKey, batchSize);
    const last = batch.at(-1);
    if (!last) break;
    const before = { ...pass.result };
    await pass.move(batch, target, signal);
    total.objects += pass.result.objects - before.objects;
    total.bytes += pass.result.bytes - before.bytes;
    const { objects: remaining } = await store.locations.amountElsewhere(target.id);
    const { objects, bytes } = total;
    ctx.log.info({ objects, bytes, remaining, failed: pass.result.failed }, 'objects moved');
    afterKey = last.key;
  }
  return pass.result;
}

class Pass {
  readonly result: Moved = { objects: 0, bytes: 0, missing: 0, failed: 0 };
  readonly #deps: MoveDeps;
  #failuresInARow = 0;
  /** The error that ends the pass for all workers. */
  #outage: unknown;

  constructor(deps: MoveDeps) {
    this.#deps = deps;
  }

  async move(batch: readonly MovableObject[], target: ObjectStore, signal: AbortSignal): Promise<void> {
    const queue = batch.values();
    const worker = async () => {
      for (const object of queue) {
        if (signal.aborted || this.#outage !== undefined) return;
        await this.#moveOne(object, target, signal);
      }
    };
    await Promise.all(Array.from({ length: workers }, worker));
    if (this.#outage !== undefined) throw this.#outage;
  }

  async #moveOne(object: MovableObject, target: ObjectStore, signal: AbortSignal): Promise<void> {
    const { log } = this.#deps.ctx;
    try {
      const outcome = await moveObject(this.#deps, object, target, signal);
      this.#failuresInARow = 0;
      if (outcome === 'moved') {
        this.result.objects += 1;
        this.result.bytes += object.sizeBytes;
      }
      if (outcome !== 'missing') return;
      this.result.missing += 1;
      log.warn({ key: object.key, storeId: object.storeId }, 'object not moved: its bytes are missing');
    } catch (error) {
      if (signal.aborted) return;
      this.result.failed += 1;
      this.#failuresInARow += 1;
      if (this.#failuresInARow >= failuresInARow) this.#outage = error;
      log.warn({ err: error, key: object.key, storeId: object.storeId }, 'object not moved; retrying in the next run');
    }
  }
}

/**
 * Copies one object, verifies the copy, points the row to it, and deletes the old bytes. Each copy has its own name:
 * two runs that move the same object, or use one bucket under two addresses, never touch the bytes that a row names.
 * Bytes left by a killed run are orphans and are swept.
 */
async function moveObject(
  deps: MoveDeps,
  object: MovableObject,
  target: ObjectStore,
  signal: AbortSignal,
): Promise<'moved' | 'missing' | 'changed'> {
  const { store } = deps;
  const to: ObjectLocation = { key: object.key, storeId: target.id, blobKey: newBlobKey(object.key, target) };
  const isCopied = await copy(deps, object, to, signal).catch(async (error) => {
    await discard(deps, to);
    throw error;
  });
  if (!isCopied) return (await isUnmoved(deps, object)) ? 'missing' : 'changed';
  // When this fails it is unknown whether the row names the copy: both stay, and the sweep deletes the orphan.
  const isMoved = await store.locations.move(object, to);
  await discard(deps, isMoved ? object : to);
  return isMoved ? 'moved' : 'changed';
}

/** A new name for the bytes of an object in a store. */
export const newBlobKey = (key: string, { prefix }: ObjectStore): string => {
  const [folder = 'post'] = key.split('/');
  return `${prefix}${folder}/${randomBytes(20).toString('hex')}${extname(key)}`;
};

/**
 * Returns false when there are no bytes. Throws when the copy differs from the source or has another length than the
 * object.
 */
async function copy(
  { objectStores }: MoveDeps,
  object: MovableObject,
  to: ObjectLocation,
  signal: AbortSignal,
): Promise<boolean> {
  const [from, target] = [await objectStores.of(object.storeId), await objectStores.of(to.storeId)];
  const source = await from.blobs.get(blobKeyOf(object));
  if (!source) return false;
  const read = hashing();
  addAbortSignal(signal, source.stream);
  const about = { contentType: object.contentType, size: object.sizeBytes };
  try {
    await Promise.all([pipeline(source.stream, read.through), target.blobs.put(blobKeyOf(to), read.through, about)]);
  } finally {
    source.stream.destroy();
  }
  if ((await hashOf(target, to, signal)) !== read.digest()) throw new Error('the copy of an object differs from it');
  return true;
}

async function hashOf(target: ObjectStore, location: ObjectLocation, signal: AbortSignal): Promise<string> {
  const written = await target.blobs.get(blobKeyOf(location));
  if (!written) throw new Error('the copy of an object is missing');
  const { through, digest } = hashing();
  addAbortSignal(signal, written.stream);
  await pipeline(written.stream, through.resume());
  return digest();
}

/** Passes bytes through and computes their hash. */
function hashing(): { through: Transform; digest: () => string } {
  const hash = createHash('sha256');
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, digest: () => hash.digest('hex') };
}

async function isUnmoved({ store }: MoveDeps, object: ObjectLocation): Promise<boolean> {
  const now = await store.locations.find(object.key);
  return now !== undefined && isSameLocation(now, object);
}

/** Deletes bytes that no row names. */
async function discard(deps: MoveDeps, location: ObjectLocation): Promise<void> {
  await deleteBlobs(deps, [location]).catch((error) =>
    deps.ctx.log.warn(
      { err: error, storeId: location.storeId },
      'bytes of a moved object not deleted; left to the sweep',
    ),
  );
}

async function summaryOf({ ctx, store, objectStores }: MoveDeps, moved: Moved): Promise<string> {
  const { id } = await objectStores.current();
  const { objects: remaining } = await store.locations.amountElsewhere(id);
  const megabytes = (moved.bytes / 1_048_576).toFixed(1);
  const parts = [`${moved.objects} objects moved (${megabytes} MB), ${remaining} lie elsewhere.`];
  if (moved.missing > 0) parts.push(`The bytes of ${moved.missing} are missing; their keys are in the log.`);
  if (moved.failed > 0) parts.push(`${moved.failed} failed; see the log. Run it again to continue.`);
  else if (ctx.stopping.aborted && remaining > 0) parts.push('Stopped; run it again to continue.');
  return parts.join(' ');
}
