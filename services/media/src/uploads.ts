import { randomBytes } from 'node:crypto';
import { imageMaxMb } from '@tribus/community/limits.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { UploadMeta, UploadRequest } from '@tribus/proto/media/v1/service.ts';
import { isBulkheadRejectedError } from 'cockatiel';
import { bytesPerMb } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { makePicture, type Picture } from './pictures.ts';
import type { SpooledFile } from './spool.ts';
import type { StoredObject } from './store/objects.ts';
import type { Purpose, Visibility } from './store/tables.ts';
import { parseCollection, requireVisibility } from './visibility.ts';

/**
 * Stores one picture with its variants; resolves to all of them. Bytes are reserved, then spooled to disk, then encoded a
 * few pictures at a time; blobs are written first and the rows last, so that an error leaves nothing but what a sweep
 * deletes.
 */
export function uploadPicture(deps: Deps, messages: AsyncIterable<UploadRequest>): Promise<StoredObject[]> {
  return deps.metrics.upload(() => receivePicture(deps, messages[Symbol.asyncIterator]()));
}

async function receivePicture(deps: Deps, messages: AsyncIterator<UploadRequest>): Promise<StoredObject[]> {
  const { quota, spool } = deps;
  try {
    const meta = requireMeta(await messages.next());
    const maxBytes = maxBytesOf(meta);
    return await quota.reserve(meta.ownerId, maxBytes, (reservationId) =>
      spool.withFile(async (file) => {
        await receive(messages, file, maxBytes);
        return storePicture(deps, meta, file, reservationId);
      }),
    );
  } finally {
    await messages.return?.();
  }
}

async function storePicture(
  { ctx, blobs, store, encoding, metrics }: Deps,
  meta: PictureMeta,
  { path }: SpooledFile,
  reservationId: string,
): Promise<StoredObject[]> {
  const picture = await encoding.execute(() => metrics.picture(() => makePicture(path))).catch(mapRejection);
  const objects = objectsOf(meta, picture, ctx.clock.now());
  try {
    for (const [index, rendition] of picture.renditions.entries())
      await blobs.put(objects[index]?.key ?? '', rendition.bytes, { contentType: picture.contentType });
    // From then on the rows count, and the reservation no longer does.
    await store.transaction(async (tx) => {
      await tx.objects.add(objects);
      await tx.reservations.delete(reservationId);
    });
  } catch (error) {
    await blobs.delete(objects.map(({ key }) => key)).catch((cause) => {
      ctx.log.warn({ err: cause }, 'blobs of a failed upload not deleted; left to the sweep');
    });
    throw error;
  }
  return objects;
}

type PictureMeta = UploadMeta & { purpose: Purpose; visibility: Visibility };

/** The first message of an upload; else 400 `invalid_input`. */
function requireMeta({ value, done }: IteratorResult<UploadRequest>): PictureMeta {
  if (done || value.part?.$case !== 'meta') throw fail('invalid_input');
  const meta = value.part.value;
  const { purpose } = meta;
  if (purpose === 'none') throw fail('invalid_input');
  parseCollection(meta.collection);
  return { ...meta, purpose, visibility: requireVisibility(meta.visibility) };
}

/** The size limit that the sender set, within that of media. */
const maxBytesOf = ({ maxBytes }: UploadMeta): number =>
  Math.min(maxBytes || Number.POSITIVE_INFINITY, imageMaxMb * bytesPerMb);

/** Writes the chunks to the file as they come; the sender is read no faster than the disk writes. */
async function receive(messages: AsyncIterator<UploadRequest>, file: SpooledFile, maxBytes: number): Promise<void> {
  for (let message = await messages.next(); !message.done; message = await messages.next()) {
    const { part } = message.value;
    if (part?.$case !== 'chunk') throw fail('invalid_input');
    if (file.size + part.value.length > maxBytes)
      throw errors.fail('file_too_large', { max: Math.floor(maxBytes / bytesPerMb) });
    await file.append(part.value);
  }
  await file.close();
}

function objectsOf(meta: PictureMeta, picture: Picture, createdAt: Date): StoredObject[] {
  const mainKey = `${meta.purpose}/${randomBytes(20).toString('hex')}.webp`;
  return picture.renditions.map((rendition, index) => ({
    key: index === 0 ? mainKey : mainKey.replace('.webp', `.${rendition.name}.webp`),
    mainKey: index === 0 ? null : mainKey,
    variant: rendition.name,
    ownerId: meta.ownerId,
    purpose: meta.purpose,
    visibility: meta.visibility,
    collection: parseCollection(meta.collection),
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

function mapRejection(error: unknown): never {
  if (isBulkheadRejectedError(error)) throw fail('unavailable', undefined, { cause: error, retryAfter: 5 });
  throw error;
}
