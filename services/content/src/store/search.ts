import { type Kysely, type RawBuilder, sql } from 'kysely';
import { matchingPosts, type SearchRange } from './search-matches.ts';
import type { ContentDb } from './tables.ts';
import { isListedIn, readableRights, readableTribes, type TribesRange } from './visible-posts.ts';

/** A search as typed, in parts that the database looks for. */
export interface SearchWords {
  words: string[];
  /** The last word may be the beginning of one, because it may still be being typed. */
  lastIsPrefix: boolean;
  /** Pairs of adjacent characters, or a single one, of scripts without spaces between words. */
  bigrams: string[];
}

/** A position in a list ordered by a number, the highest first, and then by a key. */
export interface RankPosition {
  rank: number;
  key: string;
}

export interface RankPage {
  limit: number;
  after: RankPosition | undefined;
}

/** A tag or a place with the number of its posts, counted in the newest ones that match. */
export interface FoundLabel {
  name: string;
  /** The most frequent spelling. */
  label: string;
  posts: number;
}

/** A post with a tag or of a place. */
export interface LabelledPost {
  tribeId: number;
  authorId: string;
  /** Empty unless requested. */
  content: string;
  /** Whether there are older ones that were not examined. */
  isCut: boolean;
}

/** The newest posts of a place whose conditions are examined. */
const examinedMax = 3_000;

/** The newest matching posts that are ranked, or grouped by tag or place; a bound on the work of one search. */
const [rankedMax, groupedMax] = [500, 1_000];
/** A complete match of a tag is worth as much as this number of hours of age. */
const hoursPerRank = 4_000;

/** Full-text search in posts (docs/decisions/0036). Permissions are part of each statement. */
export class Search {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** The ids of matching posts: by relevance and age, a number that does not change with time. */
  async rankPosts(range: SearchRange, words: SearchWords, { limit, after }: RankPage): Promise<RankPosition[]> {
    const query = sql`search_query(${words.words}::text[], ${words.lastIsPrefix}::boolean, ${words.bigrams}::text[])`;
    const rest = after ? sql`(rank, id) < (${after.rank}::integer, ${after.key}::uuid)` : sql`true`;
    const { rows } = await sql<RankPosition>`
      with ${matchingPosts(range, { query, max: rankedMax, columns: sql`id` })},
      ranked as (
        select id, floor(extract(epoch from post_search.created_at) / 3600)::integer
          + round(ts_rank(post_search.document, ${query}) * ${hoursPerRank}::integer)::integer as rank
        from matching join post_search on post_id = id)
      select id as key, rank from ranked where ${rest} order by rank desc, id desc limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Tags that begin with a normalised tag, the most frequent first. */
  findTags(range: SearchRange, start: string, page: RankPage): Promise<FoundLabel[]> {
    const found = sql`unnest(tags) as name where name like ${`${start}%`}`;
    return this.#group(range, `#${start}`, sql`select name, name as label from matching, ${found}`, page);
  }

  /** Places with a word that begins with a slug, the most frequent first. */
  findPlaces(range: SearchRange, start: string, page: RankPage): Promise<FoundLabel[]> {
    const found = sql`place is not null and place_slug is not null`;
    return this.#group(
      range,
      `@${start}`,
      sql`select place_slug as name, place as label from matching where ${found}`,
      page,
    );
  }

  async #group(
    range: SearchRange,
    start: string,
    named: RawBuilder<unknown>,
    { limit, after }: RankPage,
  ): Promise<FoundLabel[]> {
    // Only letters without accents, digits and hyphens after the first character.
    const query = sql`(${`'${start}':*`}::text::tsquery)`;
    const rest = after ? sql`(-posts, name) > (${-after.rank}::integer, ${after.key}::text)` : sql`true`;
    const { rows } = await sql<FoundLabel>`
      with ${matchingPosts(range, { query, max: groupedMax, columns: sql`tags, place, place_slug` })},
      named as (${named}),
      counted as (
        select name, mode() within group (order by label) as label, count(*)::integer as posts
        from named group by name)
      select name, label, posts from counted where ${rest} order by posts desc, name limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** The newest posts with a normalised tag, or of a place by its slug, the newest first. */
  async listLabelled(
    range: TribesRange,
    { tag, place }: { tag: string; place: string },
    { max, withContent }: { max: number; withContent: boolean },
  ): Promise<LabelledPost[]> {
    const columns = sql`posts.tribe_id, posts.author_id, posts.created_at,
      case when ${withContent}::boolean then posts.content else '' end as content`;
    const query = sql`(${`'#${tag}'`}::text::tsquery)`;
    const [matching, isCut] =
      tag === ''
        ? [newestWithSlug(range, place, columns), sql`(select count(*) from at_place) >= ${examinedMax}`]
        : [matchingPosts(range, { query, max, columns }), sql`false`];
    const { rows } = await sql<LabelledPost>`
      with ${matching}
      select tribe_id, author_id, content, ${isCut} as is_cut
      from matching order by created_at desc limit ${max}`.execute(this.#db);
    return rows;
  }

  /**
   * Writes the words of posts again, in the order of ids; returns the ids, none when none remain. The lock makes it
   * wait for edits, whose words it would otherwise replace by earlier ones.
   */
  async rebuild(afterId: string | undefined, limit: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      with portion as (
        select id, tribe_id, created_at, content, tags, place, place_slug from posts
        where ${afterId === undefined ? sql`true` : sql`id > ${afterId}::uuid`}
        order by id limit ${limit} for share),
      written as (
        insert into post_search (post_id, tribe_id, created_at, document)
        select id, tribe_id, created_at, search_document(content, tags, place, place_slug) from portion
        on conflict (post_id) do update set document = excluded.document
        where post_search.document <> excluded.document)
      select id from portion order by id`.execute(this.#db);
    return rows.map(({ id }) => id);
  }
}

/**
 * CTEs that end with `matching`: of the newest posts of a place those that the viewer may see. A place has an index of
 * its own, from which alone the newest are chosen: its words are also those with which the slugs of others end.
 */
const newestWithSlug = (range: TribesRange, place: string, columns: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  at_place as materialized (
    select newest.id, max_level, moderates from ${readableTribes(range.tribes)}
    cross join lateral (
      select posts.id, posts.created_at from posts
      where posts.tribe_id = readable.tribe_id and posts.place_slug = ${place}
      order by posts.created_at desc, posts.id desc limit ${examinedMax}) as newest
    order by newest.created_at desc, newest.id desc limit ${examinedMax}),
  matching as (
    select ${columns} from at_place as readable join posts on posts.id = readable.id
    where ${isListedIn(range, readableRights)})`;
