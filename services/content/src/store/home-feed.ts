import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { type Kysely, sql } from 'kysely';
import type { homeReasons } from '../../limits.ts';
import { newestInTribes, type TribesRange } from './newest-posts.ts';
import { selectPosts } from './post-columns.ts';
import type { StoredPost } from './posts.ts';
import type { ContentDb } from './tables.ts';

/** A post with the reason why it is in the list. */
export type HomePost = StoredPost & { reason: (typeof homeReasons)[number] };

interface HomeFilter extends TribesRange {
  follows: { followedIds: readonly string[]; tags: readonly string[]; places: readonly string[] };
  limit: number;
  after: ListPosition | undefined;
}

/** Posts of several tribes for one viewer (docs/decisions/0039). */
export class HomeFeed {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** A page of the posts of the tribes, the newest first. Reads a page of each tribe from the index of its posts. */
  listPage({ viewerId, tribes, leftOut, mutedTags, follows, limit, after }: HomeFilter): Promise<HomePost[]> {
    const range = { viewerId, tribes, leftOut, mutedTags };
    const newest = newestInTribes(range, { since: undefined, after, perTribe: limit, limit }).as('newest');
    const isOwn = sql`posts.author_id = ${viewerId}`;
    const reason = sql<HomePost['reason']>`case
      when ${isOwn} then 'tribe'
      when posts.author_id = any(${follows.followedIds}::text[]) then 'person'
      when posts.tags && ${follows.tags}::text[] then 'tag'
      when posts.place_slug = any(${follows.places}::text[]) then 'place'
      else 'tribe' end`;
    return selectPosts(this.#db, { viewerId, blocked: leftOut })
      .innerJoin(newest, 'newest.id', 'posts.id')
      .select(reason.as('reason'))
      .orderBy('posts.createdAt', 'desc')
      .orderBy('posts.id', 'desc')
      .execute();
  }
}
