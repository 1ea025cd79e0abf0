import { createHash, randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { addAbortSignal, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Deps } from './deps.ts';
import type { ObjectStore } from './object-stores.ts';
import { deleteBlobs } from './objects.ts';
import { blobKeyOf, isSamePlace, type MisplacedObject, type ObjectPlace } from './store/object-places.ts';

type Moving = Pick<Deps, 'ctx' | 'store' | 'objectStores'>;

const batchSize = 100;
/** How many are under way at once. */
const lanes = 4;
/** So many failures in a row are the store's, not the objects'. */
const failuresInARow = 20;

/** What a run did. */
export interface Moved {
  objects: number;
  bytes: number;
  /** Their bytes are nowhere; the rows stay. */
  missing: number;
  failed: number;
}

/** `main.ts move-objects`: moves what lies in other stores to where new objects go. Ended early it goes on when it is run again. */
export async function moveObjectsCommand(deps: Moving): Promise<string> {
  const { ctx } = deps;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  // What it works with stays open until the objects under way are whole in one place.
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

/** The same until nothing lies elsewhere, nothing more can be moved, or `signal` is aborted. */
export async function moveObjects(deps: Moving, signal: AbortSignal): Promise<Moved> {
  const total: Moved = { objects: 0, bytes: 0, missing: 0, failed: 0 };
  // What was uploaded to a store just before it was left may come behind the pass: passes end when one moves nothing.
  for (let more = true; more && !signal.aborted; ) {
    const pass = await moveOnce(deps, total, signal);
    total.missing = pass.missing;
    total.failed = pass.failed;
    more = pass.objects > 0;
  }
  return total;
}

/** All that lie elsewhere, once, in the order of their keys. */
async function moveOnce(deps: Moving, total: Moved, signal: AbortSignal): Promise<Moved> {
  const { ctx, store, objectStores } = deps;
  const pass = new Pass(deps);
  for (let afterKey = ''; !signal.aborted; ) {
    // An admin may choose another store meanwhile: the rest goes there.
    const target = await objectStores.current();
    const batch = await store.places.elsewhere(target.id, afterKey, batchSize);
    const last = batch.at(-1);
    if (!last) break;
    const before = { ...pass.result };
    await pass.move(batch, target, signal);
    total.objects += pass.result.objects - before.objects;
    total.bytes += pass.result.bytes - before.bytes;
    const { objects: remaining } = await store.places.amountElsewhere(target.id);
    const { objects, bytes } = total;
    ctx.log.info({ objects, bytes, remaining, failed: pass.result.failed }, 'objects moved');
    afterKey = last.key;
  }
  return pass.result;
}

class Pass {
  readonly result: Moved = { objects: 0, bytes: 0, missing: 0, failed: 0 };
  readonly #deps: Moving;
  #failuresInARow = 0;
  /** Why it is over for all. */
  #outage: unknown;

  constructor(deps: Moving) {
    this.#deps = deps;
  }

  async move(batch: readonly MisplacedObject[], target: ObjectStore, signal: AbortSignal): Promise<void> {
    const queue = batch.values();
    const lane = async () => {
      for (const object of queue) {
        if (signal.aborted || this.#outage !== undefined) return;
        await this.#moveOne(object, target, signal);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    if (this.#outage !== undefined) throw this.#outage;
  }

  async #moveOne(object: MisplacedObject, target: ObjectStore, signal: AbortSignal): Promise<void> {
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
      log.warn({ key: object.key, storeId: object.storeId }, 'the bytes of an object are not there; it is not moved');
    } catch (error) {
      if (signal.aborted) return;
      this.result.failed += 1;
      this.#failuresInARow += 1;
      if (this.#failuresInARow >= failuresInARow) this.#outage = error;
      log.warn({ err: error, key: object.key, storeId: object.storeId }, 'object not moved');
    }
  }
}

/**
 * Copies one object, reads the copy again, says that it lies there now, and deletes the bytes that nobody reads any more. Each
 * copy has a name of its own: two who move the same object, or the same bucket under two addresses, never touch the bytes
 * that a row names. What is left of one that is killed in between is an orphan, and swept.
 */
async function moveObject(
  deps: Moving,
  object: MisplacedObject,
  target: ObjectStore,
  signal: AbortSignal,
): Promise<'moved' | 'missing' | 'changed'> {
  const { store } = deps;
  const to: ObjectPlace = { key: object.key, storeId: target.id, blobKey: newBlobKey(object.key, target) };
  const isCopied = await copy(deps, object, to, signal).catch(async (error) => {
    await discard(deps, to);
    throw error;
  });
  if (!isCopied) return (await isStill(deps, object)) ? 'missing' : 'changed';
  // When this fails nobody knows whether the row names the copy: both stay, and what it does not name is swept.
  const isMoved = await store.places.move(object, to);
  await discard(deps, isMoved ? object : to);
  return isMoved ? 'moved' : 'changed';
}

const newBlobKey = (key: string, { prefix }: ObjectStore): string => {
  const [folder = 'post'] = key.split('/');
  return `${prefix}${folder}/${randomBytes(20).toString('hex')}${extname(key)}`;
};

/** False when there are no bytes. Throws when the copy is not what was read, or that is not as long as the object. */
async function copy(
  { objectStores }: Moving,
  object: MisplacedObject,
  to: ObjectPlace,
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
  if ((await hashOf(target, to, signal)) !== read.digest()) throw new Error('the copy of an object has other bytes');
  return true;
}

async function hashOf(target: ObjectStore, place: ObjectPlace, signal: AbortSignal): Promise<string> {
  const written = await target.blobs.get(blobKeyOf(place));
  if (!written) throw new Error('the copy of an object is not there');
  const { through, digest } = hashing();
  addAbortSignal(signal, written.stream);
  await pipeline(written.stream, through.resume());
  return digest();
}

/** Bytes that pass, and their hash at the end. */
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

async function isStill({ store }: Moving, object: ObjectPlace): Promise<boolean> {
  const now = await store.places.find(object.key);
  return now !== undefined && isSamePlace(now, object);
}

/** Deletes bytes that no row names. */
async function discard(deps: Moving, place: ObjectPlace): Promise<void> {
  await deleteBlobs(deps, [place]).catch((error) =>
    deps.ctx.log.warn({ err: error, storeId: place.storeId }, 'bytes of a moved object not deleted; left to the sweep'),
  );
}

async function summaryOf({ ctx, store, objectStores }: Moving, moved: Moved): Promise<string> {
  const { id } = await objectStores.current();
  const { objects: remaining } = await store.places.amountElsewhere(id);
  const megabytes = (moved.bytes / 1_048_576).toFixed(1);
  const parts = [`${moved.objects} objects moved (${megabytes} MB), ${remaining} lie elsewhere.`];
  if (moved.missing > 0) parts.push(`Of ${moved.missing} the bytes are not there; the log names them.`);
  if (moved.failed > 0) parts.push(`${moved.failed} failed; the log says why. Run it again to go on.`);
  else if (ctx.stopping.aborted && remaining > 0) parts.push('Stopped; run it again to go on.');
  return parts.join(' ');
}
