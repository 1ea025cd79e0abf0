import { type Kysely, sql } from 'kysely';
import { isByAnyOf, type PostViewer } from './post-viewers.ts';
import type { ContentDb, StoredPicture } from './tables.ts';

/** The placeholder of a picture while it loads. */
export type PictureShadow = Pick<StoredPicture, 'lqip' | 'width' | 'height'>;

/** Numbers of a tribe's posts, and placeholders of their pictures. */
export class FeedFacts {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** The number of others' posts for each level above this one, without those of blocked authors. */
  countAbove(
    tribeId: number,
    maxLevel: number,
    { viewerId, blocked }: PostViewer,
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

  /** The number of posts since a time that every member may see. */
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

  /** The first picture of each of the newest posts with pictures that every member may see, unless it is lost. */
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
