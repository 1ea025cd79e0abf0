import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, sql } from 'kysely';
import type { ContributionKind, GamificationDb } from './tables.ts';

type Row = GamificationDb['contributions'];

/** Something for whose existence a user earns points (decisions.md 3). */
export type Contribution = Omit<Row, 'day' | 'balance'>;

/** The contributions of a user in a tribe on one UTC day. */
export type Bucket = Pick<Row, 'userId' | 'tribeId' | 'kind' | 'day'>;

/** How many of a bucket exist. */
export interface BucketCount extends Bucket {
  count: number;
}

/** On which day a contribution counts, and its balance: it exists while that is above 0. */
export interface CountedContribution {
  contribution: Pick<Contribution, 'kind' | 'id'>;
  day: string;
  balance: number;
}

/** How many contributions of a bucket were deleted, and how many there were before. */
export interface Removal extends Bucket {
  removed: number;
  before: number;
}

/** By which column contributions are deleted. */
export type Owner = { postId: string } | { commentId: string } | { giverId: string };

/** Posts, comments and likes that exist. */
export class Contributions {
  readonly #db: Kysely<GamificationDb>;

  constructor(db: Kysely<GamificationDb>) {
    this.#db = db;
  }

  /** Those of the contributions that are stored. */
  async find(contributions: readonly Pick<Contribution, 'kind' | 'id'>[]): Promise<CountedContribution[]> {
    const { rows } = await sql<{ kind: ContributionKind; id: string; day: string; balance: number }>`
      select kind, id, day, balance from contributions where (kind, id) in (
        select * from unnest(${contributions.map(({ kind }) => kind)}::text[],
          ${contributions.map(({ id }) => id)}::text[])
      )`.execute(this.#db);
    return rows.map(({ kind, id, day, balance }) => ({ contribution: { kind, id }, day, balance }));
  }

  /** How many of each bucket exist. */
  async count(buckets: readonly Bucket[]): Promise<BucketCount[]> {
    const { rows } = await sql<BucketCount>`
      select bucket.*, (
        select count(*)::integer from contributions as existing
        where existing.user_id = bucket.user_id and existing.tribe_id = bucket.tribe_id
          and existing.kind = bucket.kind and existing.day = bucket.day and existing.balance > 0
      ) as count
      from (
        select distinct * from unnest(${buckets.map(({ userId }) => userId)}::text[],
          ${buckets.map(({ tribeId }) => tribeId)}::integer[], ${buckets.map(({ kind }) => kind)}::text[],
          ${buckets.map(({ day }) => day)}::text[]) as named (user_id, tribe_id, kind, day)
      ) as bucket`.execute(this.#db);
    return rows;
  }

  /** Stores contributions as they are now; one of balance 0 is like an unknown one, and not stored. */
  async save(changed: readonly (CountedContribution & { contribution: Contribution })[]): Promise<void> {
    const gone = changed.filter(({ balance }) => balance === 0).map(({ contribution }) => contribution);
    const kept = changed.filter(({ balance }) => balance !== 0);
    if (gone.length > 0)
      await sql`
        delete from contributions where (kind, id) in (
          select * from unnest(${gone.map(({ kind }) => kind)}::text[], ${gone.map(({ id }) => id)}::text[])
        )`.execute(this.#db);
    if (kept.length > 0) await this.#upsert(kept);
  }

  async #upsert(changed: readonly (CountedContribution & { contribution: Contribution })[]): Promise<void> {
    const column = <T>(read: (contribution: Contribution) => T) =>
      changed.map(({ contribution }) => read(contribution));
    const arrays = [
      sql`${column(({ kind }) => kind)}::text[]`,
      sql`${column(({ id }) => id)}::text[]`,
      sql`${column(({ userId }) => userId)}::text[]`,
      sql`${column(({ tribeId }) => tribeId)}::integer[]`,
      sql`${column(({ postId }) => postId)}::text[]`,
      sql`${column(({ commentId }) => commentId)}::text[]`,
      sql`${column(({ giverId }) => giverId)}::text[]`,
      sql`${changed.map(({ day }) => day)}::text[]`,
      sql`${changed.map(({ balance }) => balance)}::integer[]`,
    ];
    await sql`
      insert into contributions (kind, id, user_id, tribe_id, post_id, comment_id, giver_id, day, balance)
      select * from unnest(${sql.join(arrays)})
      on conflict (kind, id) do update set day = excluded.day, balance = excluded.balance`.execute(this.#db);
  }

  /**
   * Deletes up to so many of the contributions to a post or a comment, or of the likes of a user; resolves to what each
   * bucket lost, and how many were deleted.
   */
  async deleteSomeOf(owner: Owner, limit: number): Promise<{ removals: Removal[]; count: number }> {
    // All parts of the statement see the table as it was before.
    const { rows } = await sql<Removal & { count: number }>`
      with taken as (
        select ctid from contributions where ${belongsTo(owner)} order by user_id, tribe_id, kind, day limit ${limit}
      ), removed as (
        delete from contributions where ctid in (select ctid from taken)
        returning user_id, tribe_id, kind, day, balance
      ), buckets as (
        select user_id, tribe_id, kind, day, count(*) filter (where balance > 0)::integer as removed,
          count(*)::integer as count
        from removed group by user_id, tribe_id, kind, day
      )
      select user_id, tribe_id, kind, day, removed, count, (
        select count(*)::integer from contributions as existing
        where existing.user_id = buckets.user_id and existing.tribe_id = buckets.tribe_id
          and existing.kind = buckets.kind and existing.day = buckets.day and existing.balance > 0
      ) as before
      from buckets order by user_id, tribe_id, kind, day`.execute(this.#db);
    return {
      removals: rows.map(({ count, ...removal }) => removal).filter(({ removed }) => removed > 0),
      count: rows.reduce((sum, { count }) => sum + count, 0),
    };
  }

  /** Deletes up to so many of those of a tribe, or of who earns by them; returns how many. */
  deleteSomeIn(of: { tribeId: number } | { userId: string }, limit: number): Promise<number> {
    const where = 'tribeId' in of ? sql`tribe_id = ${of.tribeId}` : sql`user_id = ${of.userId}`;
    return deletePortion(this.#db, { from: 'contributions', where, limit });
  }
}

function belongsTo(owner: Owner) {
  if ('postId' in owner) return sql`post_id = ${owner.postId}`;
  if ('commentId' in owner) return sql`comment_id = ${owner.commentId}`;
  return sql`giver_id = ${owner.giverId}`;
}
