import { type Kysely, sql } from 'kysely';
import type { ContentDb } from './tables.ts';
import { isListedIn, isOwn, readableRights, readableTribes, type TribesRange } from './visible-posts.ts';

/** The columns of a post that suggestions use. */
export interface RecentPost {
  tribeId: number;
  authorId: string;
  /** The day on which it was published, `YYYY-MM-DD` (UTC). */
  day: string;
  tags: string[];
  /** Empty unless requested. */
  content: string;
}

interface RecentPosts extends TribesRange {
  since: Date;
  withContent: boolean;
  read: number;
  perAuthor: number;
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
   * Returns those posts by others that the viewer sees among the newest `perTribe` of each tribe, the newest first. Of
   * the newest `read` of a tribe, only `perAuthor` of each author and day count, so that nobody's posts displace those of
   * everybody else. They are read before the conditions apply, which bounds the work whatever the conditions leave out.
   */
  async listRecent(query: RecentPosts): Promise<RecentPost[]> {
    const { since, withContent, read, perAuthor, perTribe, limit, ...range } = query;
    const day = sql`(created_at at time zone 'UTC')::date`;
    const { rows } = await sql<RecentPost>`
      select posts.tribe_id, posts.author_id, to_char(posts.day, 'YYYY-MM-DD') as day, posts.tags,
        case when ${withContent}::boolean then posts.content else '' end as content
      from ${readableTribes(range.tribes)}
      cross join lateral (
        select * from (
          select newest.*, ${day} as day,
            row_number() over (partition by author_id, ${day} order by created_at desc, id desc) as of_author
          from (
            select * from posts as newest
            where newest.tribe_id = readable.tribe_id and newest.created_at > ${since}
            order by newest.created_at desc, newest.id desc limit ${read}) as newest) as numbered
        where of_author <= ${perAuthor}
        order by created_at desc, id desc limit ${perTribe}) as posts
      where not ${isOwn(range)} and ${isListedIn(range, readableRights)}
      order by posts.created_at desc, posts.id desc limit ${limit}`.execute(this.#db);
    return rows;
  }
}
