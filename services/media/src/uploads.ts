import { randomBytes } from 'node:crypto';
import type { Blobs } from '@tribus/kit/blobs.ts';
import type { Context } from '@tribus/kit/context.ts';
import { fail } from '@tribus/kit/errors.ts';
import type { UploadMeta, UploadRequest } from '@tribus/proto/media/v1/service.ts';
import { bulkhead } from 'cockatiel';
import { bytesPerMb, imageMaxMb, purposes, visibilities } from '../limits.ts';
import { errors } from './errors.ts';
import type { MediaMetrics } from './metrics.ts';
import { makePicture, type Picture } from './pictures.ts';
import type { ObjectStore, StoredObject, Visibility } from './store.ts';

const atOnce = 2;
const waiting = 60;
const picturesAnHour = 300;
const hourMs = 60 * 60 * 1000;

/** Takes files in: bounded bytes into memory, one or two decoded at a time, blobs first and the row last. */
export class Uploads {
  readonly #ctx: Context;
  readonly #blobs: Blobs;
  readonly #store: ObjectStore;
  readonly #workbench = bulkhead(atOnce, waiting);
  readonly #metrics: MediaMetrics;

  constructor(ctx: Context, blobs: Blobs, store: ObjectStore, metrics: MediaMetrics) {
    this.#ctx = ctx;
    this.#blobs = blobs;
    this.#store = store;
    this.#metrics = metrics;
    metrics.watch(ctx, this.#workbench, { working: atOnce, waiting });
  }

  /** Stores one picture with its variants; answers it and them. On an error nothing is left but what a sweep finds. */
  take(messages: AsyncIterable<UploadRequest>): Promise<StoredObject[]> {
    return this.#metrics.upload(() => this.#take(messages));
  }

  async #take(messages: AsyncIterable<UploadRequest>): Promise<StoredObject[]> {
    const { meta, bytes } = await this.#receive(messages);
    const picture = await this.#workbench.execute(() => this.#metrics.picture(() => makePicture(bytes))).catch(busy);
    const objects = this.#describe(meta, picture);
    try {
      for (const [index, rendition] of picture.renditions.entries())
        await this.#blobs.put(objects[index]?.key ?? '', rendition.bytes, { contentType: picture.contentType });
      await this.#store.add(objects);
    } catch (error) {
      await this.#blobs.delete(objects.map(({ key }) => key)).catch((left) => {
        this.#ctx.log.warn({ err: left }, 'a refused upload waits for the sweep');
      });
      throw error;
    }
    return objects;
  }

  async #receive(messages: AsyncIterable<UploadRequest>): Promise<{ meta: UploadMeta; bytes: Buffer }> {
    let meta: UploadMeta | undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const { part } of messages) {
      if (part?.$case === 'meta') meta = await this.#admit(part.value);
      if (part?.$case !== 'chunk') continue;
      if (!meta) throw fail('invalid_input');
      size += part.value.length;
      const most = Math.min(meta.maxBytes || Number.POSITIVE_INFINITY, imageMaxMb * bytesPerMb);
      if (size > most) throw errors.fail('file_too_large', { max: Math.floor(most / bytesPerMb) });
      chunks.push(part.value);
    }
    if (!meta) throw fail('invalid_input');
    return { meta, bytes: Buffer.concat(chunks) };
  }

  async #admit(meta: UploadMeta): Promise<UploadMeta> {
    if (!purposes.some((purpose) => purpose === meta.purpose)) throw fail('invalid_input');
    knownVisibility(meta.visibility);
    collectionNamed(meta.collection);
    const since = new Date(this.#ctx.clock.now().getTime() - hourMs);
    if ((await this.#store.countSince(meta.ownerId, since)) >= picturesAnHour)
      throw fail('too_many_requests', undefined, { retryAfter: 600 });
    return meta;
  }

  #describe(meta: UploadMeta, picture: Picture): StoredObject[] {
    const mainKey = `${meta.purpose}/${randomBytes(20).toString('hex')}.webp`;
    const createdAt = this.#ctx.clock.now();
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
}

/** What a sibling calls a visibility; else `invalid_input`. */
export function knownVisibility(name: string): Visibility {
  const known = visibilities.find((visibility) => visibility === name);
  if (!known) throw fail('invalid_input');
  return known;
}

/** The collection that a sibling names, null for none; `invalid_input` when it is no name. */
export function collectionNamed(name: string): string | null {
  if (name !== '' && !/^[a-z]{1,20}:[\w-]{1,80}$/.test(name)) throw fail('invalid_input');
  return name || null;
}

function busy(error: unknown): never {
  if (error instanceof Error && error.name === 'BulkheadRejectedError')
    throw fail('unavailable', undefined, { cause: error, retryAfter: 5 });
  throw error;
}
