import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { type Kysely, sql } from 'kysely';
import type { homeReasons } from '../../limits.ts';
import { selectPosts } from './post-columns.ts';
import type { StoredPost } from './posts.ts';
import { isListed, isOwn, readableTribes, type TribesRange } from './readable-tribes.ts';
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
  listPage({ follows, limit, after, ...range }: HomeFilter): Promise<HomePost[]> {
    const newest = sql<{ id: string }>`(
      select newest.id
      from ${readableTribes(range)}
      cross join lateral (
        select posts.id, posts.created_at from posts
        where posts.tribe_id = readable.tribe_id
          and ${olderThan(after, { time: 'posts.createdAt', id: 'posts.id' })}
          and ${isListed(range)}
        order by posts.created_at desc, posts.id desc
        limit ${limit}) as newest
      order by newest.created_at desc, newest.id desc
      limit ${limit})`.as('newest');
    const reason = sql<HomePost['reason']>`case
      when ${isOwn(range)} then 'tribe'
      when posts.author_id = any(${follows.followedIds}::text[]) then 'person'
      when posts.tags && ${follows.tags}::text[] then 'tag'
      when posts.place_slug = any(${follows.places}::text[]) then 'place'
      else 'tribe' end`;
    return selectPosts(this.#db, { viewerId: range.viewerId, blocked: range.leftOut })
      .innerJoin(newest, 'newest.id', 'posts.id')
      .select(reason.as('reason'))
      .orderBy('posts.createdAt', 'desc')
      .orderBy('posts.id', 'desc')
      .execute();
  }
}
