import { tribeCollection } from '@tribus/community/media-uploads.ts';
import { retryUntilConfirmed } from '@tribus/kit/events/confirmation.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import type { Visibility } from '@tribus/proto/media/v1/types.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import { mediaKeysOf } from './pictures.ts';
import type { DeletedPost } from './store/posts.ts';
import type { ContentTx } from './store/store.ts';

/** The visibility of a post's pictures by its level. Tribes sets the visibility of the tribe in media. */
export const visibilityAt = (minLevelOrder: number): Visibility => (minLevelOrder > 1 ? 'signed' : 'public');

/** The visibility of a stored post's pictures: pictures of a hidden post also need signed addresses. */
export const visibilityOf = (post: { minLevelOrder: number; hiddenAt: Date | null }): Visibility =>
  post.hiddenAt ? 'signed' : visibilityAt(post.minLevelOrder);

/** The visibility of a picture in the media of a tribe. */
export const visibilityOfMedia = ({ hiddenAt }: { hiddenAt: Date | null }): Visibility =>
  hiddenAt ? 'signed' : 'public';

/**
 * Sends media the visibility of every post that was hidden or shown, or whose level changed, since the last confirmed
 * call. Calls may be repeated and late: media keeps the newest version. Until a call is confirmed, the pictures get
 * signed addresses.
 */
export function syncPictureAccess({ store, media }: Pick<Deps, 'store' | 'media'>): Promise<void> {
  return retryUntilConfirmed({
    next: (after: string | undefined, limit) => store.pictureAccess.listUnconfirmed(after, limit),
    async send({ tribeId, version, ...post }) {
      const [visibility, collection, keys] = [visibilityOf(post), tribeCollection(tribeId), mediaKeysOf(post)];
      if (keys.length > 0) await media.setObjectVisibility({ keys, visibility, version, collection });
    },
    confirm: ({ id, version }) => store.pictureAccess.markConfirmed(id, version),
  });
}

/** Sends media the visibility of every picture of a tribe that was hidden or shown, as `syncPictureAccess` does. */
export function syncMediaAccess({ store, media }: Pick<Deps, 'store' | 'media'>): Promise<void> {
  return retryUntilConfirmed({
    next: (after: string | undefined, limit) => store.pictureAccess.listUnconfirmedMedia(after, limit),
    async send({ tribeId, picture, version, hiddenAt }) {
      const [visibility, collection] = [visibilityOfMedia({ hiddenAt }), tribeCollection(tribeId)];
      await media.setObjectVisibility({ keys: [picture.key], visibility, version, collection });
    },
    confirm: ({ id, version }) => store.pictureAccess.markMediaConfirmed(id, version),
  });
}

/**
 * Requests media to keep the pictures of every post until it confirms: media deletes pictures that are not kept, and an
 * existing post must not lose its pictures, however often the call fails. Pictures that media has lost are marked.
 */
export function keepPictures({ store, uploads }: Pick<Deps, 'store' | 'uploads'>): Promise<void> {
  return retryUntilConfirmed({
    next: (after: string | undefined, limit) => store.pictureAccess.listUnretained(after, limit),
    send: ({ id, authorId: userId, images, videos }) =>
      uploads.keep({
        kind: 'post',
        id,
        userId,
        keys: mediaKeysOf({ images, videos }),
        markLost: (keys) => store.pictureAccess.markLost(id, keys),
      }),
    confirm: ({ id }) => store.pictureAccess.markRetained(id),
  });
}

const closePictures = defineJob('closePictures', {
  schema: z.object({ keys: z.array(z.string()), version: z.int(), collection: z.string() }),
  maxAttempts: lastingAttempts,
});

/** The videos are absent for a picture of a tribe. */
type ClosedMedia = Pick<DeletedPost, 'tribeId' | 'images' | 'picturesVersion'> & Partial<Pick<DeletedPost, 'videos'>>;

/** Enqueues the closing of a deleted post's pictures, for all who have their addresses. */
export async function closeAfterCommit(
  tx: Pick<ContentTx, 'enqueue'>,
  { tribeId, picturesVersion, ...files }: ClosedMedia,
): Promise<void> {
  const keys = mediaKeysOf(files);
  if (keys.length === 0) return;
  const version = picturesVersion + 1;
  await tx.enqueue(closePictures, { keys, version, collection: tribeCollection(tribeId) });
}

export const closePicturesJob = (media: Pick<Calls<MediaServiceService>, 'setObjectVisibility'>): Job =>
  job(closePictures, async (change) => void (await media.setObjectVisibility({ ...change, visibility: 'signed' })));
