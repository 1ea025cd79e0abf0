import { type Kysely, sql } from 'kysely';
import { isByAnyOf, type PostReader } from './post-readers.ts';
import type { ContentDb, StoredPicture } from './tables.ts';

/** A picture as it is shown before it has loaded. */
export type PictureShadow = Pick<StoredPicture, 'lqip' | 'width' | 'height'>;

/** Numbers of a tribe's posts, and the shadows of their pictures. */
export class FeedFacts {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** How many posts of others ask for each level above this one; of those left out for the reader none. */
  countAbove(
    tribeId: number,
    maxLevel: number,
    { viewerId, blocked }: PostReader,
  ): Promise<{ level: number; posts: number }[]> {
    return this.#db
      .selectFrom('posts')
      .select((row) => ['minLevelOrder as level', row.fn.countAll<number>().as('posts')])
      .where('tribeId', '=', tribeId)
      .where('hiddenAt', 'is', null)
      .where('minLevelOrder', '>', maxLevel)
      .where('authorId', '!=', viewerId)
      .where((row) => row.not(isByAnyOf(blocked)))
      .groupBy('minLevelOrder')
      .orderBy('minLevelOrder')
      .execute();
  }

  /** How many posts that every member may see are younger. */
  async countOpenSince(tribeId: number, since: Date): Promise<number> {
    const { posts } = await this.#db
      .selectFrom('posts')
      .select((row) => row.fn.countAll<number>().as('posts'))
      .where('tribeId', '=', tribeId)
      .where('hiddenAt', 'is', null)
      .where('minLevelOrder', '<=', 1)
      .where('createdAt', '>', since)
      .executeTakeFirstOrThrow();
    return posts;
  }

  /** The first picture of each of the newest posts with pictures that every member may see; of none whose first is lost. */
  listShadows(tribeId: number, limit: number): Promise<PictureShadow[]> {
    const first = sql`images->0`;
    return this.#db
      .selectFrom('posts')
      .select([
        sql<string>`${first}->>'lqip'`.as('lqip'),
        sql<number>`(${first}->>'width')::integer`.as('width'),
        sql<number>`(${first}->>'height')::integer`.as('height'),
      ])
      .where('tribeId', '=', tribeId)
      .where('hiddenAt', 'is', null)
      .where('minLevelOrder', '<=', 1)
      .where(sql<boolean>`coalesce(${first}->>'lqip', '') <> '' and ${first}->'lost' is null`)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }
}
