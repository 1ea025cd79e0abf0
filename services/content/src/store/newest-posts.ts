import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { sql } from 'kysely';
import { isByAnyOf, isMuted } from './post-viewers.ts';
import type { ReadableTribe, SearchRange } from './search.ts';
import { isShown } from './shown.ts';

/** The posts of tribes that a viewer may see. */
export interface TribesRange extends Pick<SearchRange, 'viewerId' | 'leftOut' | 'mutedTags'> {
  tribes: readonly ReadableTribe[];
}

interface Part {
  since: Date | undefined;
  after: ListPosition | undefined;
  perTribe: number;
  limit: number;
}

/** The ids of the newest posts of several tribes. Reads only the newest of each tribe, from the index of its posts. */
export const newestInTribes = (
  { viewerId, tribes, leftOut, mutedTags }: TribesRange,
  { since, after, perTribe, limit }: Part,
) => {
  const isOwn = sql`posts.author_id = ${viewerId}`;
  return sql<{ id: string }>`(
      select newest.id
      from unnest(
        ${tribes.map(({ id }) => id)}::integer[], ${tribes.map(({ maxLevel }) => maxLevel)}::integer[],
        ${tribes.map(({ moderates }) => moderates)}::boolean[]) as readable (tribe_id, max_level, moderates)
      cross join lateral (
        select posts.id, posts.created_at from posts
        where posts.tribe_id = readable.tribe_id
          and ${since ? sql`posts.created_at > ${since}` : sql`true`}
          and ${olderThan(after, { time: 'posts.createdAt', id: 'posts.id' })}
          and (posts.min_level_order <= readable.max_level or ${isOwn})
          and ${isShown('posts', { viewerId, moderates: sql`readable.moderates` })}
          and not ${isByAnyOf(leftOut)}
          and (${isOwn} or not ${isMuted({ authors: [], tags: mutedTags })})
        order by posts.created_at desc, posts.id desc
        limit ${perTribe}) as newest
      order by newest.created_at desc, newest.id desc
      limit ${limit})`;
};
