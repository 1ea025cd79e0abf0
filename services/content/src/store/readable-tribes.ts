import { sql } from 'kysely';
import { isByAnyOf, isMuted } from './post-viewers.ts';
import type { ReadableTribe, SearchRange } from './search-matches.ts';
import { isShown } from './shown.ts';

/** The posts of tribes that a viewer may see. */
export interface TribesRange extends Pick<SearchRange, 'viewerId' | 'leftOut' | 'mutedTags'> {
  tribes: readonly ReadableTribe[];
}

/** The tribes with the viewer's rights, as a table `readable`. */
export const readableTribes = ({ tribes }: Pick<TribesRange, 'tribes'>) => sql`
  unnest(
    ${tribes.map(({ id }) => id)}::integer[], ${tribes.map(({ maxLevel }) => maxLevel)}::integer[],
    ${tribes.map(({ moderates }) => moderates)}::boolean[]) as readable (tribe_id, max_level, moderates)`;

export const isOwn = ({ viewerId }: Pick<TribesRange, 'viewerId'>) => sql`posts.author_id = ${viewerId}`;

/** Whether the viewer sees a post of the tribe `readable` in lists: they may read it, and have not muted it. */
export const isListed = (range: TribesRange) => {
  const { viewerId, leftOut, mutedTags } = range;
  return sql`((posts.min_level_order <= readable.max_level or ${isOwn(range)})
    and ${isShown('posts', { viewerId, moderates: sql`readable.moderates` })}
    and not ${isByAnyOf(leftOut)}
    and (${isOwn(range)} or not ${isMuted({ authors: [], tags: mutedTags })}))`;
};
