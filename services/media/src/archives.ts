import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Request, Response } from '@tribus/kit/http/routes.ts';
import type { StoreArchiveRequest } from '@tribus/proto/media/v1/service.ts';
import { z } from 'zod';
import { archiveMaxMb, bytesPerMb } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { locationIn } from './object-stores.ts';
import { deleteBlobs, deletePictures } from './objects.ts';
import { fileHeaders, sendBytes } from './serving.ts';
import { blobKeyOf } from './store/object-locations.ts';
import type { StoredArchive } from './store/objects.ts';

const Meta = z.object({ ownerId: z.uuid(), expiresAt: z.iso.datetime().transform((time) => new Date(time)) });

type Part = NonNullable<StoreArchiveRequest['part']>;

/**
 * Stores an archive for one user and deletes the user's earlier ones, or leaves those in an unavailable store until they
 * expire. It is spooled first, because a store needs its size; a stream that breaks off, or a process that is killed,
 * leaves nothing behind. Neither does a call cancelled while the bytes are written, because the caller has begun again:
 * it would replace the archive of the later call, or remain after the owner's archives were deleted.
 */
export async function storeArchive(
  deps: Deps,
  messages: AsyncIterable<StoreArchiveRequest>,
  signal: AbortSignal,
): Promise<StoredArchive> {
  const { ctx, objectStores, spool } = deps;
  const parts = partsOf(messages);
  const first = await parts.next();
  const meta = Meta.safeParse(first.value?.$case === 'meta' ? first.value.value : undefined);
  if (!meta.success) throw fail('invalid_input');
  const key = `archive/${randomBytes(20).toString('hex')}.zip`;
  const target = await objectStores.current();
  const location = locationIn(target, key);
  const sizeBytes = await spool.withFile(async (file) => {
    for await (const chunk of chunksOf(parts)) await file.append(chunk);
    await file.close();
    const about = { contentType: 'application/zip', size: file.size };
    await target.blobs.put(blobKeyOf(location), createReadStream(file.path), about);
    return file.size;
  });
  const archive = { ...location, ...meta.data, sizeBytes, createdAt: ctx.clock.now() };
  const before = await addArchive(deps, archive, signal).catch(async (error) => {
    await deleteBlobs(deps, [location]).catch((cause) =>
      ctx.log.warn({ err: cause }, 'blob of a failed archive not deleted; left to the sweep'),
    );
    throw error;
  });
  await deletePictures(deps, before).catch((cause) =>
    ctx.log.warn({ err: cause }, 'earlier archives not deleted; left to the sweep of expired ones'),
  );
  return archive;
}

/** Returns the keys of the owner's earlier archives. */
async function addArchive(
  { store }: Pick<Deps, 'store'>,
  archive: StoredArchive,
  signal: AbortSignal,
): Promise<string[]> {
  if (signal.aborted) throw fail('malformed_body');
  return store.objects.addArchive(archive);
}

/** Returns the received bytes of an archive; throws 413 `file_too_large` beyond the limit. */
async function* chunksOf(parts: AsyncIterable<Part>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of parts) {
    if (part.$case !== 'chunk') throw fail('invalid_input');
    size += part.value.length;
    if (size > archiveMaxMb * bytesPerMb) throw errors.fail('file_too_large', { max: archiveMaxMb });
    yield part.value;
  }
}

async function* partsOf(messages: AsyncIterable<StoreArchiveRequest>): AsyncGenerator<Part, undefined> {
  for await (const { part } of messages) {
    if (!part) throw fail('invalid_input');
    yield part;
  }
}

export async function deleteArchives(deps: Pick<Deps, 'store' | 'objectStores'>, ownerId: string): Promise<void> {
  await deletePictures(deps, await deps.store.objects.archivesOf(ownerId));
}

/** Sends an archive to its owner; 404 for other users and after it has expired. */
export async function serveArchive(
  deps: Deps,
  actor: Actor,
  key: string,
  { req, res }: { req: Request; res: Response },
): Promise<void> {
  const { ctx, store } = deps;
  const archive = await store.objects.findArchive(key);
  if (!archive || archive.ownerId !== actor.id || archive.expiresAt <= ctx.clock.now()) throw fail('not_found');
  const { sizeBytes, createdAt } = archive;
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="tribus-${createdAt.toISOString().slice(0, 10)}.zip"`,
    'cache-control': 'private, no-store',
    ...fileHeaders,
  };
  await sendBytes(deps, { location: archive, sizeBytes, headers }, req, res);
}
