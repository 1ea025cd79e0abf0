import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { type Kysely, sql } from 'kysely';
import type { homeReasons } from '../../limits.ts';
import { selectPosts } from './post-columns.ts';
import type { StoredPost } from './posts.ts';
import type { ContentDb } from './tables.ts';
import { isListedIn, isOwn, readableRights, readableTribes, type TribesRange } from './visible-posts.ts';

/** A post with what the viewer follows of it, in the order of `homeReasons`; nothing of the viewer's own. */
export type HomePost = StoredPost & { followed: Exclude<(typeof homeReasons)[number], 'tribe'>[] };

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
      from ${readableTribes(range.tribes)}
      cross join lateral (
        select posts.id, posts.created_at from posts
        where posts.tribe_id = readable.tribe_id
          and ${olderThan(after, { time: 'posts.createdAt', id: 'posts.id' })}
          and ${isListedIn(range, readableRights)}
        order by posts.created_at desc, posts.id desc
        limit ${limit}) as newest
      order by newest.created_at desc, newest.id desc
      limit ${limit})`.as('newest');
    const followed = sql<HomePost['followed']>`case when ${isOwn(range)} then '{}'::text[] else array_remove(array[
      case when posts.author_id = any(${follows.followedIds}::text[]) then 'person' end,
      case when posts.tags && ${follows.tags}::text[] then 'tag' end,
      case when posts.place_slug = any(${follows.places}::text[]) then 'place' end], null) end`;
    return selectPosts(this.#db, { viewerId: range.viewerId, blocked: range.leftOut })
      .innerJoin(newest, 'newest.id', 'posts.id')
      .select(followed.as('followed'))
      .orderBy('posts.createdAt', 'desc')
      .orderBy('posts.id', 'desc')
      .execute();
  }
}
