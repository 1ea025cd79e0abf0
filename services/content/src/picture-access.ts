import { tribeCollection } from '@tribus/community/media-uploads.ts';
import { retryUntilConfirmed } from '@tribus/kit/events/confirmation.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import type { Visibility } from '@tribus/proto/media/v1/types.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import { keysOf, withLost } from './pictures.ts';
import type { DeletedPost } from './store/posts.ts';
import type { ContentTx } from './store/store.ts';

/** What the level that a post asks for means for its pictures. What its tribe means, tribes tells media. */
export const visibilityAt = (minLevelOrder: number): Visibility => (minLevelOrder > 1 ? 'signed' : 'public');

/** The same of a post that is there: of a hidden one, too, only by signed addresses. */
export const visibilityOf = (post: { minLevelOrder: number; hiddenAt: Date | null }): Visibility =>
  post.hiddenAt ? 'signed' : visibilityAt(post.minLevelOrder);

/** The same of a picture in the media of a tribe. */
export const visibilityOfMedia = ({ hiddenAt }: { hiddenAt: Date | null }): Visibility =>
  hiddenAt ? 'signed' : 'public';

/**
 * Tells media of every post that was hidden or shown, or whose level was set or removed, since it was last told. Each step may be repeated and may
 * come late: media keeps the newest version. Until it is confirmed here the pictures are given out with signatures.
 */
export function syncPictureAccess({ store, media }: Pick<Deps, 'store' | 'media'>): Promise<void> {
  return retryUntilConfirmed({
    next: (after: string | undefined, limit) => store.pictureAccess.listUnconfirmed(after, limit),
    async tell({ tribeId, images, version, ...post }) {
      const [visibility, collection] = [visibilityOf(post), tribeCollection(tribeId)];
      if (images.length > 0) await media.setObjectVisibility({ keys: keysOf(images), visibility, version, collection });
    },
    confirm: ({ id, version }) => store.pictureAccess.markConfirmed(id, version),
  });
}

/** The same of every picture in the media of a tribe that was hidden or shown. */
export function syncMediaAccess({ store, media }: Pick<Deps, 'store' | 'media'>): Promise<void> {
  return retryUntilConfirmed({
    next: (after: string | undefined, limit) => store.pictureAccess.listUnconfirmedMedia(after, limit),
    async tell({ tribeId, picture, version, hiddenAt }) {
      const [visibility, collection] = [visibilityOfMedia({ hiddenAt }), tribeCollection(tribeId)];
      await media.setObjectVisibility({ keys: [picture.key], visibility, version, collection });
    },
    confirm: ({ id, version }) => store.pictureAccess.markMediaConfirmed(id, version),
  });
}

/**
 * Has media keep the pictures of every post for which it has not confirmed that: what nobody keeps it deletes after a
 * while, and a post that is there must not lose its pictures, however often media refuses. One that media has lost all
 * the same is marked.
 */
export function keepPictures({ store, uploads }: Pick<Deps, 'store' | 'uploads'>): Promise<void> {
  return retryUntilConfirmed({
    next: (after: string | undefined, limit) => store.pictureAccess.listNotKept(after, limit),
    tell: ({ id, authorId: userId, images }) =>
      uploads.keep({
        kind: 'post',
        id,
        userId,
        keys: keysOf(images),
        markLost: async (keys) => ((await store.pictureAccess.setPictures(id, withLost(images, keys))) ? keys : []),
      }),
    confirm: ({ id }) => store.pictureAccess.markKept(id),
  });
}

/** No row says any more who may see these pictures, so it is tried for weeks, not for hours. */
const closePictures = defineJob('closePictures', {
  schema: z.object({ keys: z.array(z.string()), version: z.int(), collection: z.string() }),
  maxAttempts: 100,
});

/** Has media close the pictures of a post that is deleted, to all who have their addresses, once that is committed. */
export async function closeAfterCommit(
  tx: Pick<ContentTx, 'enqueue'>,
  { tribeId, images, picturesVersion }: Pick<DeletedPost, 'tribeId' | 'images' | 'picturesVersion'>,
): Promise<void> {
  if (images.length === 0) return;
  const version = picturesVersion + 1;
  await tx.enqueue(closePictures, { keys: keysOf(images), version, collection: tribeCollection(tribeId) });
}

export const closePicturesJob = (media: Pick<Calls<MediaServiceService>, 'setObjectVisibility'>): Job =>
  job(closePictures, async (change) => void (await media.setObjectVisibility({ ...change, visibility: 'signed' })));
