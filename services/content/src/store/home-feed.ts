import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { type Kysely, sql } from 'kysely';
import type { homeReasons } from '../../limits.ts';
import { selectPosts } from './post-columns.ts';
import { isByAnyOf, isMuted } from './post-viewers.ts';
import type { StoredPost } from './posts.ts';
import type { ReadableTribe, SearchRange } from './search.ts';
import { isShown } from './shown.ts';
import type { ContentDb } from './tables.ts';

/** A post with the reason why it is in the list. */
export type HomePost = StoredPost & { reason: (typeof homeReasons)[number] };

interface HomeFilter extends Pick<SearchRange, 'viewerId' | 'leftOut' | 'mutedTags'> {
  tribes: readonly ReadableTribe[];
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
    const isOwn = sql`posts.author_id = ${viewerId}`;
    const newest = sql<{ id: string }>`(
      select newest.id
      from unnest(
        ${tribes.map(({ id }) => id)}::integer[], ${tribes.map(({ maxLevel }) => maxLevel)}::integer[],
        ${tribes.map(({ moderates }) => moderates)}::boolean[]) as readable (tribe_id, max_level, moderates)
      cross join lateral (
        select posts.id, posts.created_at from posts
        where posts.tribe_id = readable.tribe_id
          and ${olderThan(after, { time: 'posts.createdAt', id: 'posts.id' })}
          and (posts.min_level_order <= readable.max_level or ${isOwn})
          and ${isShown('posts', { viewerId, moderates: sql`readable.moderates` })}
          and not ${isByAnyOf(leftOut)}
          and (${isOwn} or not ${isMuted({ authors: [], tags: mutedTags })})
        order by posts.created_at desc, posts.id desc
        limit ${limit}) as newest
      order by newest.created_at desc, newest.id desc
      limit ${limit})`.as('newest');
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
