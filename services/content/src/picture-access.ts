import { tribeCollection } from '@tribus/community/media-uploads.ts';
import { tellUntilConfirmed } from '@tribus/kit/events/confirmation.ts';
import type { Visibility } from '@tribus/proto/media/v1/types.ts';
import type { Deps } from './deps.ts';
import { keysOf } from './pictures.ts';

/** What the level that a post asks for means for its pictures. What its tribe means, tribes tells media. */
export const visibilityAt = (minLevelOrder: number): Visibility => (minLevelOrder > 1 ? 'signed' : 'public');

/**
 * Tells media of every post whose level was set or removed since it was last told. Each step may be repeated and may
 * come late: media keeps the newest version. Until it is confirmed here the pictures are given out with signatures.
 */
export function syncPictureAccess({ store, media }: Pick<Deps, 'store' | 'media'>): Promise<void> {
  return tellUntilConfirmed({
    next: (after: string | undefined, limit) => store.pictureAccess.listUnconfirmed(after, limit),
    async tell({ tribeId, images, minLevelOrder, version }) {
      const [visibility, collection] = [visibilityAt(minLevelOrder), tribeCollection(tribeId)];
      if (images.length > 0) await media.setObjectVisibility({ keys: keysOf(images), visibility, version, collection });
    },
    confirm: ({ id, version }) => store.pictureAccess.markConfirmed(id, version),
  });
}

/**
 * Has media keep the pictures of every post for which it has not confirmed that: what nobody keeps it deletes after a
 * while, and a post that is there must not lose its pictures, however often media refuses.
 */
export function keepPictures({ store, media }: Pick<Deps, 'store' | 'media'>): Promise<void> {
  return tellUntilConfirmed({
    next: (after: string | undefined, limit) => store.pictureAccess.listNotKept(after, limit),
    async tell({ images }) {
      if (images.length > 0) await media.keepObjects({ keys: keysOf(images) });
    },
    confirm: ({ id }) => store.pictureAccess.markKept(id),
  });
}
