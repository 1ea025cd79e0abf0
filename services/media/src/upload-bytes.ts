import { createReadStream } from 'node:fs';
import { getCurrentActor } from '@tribus/community/current-actor.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail, isRefusal } from '@tribus/kit/core/errors.ts';
import { currentRequest } from '@tribus/kit/core/request-context.ts';
import { signalOf } from '@tribus/kit/http/acquire.ts';
import type { Request, Response } from '@tribus/kit/http/routes.ts';
import { hasLateBody } from '@tribus/kit/http/sender.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { openObject } from './object-reads.ts';
import { deleteBlobs } from './objects.ts';
import { RequestBody } from './request-body.ts';
import { cancelUpload, deleteUnused, expiryOf, findUpload } from './resumable-uploads.ts';
import type { SpooledFile } from './spool.ts';
import type { ResumableUpload } from './store/resumable-uploads.ts';
import type { VideoType } from './store/tables.ts';
import { partBytes, piecesToJoin } from './upload-pieces.ts';
import { locateParts, type Part, unchangedObject, videoParts } from './uploads.ts';
import { inspectVideo } from './video-inspection.ts';
import { isAboutFile } from './video-probe.ts';
import { sniffVideo } from './videos.ts';

/** Enough to detect the type of a file. */
const sniffedBytes = 4_100;
const idleMs = 30_000;

/** A request; `over` is aborted when its client no longer waits. */
interface Source {
  body: RequestBody;
  over: AbortSignal;
}

/**
 * Stores the bytes of a request at the end of an upload, in parts, so that each stored part survives whatever happens
 * to the request; of a request that breaks off, what has been read. Returns the upload. Throws 404 as `findUpload`,
 * 409 `upload_moved_on` unless the upload continues at `offset` and no other request is faster, 413 for more bytes than
 * announced, and 401 or 403 when the sender has lost their rights. These end the upload: 415 `video_type_refused`, and
 * 400 as `inspectVideo` with the last byte.
 */
export async function receiveBytes(
  deps: Deps,
  actor: Actor,
  { uploadId, offset }: { uploadId: string; offset: number },
  { req, res }: { req: Request; res: Response },
): Promise<ResumableUpload> {
  let upload = await findUpload(deps, actor, uploadId);
  if (upload.receivedBytes !== offset) throw errors.fail('upload_moved_on');
  if (Number(req.headers['content-length'] ?? 0) > upload.sizeBytes - offset) throw fail('payload_too_large');
  const body = new RequestBody(req, idleMs * deps.ctx.timeLimits.factor);
  const from = { body, over: signalOf(res) };
  try {
    while (!body.isOver) upload = await receivePart(deps, actor, upload, from);
  } finally {
    await body.close();
  }
  body.requireWhole();
  return upload;
}

/** Fills one part from the body and stores it; with the last part the whole file. */
function receivePart(deps: Deps, actor: Actor, upload: ResumableUpload, from: Source): Promise<ResumableUpload> {
  return deps.spool.withFile(async (received) => {
    await fill(received, upload, from.body);
    if (received.size === 0) return upload;
    await received.close();
    await requireSender(deps, actor);
    const receivedBytes = upload.receivedBytes + received.size;
    return withJoined(deps, upload, received, async (end) => {
      const contentType = upload.contentType ?? (await sniffBeginning(end.file, receivedBytes === upload.sizeBytes));
      if (contentType === 'refused') {
        await cancelUpload(deps, actor, upload.id);
        throw errors.fail('video_type_refused');
      }
      const isComplete = receivedBytes === upload.sizeBytes;
      if (isComplete && contentType)
        return joinOnce(deps, { ...upload, contentType }, end, from.over).catch(async (error) => {
          // An upload of a refused file cannot be continued.
          if (isAboutFile(error)) await cancelUpload(deps, actor, upload.id);
          throw error;
        });
      return storePart(deps, upload, { contentType, receivedBytes }, end);
    });
  }, upload.ownerId);
}

/** The last bytes of an upload, in a file, and the stored ones in front of them. */
interface UploadEnd {
  keys: readonly string[];
  file: SpooledFile;
}

/** Passes the received bytes behind the stored pieces that they are joined with. */
async function withJoined<T>(
  deps: Deps,
  upload: ResumableUpload,
  received: SpooledFile,
  work: (end: UploadEnd) => Promise<T>,
): Promise<T> {
  const joined = await piecesToJoin(deps, upload, received.size);
  if (joined.length === 0) return work({ keys: upload.partKeys, file: received });
  return deps.spool.withFile(async (file) => {
    await append(file, bytesOf(deps, joined), createReadStream(received.path));
    return work({ keys: upload.partKeys.slice(0, -joined.length), file });
  }, upload.ownerId);
}

async function append(file: SpooledFile, ...sources: AsyncIterable<Uint8Array>[]): Promise<void> {
  for (const source of sources) for await (const chunk of source) await file.append(chunk);
  await file.close();
}

/** Reads the body until the part or the file is full, or the body ends. */
async function fill(file: SpooledFile, upload: ResumableUpload, body: RequestBody): Promise<void> {
  const left = upload.sizeBytes - upload.receivedBytes;
  const most = Math.min(partBytes - (upload.receivedBytes % partBytes), left);
  while (file.size < most) {
    const bytes = await body.read(most - file.size);
    if (bytes.length === 0) break;
    await file.append(bytes);
  }
  if (file.size === left && (await body.read(1)).length > 0) throw fail('payload_too_large');
}

/** A body may arrive for minutes: the rights of its sender are checked again before each part is stored. */
async function requireSender({ ctx, identity }: Deps, actor: Actor): Promise<void> {
  if (!hasLateBody(ctx.timeLimits, currentRequest())) return;
  const sender = await getCurrentActor(identity, actor);
  if (sender.isSilenced) throw fail('account_silenced');
}

/** Null when the file is too short to detect its type; it begins with the first byte of the upload. */
async function sniffBeginning(file: SpooledFile, isComplete: boolean): Promise<VideoType | 'refused' | null> {
  if (file.size < sniffedBytes && !isComplete) return null;
  return (await sniffVideo(file.path)) ?? 'refused';
}

async function storePart(
  deps: Deps,
  upload: ResumableUpload,
  progress: Pick<ResumableUpload, 'contentType' | 'receivedBytes'>,
  { keys, file }: UploadEnd,
): Promise<ResumableUpload> {
  const meta = { ownerId: upload.ownerId, purpose: 'part', visibility: 'signed', collection: '' } as const;
  const about = { contentType: 'application/octet-stream', sizeBytes: file.size } as const;
  const part = unchangedObject(meta, { ...about, createdAt: deps.ctx.clock.now() });
  const advanced = { ...upload, ...progress, partKeys: [...keys, part.key] };
  await storeObjects(deps, [{ object: part, body: () => createReadStream(file.path) }], upload, advanced);
  await deleteUnused(deps, upload.partKeys.slice(keys.length));
  return advanced;
}

/** Joins the parts once at a time in each process, because concurrent requests would copy the whole file in vain. */
async function joinOnce(
  deps: Deps,
  upload: ResumableUpload & { contentType: VideoType },
  end: UploadEnd,
  over: AbortSignal,
): Promise<ResumableUpload> {
  const { joining, metrics } = deps;
  if (joining.has(upload.id)) throw errors.fail('upload_moved_on');
  joining.add(upload.id);
  try {
    // The slot comes first: a file that waits is not on the disk.
    const store = () => deps.inspections.execute(upload.ownerId, () => storeFile(deps, upload, end), over);
    return await metrics.upload(store);
  } finally {
    joining.delete(upload.id);
  }
}

/** Joins the stored parts and the last bytes to one object with a poster. */
async function storeFile(
  deps: Deps,
  upload: ResumableUpload & { contentType: VideoType },
  end: UploadEnd,
): Promise<ResumableUpload> {
  return withWhole(deps, upload, end, async (path, folder) => {
    const video = await inspectVideo(deps, { path, type: upload.contentType }, folder);
    const parts = videoParts(newFile(deps, upload), video);
    const { key, createdAt } = parts[0].object;
    const done = {
      ...upload,
      receivedBytes: upload.sizeBytes,
      partKeys: [],
      objectKey: key,
      expiresAt: expiryOf(createdAt),
    };
    await storeObjects(deps, parts, upload, done);
    await deleteUnused(deps, upload.partKeys);
    return done;
  });
}

/** Passes the path of a file with the stored parts and the last bytes, and an empty folder. */
function withWhole<T>(
  deps: Deps,
  upload: ResumableUpload,
  { keys, file }: UploadEnd,
  work: (path: string, folder: string) => Promise<T>,
): Promise<T> {
  const workOn = (path: string) => deps.spool.withFolder((folder) => work(path, folder));
  if (keys.length === 0) return workOn(file.path);
  return deps.spool.withFile(async (whole) => {
    await append(whole, bytesOf(deps, keys), createReadStream(file.path));
    return workOn(whole.path);
  }, upload.ownerId);
}

const newFile = ({ ctx }: Deps, { ownerId, contentType }: ResumableUpload & { contentType: VideoType }) => ({
  meta: { ownerId, purpose: 'post', visibility: 'signed', collection: '' } as const,
  about: { contentType, createdAt: ctx.clock.now() },
});

async function* bytesOf(deps: Deps, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) {
    const location = await deps.store.locations.find(key);
    const blob = location && (await openObject(deps, location));
    // Deleted with the upload, which another request has continued or cancelled.
    if (!blob) throw errors.fail('upload_moved_on');
    yield* blob.stream;
  }
}

/**
 * Stores objects and the progress of their upload; throws 409 `upload_moved_on` when another request was faster. When
 * the outcome of the commit is unknown the bytes stay, and without a row they are swept.
 */
async function storeObjects(
  deps: Deps,
  parts: readonly Part[],
  from: ResumableUpload,
  to: ResumableUpload,
): Promise<void> {
  const { ctx, store } = deps;
  const { objects, putBlobs } = await locateParts(deps, parts);
  try {
    await putBlobs();
    await store.transaction(async (tx) => {
      await tx.objects.add(objects);
      if (!(await tx.resumableUploads.advance(from, to))) throw errors.fail('upload_moved_on');
    });
  } catch (error) {
    if (isRefusal(error))
      await deleteBlobs(deps, objects).catch((cause) => {
        ctx.log.warn({ err: cause }, 'blobs of a refused part not deleted; left to the sweep');
      });
    throw error;
  }
}
