import { videoMaxMb } from '@tribus/community/limits.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { isUuid } from '@tribus/kit/core/ids.ts';
import type { ClaimUploadsRequest } from '@tribus/proto/media/v1/service.ts';
import { bytesPerMb, resumableUploadHours, resumableUploadsAtOnce } from '../limits.ts';
import { beginConversions } from './conversions.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { deletePictures } from './objects.ts';
import type { StoredObject } from './store/objects.ts';
import { objectsOf, type ResumableUpload } from './store/resumable-uploads.ts';
import { parseCollection, requireVisibility } from './visibility.ts';

/**
 * Begins an upload. Throws 413 `file_too_large` above the limit of a video, and 429 when the user has too many uploads:
 * `open_uploads`, or as any upload (quota.ts).
 */
export async function createUpload(
  { ctx, quota }: Deps,
  { id: ownerId }: Actor,
  sizeBytes: number,
): Promise<ResumableUpload> {
  if (sizeBytes === 0) throw fail('invalid_input');
  if (sizeBytes > videoMaxMb * bytesPerMb) throw errors.fail('file_too_large', { max: videoMaxMb });
  const createdAt = ctx.clock.now();
  const upload: ResumableUpload = {
    id: ctx.newId(),
    ownerId,
    sizeBytes,
    receivedBytes: 0,
    contentType: null,
    partKeys: [],
    objectKey: null,
    claimedBy: null,
    createdAt,
    expiresAt: expiryOf(createdAt),
  };
  await quota.admit(upload.id, ownerId, async (tx) => {
    const count = await tx.resumableUploads.countOf(ownerId, createdAt);
    if (count >= resumableUploadsAtOnce) throw errors.fail('open_uploads');
    await tx.resumableUploads.add(upload);
  });
  return upload;
}

/** Returns the time of deletion of an upload that began or was completed at this time. */
export const expiryOf = (at: Date): Date => new Date(at.getTime() + resumableUploadHours * hourMs);

/** Returns an upload of the actor; throws 404 for those of others, and after it has expired. */
export async function findUpload({ ctx, store }: Deps, actor: Actor, id: string): Promise<ResumableUpload> {
  const upload = await store.resumableUploads.find(id, actor.id, ctx.clock.now());
  if (!upload) throw fail('not_found');
  return upload;
}

/** Deletes an upload and its bytes; 404 as `findUpload`, and when a row shows it. */
export async function cancelUpload(deps: Deps, actor: Actor, id: string): Promise<void> {
  await findUpload(deps, actor, id);
  const deleted = await deps.store.resumableUploads.delete(id, actor.id);
  if (!deleted) throw fail('not_found');
  await deleteUnused(deps, objectsOf(deleted));
}

/**
 * Claims complete uploads for one row of another service; returns their objects with the variants, in order. Their lease
 * begins again, so that the row can be committed and keep them. Throws 409 `upload_unusable` unless all are complete
 * uploads of the user that no other row has claimed, and then claims none.
 */
export async function claimUploads(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  { ownerId, uploadIds, claimId, visibility, collection }: ClaimUploadsRequest,
): Promise<StoredObject[][]> {
  const change = { visibility: requireVisibility(visibility), collection: parseCollection(collection) };
  if (claimId === '' || uploadIds.length === 0 || !uploadIds.every(isUuid)) throw fail('invalid_input');
  return store.transaction(async (tx) => {
    const now = ctx.clock.now();
    const claim = { ownerId, claimedBy: claimId };
    const uploads = await tx.resumableUploads.claim(uploadIds, claim, { now, expiresAt: expiryOf(now) });
    const claimed = new Map(uploads.map(({ id, objectKey }) => [id, objectKey]));
    const keys = uploadIds.flatMap((id) => claimed.get(id) ?? []);
    await tx.objects.renewLease(keys, now);
    await tx.objects.setFirstVisibility(keys, change);
    await beginConversions(tx, ownerId, keys);
    const objects = Map.groupBy(await tx.objects.withVariants(keys), ({ key, mainKey }) => mainKey ?? key);
    const found = keys.flatMap((key) => [objects.get(key) ?? []]).filter((file) => file.length > 0);
    if (found.length < uploadIds.length) throw errors.fail('upload_unusable');
    return found;
  });
}

/** Deletes objects that no upload names any more; those of a failing store are left to the sweep of leases. */
export async function deleteUnused(deps: Deps, keys: readonly string[]): Promise<void> {
  await deletePictures(deps, keys).catch((error) => {
    deps.ctx.log.warn({ err: error }, 'parts of an upload not deleted; left to the sweep');
  });
}
