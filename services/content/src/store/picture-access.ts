import { type Kysely, sql } from 'kysely';
import type { ContentDb, StoredPicture } from './tables.ts';

/** What media is told about the pictures of a post. */
export interface PicturesOfPost {
  id: string;
  tribeId: number;
  images: StoredPicture[];
  minLevelOrder: number;
  version: number;
}

/** Posts of whose pictures media has not confirmed the newest version, from the id after `after` on. */
export function postsUnconfirmedByMedia(
  db: Kysely<ContentDb>,
  after: string | undefined,
  limit: number,
): Promise<PicturesOfPost[]> {
  return db
    .selectFrom('posts')
    .select(['id', 'tribeId', 'images', 'minLevelOrder', 'picturesVersion as version'])
    .where(sql<boolean>`media_version < pictures_version`)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Media has confirmed this version. */
export async function confirmedByMedia(db: Kysely<ContentDb>, id: string, version: number): Promise<void> {
  await db
    .updateTable('posts')
    .set({ mediaVersion: version })
    .where('id', '=', id)
    .where('mediaVersion', '<', version)
    .execute();
}
