import { tribeCollection } from '@tribus/community/media-uploads.ts';
import { retryUntilConfirmed } from '@tribus/kit/events/confirmation.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { TribeUpdated } from '@tribus/proto/tribes/v1/events.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import type { TribesStore } from './store/store.ts';

/** Later than any change of a tribe that exists. */
const lastVersion = Number.MAX_SAFE_INTEGER;

type Media = Pick<Calls<MediaServiceService>, 'setCollectionVisibility' | 'setObjectVisibility'>;

/**
 * Tells media of every tribe that became private or public since it was last told, and of new ones. Each step may be
 * repeated and may come late: media keeps the newest version. Until a public tribe is confirmed here its pictures are
 * given out with signatures only.
 */
export function tellMediaOfPrivacy(store: TribesStore, media: Media): Promise<void> {
  return retryUntilConfirmed({
    next: (after: number | undefined, limit) => store.tribes.listUnconfirmedByMedia(after ?? 0, limit),
    async tell({ id, isPrivate, version, bannerKey }) {
      const collection = tribeCollection(id);
      const visibility = isPrivate ? 'signed' : 'public';
      await media.setCollectionVisibility({ collection, visibility, version });
      // A banner from before there were collections joins its own.
      if (bannerKey)
        await media.setObjectVisibility({ keys: [bannerKey], visibility: 'public', version: 1, collection });
    },
    confirm: ({ id, version }) => store.tribes.markConfirmedByMedia(id, version),
  });
}

/**
 * Has media keep the banner of every tribe for which it has not confirmed that: what nobody keeps it deletes after a
 * while, and a banner that is shown must not be lost, however often media refuses. A tribe whose banner media has lost all
 * the same is shown without one.
 */
export function keepBanners({ store, uploads }: Pick<Deps, 'store' | 'uploads'>): Promise<void> {
  return retryUntilConfirmed({
    next: (after: number | undefined, limit) => store.banners.listNotKept(after ?? 0, limit),
    tell: ({ id, key }) =>
      uploads.keep({
        kind: 'banner',
        id: String(id),
        keys: [key],
        markLost: async (keys) => ((await removeLostBanner(store, id, key)) ? keys : []),
      }),
    confirm: ({ id, key }) => store.banners.markKept(id, key),
  });
}

/** False when another one has taken its place. */
function removeLostBanner(store: TribesStore, id: number, key: string): Promise<boolean> {
  return store.transaction(async (tx) => {
    const isPrivate = await tx.banners.remove(id, key);
    if (isPrivate === undefined) return false;
    tx.emit(TribeUpdated, { tribeId: id, isPrivate });
    return true;
  });
}

/** No picture of a deleted tribe is public, though deleting them all takes a while. No row says so any more. */
export const closePictures = defineJob('closePictures', {
  schema: z.object({ tribeId: z.int() }),
  maxAttempts: 100,
});

export const closePicturesJob = (media: Media): Job =>
  job(closePictures, async ({ tribeId }) => {
    const collection = tribeCollection(tribeId);
    await media.setCollectionVisibility({ collection, visibility: 'signed', version: lastVersion });
  });
