import { tribeCollection } from '@tribus/kit/uploads.ts';
import type { Parts } from './parts.ts';
import { keysOf } from './pictures.ts';
import { postsNotToldToMedia, toldToMedia } from './store/picture-access.ts';

const atATime = 100;

/** public: anybody with the address, while the tribe is open; signed: addresses that expire (decisions.md 4). */
export type Visibility = 'public' | 'signed';

/** What the level that a post asks for means for its pictures. What its tribe means, tribes tells media. */
export const visibilityAt = (minLevelOrder: number): Visibility => (minLevelOrder > 1 ? 'signed' : 'public');

/**
 * Tells media of every post whose level was set or removed since it was last told. Each step may be repeated and may
 * come late: media keeps the newest version. Until it is confirmed here the pictures are given out with signatures.
 */
export async function tellMediaOfLevels({ postgres, media }: Pick<Parts, 'postgres' | 'media'>): Promise<void> {
  for (;;) {
    const posts = await postsNotToldToMedia(postgres.sql, atATime);
    for (const { id, tribeId, images, minLevelOrder, version } of posts) {
      const [visibility, collection] = [visibilityAt(minLevelOrder), tribeCollection(tribeId)];
      if (images.length > 0) await media.setObjectVisibility({ keys: keysOf(images), visibility, version, collection });
      await toldToMedia(postgres.sql, id, version);
    }
    if (posts.length < atATime) return;
  }
}
