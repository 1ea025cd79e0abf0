import { randomBytes } from 'node:crypto';
import { imageMaxMb } from '@tribus/community/limits.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { Blobs } from '@tribus/kit/storage/blob-store.ts';
import type { UploadMeta, UploadRequest } from '@tribus/proto/media/v1/service.ts';
import type * as proto from '@tribus/proto/media/v1/types.ts';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { bytesPerMb } from '../limits.ts';
import { errors } from './errors.ts';
import type { MediaMetrics } from './metrics.ts';
import { makePicture, type Picture } from './pictures.ts';
import type { Quota } from './quota.ts';
import type { Spool, SpooledFile } from './spool.ts';
import type { ObjectStore, Purpose, StoredObject, Visibility } from './store.ts';

const maxConcurrent = 2;
const maxQueued = 60;

interface UploadsDeps {
  ctx: Context;
  blobs: Blobs;
  store: ObjectStore;
  quota: Quota;
  spool: Spool;
  metrics: MediaMetrics;
}

/** Takes files in: reserved, bounded bytes onto the disk, one or two decoded at a time, blobs first and the row last. */
export class Uploads {
  readonly #deps: UploadsDeps;
  readonly #workbench = bulkhead(maxConcurrent, maxQueued);

  constructor(deps: UploadsDeps) {
    this.#deps = deps;
    deps.metrics.watch(deps.ctx, this.#workbench, { working: maxConcurrent, waiting: maxQueued });
  }

  /** Stores one picture with its variants; answers it and them. On an error nothing is left but what a sweep finds. */
  take(messages: AsyncIterable<UploadRequest>): Promise<StoredObject[]> {
    return this.#deps.metrics.upload(() => this.#take(messages[Symbol.asyncIterator]()));
  }

  async #take(messages: AsyncIterator<UploadRequest>): Promise<StoredObject[]> {
    const { quota, spool } = this.#deps;
    try {
      const meta = requireMeta(await messages.next());
      const most = mostBytes(meta);
      return await quota.reserve(meta.ownerId, most, (reservation) =>
        spool.withFile(async (file) => {
          await receive(messages, file, most);
          return this.#keep(meta, file, reservation);
        }),
      );
    } finally {
      await messages.return?.();
    }
  }

  async #keep(meta: KnownMeta, { path }: SpooledFile, reservation: string): Promise<StoredObject[]> {
    const { ctx, blobs, store, metrics } = this.#deps;
    const picture = await this.#workbench.execute(() => metrics.picture(() => makePicture(path))).catch(busy);
    const objects = describe(meta, picture, ctx.clock.now());
    try {
      for (const [index, rendition] of picture.renditions.entries())
        await blobs.put(objects[index]?.key ?? '', rendition.bytes, { contentType: picture.contentType });
      await store.add(objects, reservation);
    } catch (error) {
      await blobs.delete(objects.map(({ key }) => key)).catch((left) => {
        ctx.log.warn({ err: left }, 'a refused upload waits for the sweep');
      });
      throw error;
    }
    return objects;
  }
}

type KnownMeta = UploadMeta & { purpose: Purpose; visibility: Visibility };

/** What the first message must be. */
function requireMeta({ value, done }: IteratorResult<UploadRequest>): KnownMeta {
  if (done || value.part?.$case !== 'meta') throw fail('invalid_input');
  const meta = value.part.value;
  const { purpose } = meta;
  if (purpose === 'none') throw fail('invalid_input');
  collectionNamed(meta.collection);
  return { ...meta, purpose, visibility: requireVisibility(meta.visibility) };
}

/** How large the file may be: what its sender set, within what media takes. */
const mostBytes = ({ maxBytes }: UploadMeta): number =>
  Math.min(maxBytes || Number.POSITIVE_INFINITY, imageMaxMb * bytesPerMb);

/** Writes the chunks to the file as they come; the sender is read no faster than the disk takes them. */
async function receive(messages: AsyncIterator<UploadRequest>, file: SpooledFile, most: number): Promise<void> {
  for (let message = await messages.next(); !message.done; message = await messages.next()) {
    const { part } = message.value;
    if (part?.$case !== 'chunk') throw fail('invalid_input');
    if (file.size + part.value.length > most)
      throw errors.fail('file_too_large', { max: Math.floor(most / bytesPerMb) });
    await file.append(part.value);
  }
  await file.close();
}

function describe(meta: KnownMeta, picture: Picture, createdAt: Date): StoredObject[] {
  const mainKey = `${meta.purpose}/${randomBytes(20).toString('hex')}.webp`;
  return picture.renditions.map((rendition, index) => ({
    key: index === 0 ? mainKey : mainKey.replace('.webp', `.${rendition.name}.webp`),
    mainKey: index === 0 ? null : mainKey,
    variant: rendition.name,
    ownerId: meta.ownerId,
    purpose: meta.purpose,
    visibility: meta.visibility,
    collection: collectionNamed(meta.collection),
    contentType: picture.contentType,
    sizeBytes: rendition.bytes.length,
    width: rendition.width,
    height: rendition.height,
    lqip: index === 0 ? picture.lqip : '',
    rotated: picture.rotated,
    createdAt,
    keptAt: null,
  }));
}

/** A visibility that a sibling must say; `invalid_input` when it said none. */
export function requireVisibility(visibility: proto.Visibility): Visibility {
  if (visibility === 'none') throw fail('invalid_input');
  return visibility;
}

/** The collection that a sibling names, null for none; `invalid_input` when it is no name. */
export function collectionNamed(name: string): string | null {
  if (name !== '' && !/^[a-z]{1,20}:[\w-]{1,80}$/.test(name)) throw fail('invalid_input');
  return name || null;
}

function busy(error: unknown): never {
  if (isBulkheadRejectedError(error)) throw fail('unavailable', undefined, { cause: error, retryAfter: 5 });
  throw error;
}
