import { tribeCollection } from '@tribus/community/media-uploads.ts';
import { currentRequest } from '@tribus/kit/core/request-context.ts';
import type { Access } from './access.ts';
import type { Deps } from './deps.ts';
import { visibilityAt } from './picture-access.ts';
import type { StoredVideo } from './store/tables.ts';
import type { Draft } from './validate-post.ts';

/**
 * Claims the uploaded videos of a post; throws media's 409 `upload_unusable`. A repeated request, with the same
 * `Idempotency-Key`, claims the same ones again.
 */
export async function claimVideos(
  { ctx, media }: Pick<Deps, 'ctx' | 'media'>,
  { viewer, membership }: Access,
  { uploadIds, minLevelOrder }: Draft,
): Promise<StoredVideo[]> {
  if (uploadIds.length === 0) return [];
  const { key, hash } = currentRequest()?.idempotency ?? {};
  const { objects } = await media.claimUploads({
    ownerId: viewer.id,
    uploadIds,
    claimId: key && hash ? hash([viewer.id, key]) : ctx.newId(),
    visibility: visibilityAt(minLevelOrder),
    collection: tribeCollection(membership.tribe.id),
  });
  return objects.map((object) => ({ id: ctx.newId(), key: object.key }));
}
