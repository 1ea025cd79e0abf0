import { tribeCollection } from '@tribus/community/media-uploads.ts';
import { tellUntilConfirmed } from '@tribus/kit/events/confirmation.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
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
  return tellUntilConfirmed({
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

/** No picture of a deleted tribe is public, though deleting them all takes a while. */
export async function closePictures(media: Media, tribeId: number): Promise<void> {
  const collection = tribeCollection(tribeId);
  await media.setCollectionVisibility({ collection, visibility: 'signed', version: lastVersion });
}
