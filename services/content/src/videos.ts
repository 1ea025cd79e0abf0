import { tribeCollection } from '@tribus/community/media-uploads.ts';
import { currentRequest } from '@tribus/kit/core/request-context.ts';
import type { StoredObject } from '@tribus/proto/media/v1/service.ts';
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
  return objects.map((object) => ({
    id: ctx.newId(),
    key: object.key,
    ...videoFacts(object),
    ...((object.processing === 'processing' || object.processing === 'failed') && { state: object.processing }),
  }));
}

/** The facts of a video from media: its poster, size and duration. */
export function videoFacts({ variants, lqip, width, height, durationMs }: StoredObject): VideoFacts {
  const posterKey = variants.find(({ name }) => name === 'poster')?.key;
  return {
    ...(posterKey && { posterKey }),
    ...(lqip && { lqip }),
    ...(width > 0 && height > 0 && { width, height }),
    ...(durationMs > 0 && { durationMs }),
  };
}

type VideoFacts = Pick<StoredVideo, 'posterKey' | 'lqip' | 'width' | 'height' | 'durationMs'>;
