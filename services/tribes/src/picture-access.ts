import { tribeCollection } from '@tribus/community/media-uploads.ts';
import { retryUntilConfirmed } from '@tribus/kit/events/confirmation.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { TribeUpdated } from '@tribus/proto/tribes/v1/events.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import type { TribesStore } from './store/store.ts';

/** Higher than any version of an existing tribe. */
const lastVersion = Number.MAX_SAFE_INTEGER;

type Media = Pick<Calls<MediaServiceService>, 'setCollectionVisibility' | 'setObjectVisibility'>;

/**
 * Publishes each change of a tribe's privacy to media until confirmed, also for new tribes. Calls are idempotent and
 * may arrive late: media keeps the newest version. Until a public tribe is confirmed, its pictures have signed URLs
 * only.
 */
export function publishPictureVisibility(store: TribesStore, media: Media): Promise<void> {
  return retryUntilConfirmed({
    next: (after: number | undefined, limit) => store.tribes.listUnconfirmedByMedia(after ?? 0, limit),
    async send({ id, isPrivate, version, bannerKey }) {
      const collection = tribeCollection(id);
      const visibility = isPrivate ? 'signed' : 'public';
      await media.setCollectionVisibility({ collection, visibility, version });
      // A banner older than collections is added to its tribe's.
      if (bannerKey)
        await media.setObjectVisibility({ keys: [bannerKey], visibility: 'public', version: 1, collection });
    },
    confirm: ({ id, version }) => store.tribes.markConfirmedByMedia(id, version),
  });
}

/**
 * Calls media to keep the banner of each tribe until confirmed: media deletes pictures without an owner after a while,
 * and a displayed banner must not be lost, however often media fails. A banner that media has lost is removed from its
 * tribe.
 */
export function keepBanners({ store, uploads }: Pick<Deps, 'store' | 'uploads'>): Promise<void> {
  return retryUntilConfirmed({
    next: (after: number | undefined, limit) => store.banners.listUnconfirmed(after ?? 0, limit),
    send: ({ id, key }) =>
      uploads.keep({
        kind: 'banner',
        id: String(id),
        keys: [key],
        markLost: async (keys) => ((await removeLostBanner(store, id, key)) ? keys : []),
      }),
    confirm: ({ id, key }) => store.banners.markConfirmed(id, key),
  });
}

/** Returns false when another banner has replaced it. */
function removeLostBanner(store: TribesStore, id: number, key: string): Promise<boolean> {
  return store.transaction(async (tx) => {
    const isPrivate = await tx.banners.remove(id, key);
    if (isPrivate === undefined) return false;
    tx.emit(TribeUpdated, { tribeId: id, isPrivate });
    return true;
  });
}

/**
 * Makes all pictures of a deleted tribe private at once, since deleting them takes a while. The job is needed because
 * the tribe's row no longer exists.
 */
export const closePictures = defineJob('closePictures', {
  schema: z.object({ tribeId: z.int() }),
  maxAttempts: lastingAttempts,
});

export const closePicturesJob = (media: Media): Job =>
  job(closePictures, async ({ tribeId }) => {
    const collection = tribeCollection(tribeId);
    await media.setCollectionVisibility({ collection, visibility: 'signed', version: lastVersion });
  });
