import { type Kysely, sql } from 'kysely';
import { newestInTribes, type TribesRange } from './newest-posts.ts';
import type { ContentDb } from './tables.ts';

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

  /** Returns the newest posts of the tribes by others than the viewer, the newest first. */
  async listRecent({ since, withContent, perTribe, limit, ...range }: RecentPosts): Promise<RecentPost[]> {
    return this.#db
      .selectFrom('posts')
      .innerJoin(
        newestInTribes(range, { since, after: undefined, perTribe, limit }).as('newest'),
        'newest.id',
        'posts.id',
      )
      .select(['posts.tribeId', 'posts.authorId', 'posts.tags'])
      .select(sql<string>`case when ${withContent}::boolean then posts.content else '' end`.as('content'))
      .where('posts.authorId', '<>', range.viewerId)
      .orderBy('posts.createdAt', 'desc')
      .orderBy('posts.id', 'desc')
      .execute();
  }
}
