import { type Kysely, sql } from 'kysely';
import type { ContentDb } from './tables.ts';
import { isListedIn, isOwn, readableRights, readableTribes, type TribesRange } from './visible-posts.ts';

/** What suggestions need of a post. */
export interface RecentPost {
  tribeId: number;
  authorId: string;
  tags: string[];
  /** Empty unless requested. */
  content: string;
}

interface RecentPosts extends TribesRange {
  since: Date;
  withContent: boolean;
  perTribe: number;
  limit: number;
}

/** The posts from which people and tags are suggested (docs/decisions/0044). */
export class Discovery {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /**
   * Returns those posts by others that the viewer sees among the newest `perTribe` of each tribe, the newest first. They
   * are read before the conditions apply, which bounds the work whatever the conditions leave out.
   */
  async listRecent({ since, withContent, perTribe, limit, ...range }: RecentPosts): Promise<RecentPost[]> {
    const { rows } = await sql<RecentPost>`
      select posts.tribe_id, posts.author_id, posts.tags,
        case when ${withContent}::boolean then posts.content else '' end as content
      from ${readableTribes(range.tribes)}
      cross join lateral (
        select * from posts as newest
        where newest.tribe_id = readable.tribe_id and newest.created_at > ${since}
        order by newest.created_at desc, newest.id desc limit ${perTribe}) as posts
      where not ${isOwn(range)} and ${isListedIn(range, readableRights)}
      order by posts.created_at desc, posts.id desc limit ${limit}`.execute(this.#db);
    return rows;
  }
}
