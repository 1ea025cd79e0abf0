import { type RawBuilder, sql } from 'kysely';
import { isByAnyOf, isMuted, type UserInTribe } from './post-viewers.ts';
import { isShown } from './shown.ts';

/** A tribe with the viewer's rights in it. */
export interface ReadableTribe {
  id: number;
  /** Posts up to this level, and the viewer's own. */
  maxLevel: number;
  /** Whether the viewer sees hidden posts. */
  moderates: boolean;
}

/** The posts that a search may find. */
export interface SearchRange {
  viewerId: string;
  /** `all` for site admins, who moderate every tribe. */
  tribes: readonly ReadableTribe[] | 'all';
  /** Authors whose posts are left out. */
  leftOut: readonly UserInTribe[];
  mutedTags: readonly string[];
}

/** The newest posts that are compared with the words one by one. */
const comparedMax = 20_000;
/** Each of these tribes is a part of the statement, whose planning takes longer with each. */
const mergedTribesMax = 100;

/**
 * CTEs that end with `matching`: the newest `max` posts with these words that the viewer may see. They compare the
 * newest posts in turn, which soon finds enough of a frequent word, and only else look in the index of words, whose
 * matches of a frequent word are too many to be ordered. The database estimates neither well.
 */
export function matchingPosts(range: SearchRange, query: RawBuilder<unknown>, max: number): RawBuilder<unknown> {
  const { tribes } = range;
  const ids = tribes === 'all' ? [] : tribes.map(({ id }) => id);
  const isInTribes = tribes === 'all' ? sql`true` : sql`tribe_id = any(${ids}::integer[])`;
  return sql`
    compared as materialized (
      select newest.post_id, newest.created_at
      from (
        select post_id, created_at from (${newestPosts(tribes, comparedMax)}) as newest
        where document @@ ${query} and ${isInTribes}) as newest
      join posts on posts.id = newest.post_id
      where ${isVisible(range)}
      order by newest.created_at desc, newest.post_id desc
      limit ${max}),
    remaining as materialized (
      select case when count(*) >= ${max} then false
        else exists (select from post_search where ${isMerged(tribes) ? isInTribes : sql`true`} offset ${comparedMax}) end
        as exist
      from compared),
    indexed as materialized (
      select post_id, tribe_id, created_at from post_search where document @@ ${query}),
    matching as materialized (
      select post_id from compared where not (select exist from remaining)
      union all (
        select newest.post_id
        from (
          select post_id, created_at from indexed where (select exist from remaining) and ${isInTribes}
          order by created_at desc, post_id desc) as newest
        join posts on posts.id = newest.post_id
        where ${isVisible(range)}
        order by newest.created_at desc, newest.post_id desc
        limit ${max}))`;
}

const isMerged = (tribes: SearchRange['tribes']): tribes is readonly ReadableTribe[] =>
  tribes !== 'all' && tribes.length <= mergedTribesMax;

/** The newest posts, which the database merges from the index of each tribe, because each part has an order. */
function newestPosts(tribes: SearchRange['tribes'], limit: number): RawBuilder<unknown> {
  const columns = sql`post_id, tribe_id, created_at, document`;
  const newest = sql`order by created_at desc, post_id desc limit ${limit}`;
  if (!isMerged(tribes)) return sql`select ${columns} from post_search ${newest}`;
  if (tribes.length === 0) return sql`select ${columns} from post_search where false`;
  const parts = tribes.map(
    ({ id }) => sql`(select ${columns} from post_search where tribe_id = ${id}::integer ${newest})`,
  );
  return sql`select * from (${sql.join(parts, sql` union all `)}) as merged ${newest}`;
}

/** Whether the viewer may see one of the `posts`, which is in a readable tribe. */
function isVisible({ viewerId, tribes, leftOut, mutedTags }: SearchRange): RawBuilder<unknown> {
  const isOwn = sql`posts.author_id = ${viewerId}`;
  const everywhere = tribes === 'all';
  const readable = everywhere ? [] : tribes;
  const position = sql`array_position(${readable.map(({ id }) => id)}::integer[], posts.tribe_id)`;
  const maxLevel = sql`(${readable.map((tribe) => tribe.maxLevel)}::integer[])[${position}]`;
  const moderates = sql`(${readable.map((tribe) => tribe.moderates)}::boolean[])[${position}]`;
  return sql`${everywhere ? sql`true` : sql`(posts.min_level_order <= ${maxLevel} or ${isOwn})`}
    and ${isShown('posts', { viewerId, moderates: everywhere || moderates })}
    and not ${isByAnyOf(leftOut)}
    and (${isOwn} or not ${isMuted({ authors: [], tags: mutedTags })})`;
}
