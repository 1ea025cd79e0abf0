import { everyLevel } from '@tribus/community/access.ts';
import { type RawBuilder, sql } from 'kysely';
import { isListedIn, type ReadableTribe, type TribesRange } from './visible-posts.ts';

/** The posts that a search may find. */
export interface SearchRange extends Omit<TribesRange, 'tribes'> {
  /** `all` for site admins, who moderate every tribe. */
  tribes: readonly ReadableTribe[] | 'all';
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
      select found.post_id, found.created_at
      from (
        select post_id, created_at from (${newestPosts(tribes, comparedMax)}) as newest
        where document @@ ${query} and ${isInTribes}) as found
      join posts on posts.id = found.post_id
      where ${isInRange(range)}
      order by found.created_at desc, found.post_id desc
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
        select found.post_id
        from (
          select post_id, created_at from indexed where (select exist from remaining) and ${isInTribes}
          order by created_at desc, post_id desc) as found
        join posts on posts.id = found.post_id
        where ${isInRange(range)}
        order by found.created_at desc, found.post_id desc
        limit ${max}))`;
}

const isMerged = (tribes: SearchRange['tribes']): tribes is readonly ReadableTribe[] =>
  tribes !== 'all' && tribes.length <= mergedTribesMax;

/** The newest posts, which the database merges from the index of each tribe, because each part has an order. */
function newestPosts(tribes: SearchRange['tribes'], limit: number): RawBuilder<unknown> {
  const columns = sql`post_id, tribe_id, created_at, document`;
  const fromNewest = sql`order by created_at desc, post_id desc limit ${limit}`;
  if (!isMerged(tribes)) return sql`select ${columns} from post_search ${fromNewest}`;
  if (tribes.length === 0) return sql`select ${columns} from post_search where false`;
  const parts = tribes.map(
    ({ id }) => sql`(select ${columns} from post_search where tribe_id = ${id}::integer ${fromNewest})`,
  );
  return sql`select * from (${sql.join(parts, sql` union all `)}) as merged ${fromNewest}`;
}

/** Whether one of the `posts` is found, whose tribe is in the range. */
function isInRange({ tribes, ...range }: SearchRange): RawBuilder<unknown> {
  if (tribes === 'all') return isListedIn(range, { maxLevel: everyLevel, moderates: true });
  // A join would not read the posts in the order of their age, until enough are found.
  const position = sql`array_position(${tribes.map(({ id }) => id)}::integer[], posts.tribe_id)`;
  const maxLevel = sql`(${tribes.map((tribe) => tribe.maxLevel)}::integer[])[${position}]`;
  const moderates = sql`(${tribes.map((tribe) => tribe.moderates)}::boolean[])[${position}]`;
  return isListedIn(range, { maxLevel, moderates });
}
