import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { imageMaxMb, videoMaxMb } from '@tribus/community/limits.ts';
import { AppError, fail } from '@tribus/kit/core/errors.ts';
import type { UploadMeta, UploadRequest } from '@tribus/proto/media/v1/service.ts';
import { bytesPerMb, documentTypes, videoTypes } from '../limits.ts';
import type { Deps } from './deps.ts';
import { type DocumentType, sniffDocument } from './documents.ts';
import { errors } from './errors.ts';
import { locationIn } from './object-stores.ts';
import { deleteBlobs } from './objects.ts';
import { makePicture, type Picture } from './pictures.ts';
import type { SpooledFile } from './spool.ts';
import { blobKeyOf } from './store/object-locations.ts';
import type { NewObject } from './store/objects.ts';
import type { Purpose, VideoType, Visibility } from './store/tables.ts';
import { type StrippedVideo, stripUpload } from './stripped-video.ts';
import type { InspectedVideo } from './video-inspection.ts';
import { sniffVideo } from './videos.ts';
import { parseCollection, requireVisibility } from './visibility.ts';

/**
 * Stores one picture with its variants, a video without its metadata, or a document unchanged; resolves to all objects.
 * Bytes are reserved, spooled to disk, then encoded a few pictures at a time; blobs are written first and rows last, so
 * that an error leaves only orphans, which are swept. Work that waits is dropped when `signal` is aborted.
 */
export function uploadFile(
  deps: Deps,
  messages: AsyncIterable<UploadRequest>,
  signal: AbortSignal,
): Promise<NewObject[]> {
  return deps.metrics.upload(() => receiveFile(deps, messages[Symbol.asyncIterator](), signal));
}

async function receiveFile(
  deps: Deps,
  messages: AsyncIterator<UploadRequest>,
  signal: AbortSignal,
): Promise<NewObject[]> {
  const { quota, spool } = deps;
  try {
    const meta = requireMeta(await messages.next());
    const maxBytes = maxBytesOf(meta);
    return await quota.reserve(meta.ownerId, maxBytes, (reservationId) =>
      spool.withFile(async (file) => {
        await receive(messages, file, maxBytes);
        return withParts(deps, { meta, file, signal }, async (parts) => {
          await storeParts(deps, parts, { ownerId: meta.ownerId, reservationId });
          return parts.map(({ object }) => object);
        });
      }, meta.ownerId),
    );
  } finally {
    await messages.return?.();
  }
}

/** A row and its bytes. */
export interface Part {
  object: NewObject;
  body: () => Buffer | Readable;
}

interface ReceivedFile {
  meta: FileMeta;
  file: SpooledFile;
  /** Aborted when the sender no longer waits. */
  signal: AbortSignal;
}

/** Passes what is stored of a file; of a video as long as its slot is taken, because its copy is on the disk until then. */
async function withParts<T>(deps: Deps, received: ReceivedFile, work: (parts: Part[]) => Promise<T>): Promise<T> {
  const { meta, file, signal } = received;
  const type = takesVideos(meta) ? await sniffVideo(file.path) : undefined;
  if (!type) return work(await partsOf(deps, received));
  const strip = () =>
    deps.spool.withFolder(async (folder) => {
      const video = await stripUpload(deps, { path: file.path, type }, folder);
      return work([strippedPart(meta, video, type, deps.ctx.clock.now())]);
    });
  return deps.inspections.execute(meta.ownerId, strip, signal);
}

async function partsOf(deps: Deps, { meta, file, signal }: ReceivedFile): Promise<Part[]> {
  const { ctx, encoding, metrics } = deps;
  const document = takesDocuments(meta) ? await sniffDocument(file.path) : undefined;
  if (document) return [unchangedPart(meta, file, document, ctx.clock.now())];
  if (file.size > imageMaxMb * bytesPerMb) throw errors.fail('file_too_large', { max: imageMaxMb });
  const make = () => metrics.picture(() => makePicture(file.path));
  const picture = await encoding.execute(meta.ownerId, make, signal).catch((error) => {
    throw isTypeRefusal(error) ? typeRefusal(meta) : error;
  });
  return pictureParts(meta, picture, ctx.clock.now());
}

/** The rows of parts in the current store, and a function that writes their blobs there, one after the other. */
export async function locateParts({ objectStores }: Pick<Deps, 'objectStores'>, parts: readonly Part[]) {
  const target = await objectStores.current();
  const located = parts.map(({ object, body }) => ({ object: { ...object, ...locationIn(target, object.key) }, body }));
  return {
    objects: located.map(({ object }) => object),
    async putBlobs(): Promise<void> {
      for (const { object, body } of located)
        await target.blobs.put(blobKeyOf(object), body(), { contentType: object.contentType, size: object.sizeBytes });
    },
  };
}

async function storeParts(
  deps: Deps,
  parts: Part[],
  { ownerId, reservationId }: { ownerId: string; reservationId: string },
): Promise<void> {
  const { ctx, store } = deps;
  const { objects, putBlobs } = await locateParts(deps, parts);
  try {
    await putBlobs();
    await store.transaction(async (tx) => {
      await tx.objects.add(objects);
      // Replaces the reservation by a counted upload, which counts even after its objects are deleted.
      await tx.reservations.delete(reservationId);
      await tx.uploads.add(reservationId, ownerId, ctx.clock.now());
    });
  } catch (error) {
    await deleteBlobs(deps, objects).catch((cause) => {
      ctx.log.warn({ err: cause }, 'blobs of a failed upload not deleted; left to the sweep');
    });
    throw error;
  }
}

/** Lists the accepted types for the purpose. */
const typeRefusal = (meta: FileMeta): AppError =>
  errors.fail(
    takesVideos(meta) ? 'media_type_refused' : takesDocuments(meta) ? 'document_type_refused' : 'file_type_refused',
  );

const isTypeRefusal = (error: unknown): boolean => error instanceof AppError && error.code === 'file_type_refused';

type FileMeta = UploadMeta & { purpose: Purpose; visibility: Visibility };

/** The first message of an upload; else 400 `invalid_input`. */
function requireMeta({ value, done }: IteratorResult<UploadRequest>): FileMeta {
  if (done || value.part?.$case !== 'meta') throw fail('invalid_input');
  const meta = value.part.value;
  const { purpose } = meta;
  if (purpose === 'none' || purpose === 'archive' || purpose === 'part') throw fail('invalid_input');
  parseCollection(meta.collection);
  return { ...meta, purpose, visibility: requireVisibility(meta.visibility) };
}

/** Only admins upload slides of the landing page, so a video is neither encoded again nor limited in its duration. */
const takesVideos = ({ purpose }: Pick<FileMeta, 'purpose'>): boolean => purpose === 'landing';

/** A submission to a challenge may be a document; it is served as a download, never displayed in the browser. */
const takesDocuments = ({ purpose }: Pick<FileMeta, 'purpose'>): boolean => purpose === 'submission';

/** The sender's size limit, within that of media. */
const maxBytesOf = ({ maxBytes, purpose }: FileMeta): number =>
  Math.min(maxBytes || Number.POSITIVE_INFINITY, (takesVideos({ purpose }) ? videoMaxMb : imageMaxMb) * bytesPerMb);

/** Writes the chunks to the file; reading the stream waits for each write. */
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

type RowMeta = Pick<FileMeta, 'ownerId' | 'purpose' | 'visibility' | 'collection'>;

/** Columns shared by all rows of one file. */
const rowOf = (meta: RowMeta, createdAt: Date) => ({
  ownerId: meta.ownerId,
  purpose: meta.purpose,
  visibility: meta.visibility,
  collection: parseCollection(meta.collection),
  createdAt,
  keptAt: null,
  durationMs: 0,
  processing: null,
  playable: true,
  metadata: null,
});

const newName = ({ purpose }: Pick<FileMeta, 'purpose'>): string => `${purpose}/${randomBytes(20).toString('hex')}`;

function pictureParts(meta: FileMeta, picture: Picture, createdAt: Date): Part[] {
  const mainKey = `${newName(meta)}.webp`;
  return picture.renditions.map(({ name, bytes, width, height }, index) => ({
    object: {
      ...rowOf(meta, createdAt),
      key: index === 0 ? mainKey : mainKey.replace('.webp', `.${name}.webp`),
      mainKey: index === 0 ? null : mainKey,
      variant: name,
      contentType: picture.contentType,
      sizeBytes: bytes.length,
      width,
      height,
      lqip: index === 0 ? picture.lqip : '',
      rotated: picture.rotated,
    },
    body: () => bytes,
  }));
}

const endings = { ...videoTypes, ...documentTypes, 'application/octet-stream': 'bin' };

/** The row of a file that is stored unchanged, under a new key. */
export const unchangedObject = (
  meta: RowMeta,
  { contentType, sizeBytes, createdAt }: { contentType: keyof typeof endings; sizeBytes: number; createdAt: Date },
): NewObject => ({
  ...rowOf(meta, createdAt),
  key: `${newName(meta)}.${endings[contentType]}`,
  mainKey: null,
  variant: null,
  contentType,
  sizeBytes,
  width: 0,
  height: 0,
  lqip: '',
  rotated: false,
});

/** A video without its metadata, and its poster. */
export function videoParts(
  { meta, about }: { meta: RowMeta; about: { contentType: VideoType; createdAt: Date } },
  { path, sizeBytes, width, height, durationMs, playable, poster }: InspectedVideo,
): [Part, Part] {
  const { lqip, bytes, ...size } = poster;
  const main: NewObject = {
    ...unchangedObject(meta, { ...about, sizeBytes }),
    width,
    height,
    durationMs,
    playable,
    lqip,
    processing: 'ready',
    metadata: 'removed',
  };
  const variant: NewObject = {
    ...main,
    ...size,
    key: main.key.replace(/\.\w+$/, '.poster.webp'),
    mainKey: main.key,
    variant: 'poster',
    contentType: 'image/webp',
    sizeBytes: bytes.length,
    lqip: '',
    durationMs: 0,
    processing: null,
    playable: true,
    metadata: null,
  };
  return [
    { object: main, body: () => createReadStream(path) },
    { object: variant, body: () => bytes },
  ];
}

/** A video without its metadata. */
const strippedPart = (
  meta: FileMeta,
  { path, sizeBytes }: StrippedVideo,
  contentType: VideoType,
  createdAt: Date,
): Part => ({
  object: { ...unchangedObject(meta, { contentType, sizeBytes, createdAt }), metadata: 'removed' },
  body: () => createReadStream(path),
});

const unchangedPart = (meta: FileMeta, file: SpooledFile, contentType: DocumentType, createdAt: Date): Part => ({
  object: unchangedObject(meta, { contentType, sizeBytes: file.size, createdAt }),
  body: () => createReadStream(file.path),
});
