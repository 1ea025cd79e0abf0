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
/** The first of them, which tell how frequent the words are. */
const sampleMax = 1_000;
/** Each of these tribes is a part of the statement, whose planning takes longer with each. */
const mergedTribesMax = 100;

interface Match {
  /** The `tsquery` with which the words of a post are compared. */
  query: RawBuilder<unknown>;
  /** Number of posts, of which the newest are found. */
  max: number;
  /** Columns of `posts`. */
  columns: RawBuilder<unknown>;
}

/**
 * CTEs that end with `matching`: columns of the newest `max` posts with these words that the viewer may see. The newest
 * posts are compared with the words in turn, which soon finds enough of a frequent word. A rare one is looked up in the
 * index of words, whose matches of a frequent word are too many to be ordered. The first of the compared posts tell
 * whether the rest are worth comparing, because the database estimates neither well. `newest` is read only as far as
 * the others need it.
 */
export function matchingPosts(range: SearchRange, { query, max, columns }: Match): RawBuilder<unknown> {
  const { tribes } = range;
  const ids = tribes === 'all' ? [] : tribes.map(({ id }) => id);
  const isInTribes = tribes === 'all' ? sql`true` : sql`tribe_id = any(${ids}::integer[])`;
  return sql`
    newest as materialized (
      select post_id, created_at, document @@ ${query} and ${isInTribes} as matches
      from (${newestPosts(tribes, comparedMax)}) as merged
      order by created_at desc, post_id desc),
    sample as materialized (
      select count(*) filter (where matches) >= ${frequentMin(max)} as is_frequent
      from (select matches from newest limit ${sampleMax}) as first),
    compared as materialized (
      select ${columns}
      from newest join posts on posts.id = newest.post_id
      where newest.matches and (select is_frequent from sample) and ${isInRange(range)}
      order by newest.created_at desc, newest.post_id desc
      limit ${max}),
    comparison as materialized (
      select count(*) >= ${max} or ((select is_frequent from sample) and not exists (
        select from post_search where ${isMerged(tribes) ? isInTribes : sql`true`} offset ${comparedMax})) as suffices
      from compared),
    indexed as materialized (
      select post_id, tribe_id, created_at from post_search where document @@ ${query}),
    matching as materialized (
      select * from compared where (select suffices from comparison)
      union all (
        select ${columns}
        from (
          select post_id, created_at from indexed where not (select suffices from comparison) and ${isInTribes}
          order by created_at desc, post_id desc) as found
        join posts on posts.id = found.post_id
        where ${isInRange(range)}
        order by found.created_at desc, found.post_id desc
        limit ${max}))`;
}

/** Matches in the sample from which on the rest are compared: half of those expected if the comparison finds `max`. */
const frequentMin = (max: number): number => Math.ceil((max * sampleMax) / comparedMax / 2);

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
