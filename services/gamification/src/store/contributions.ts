import { type Kysely, sql } from 'kysely';
import type { ContributionKind, GamificationDb } from './tables.ts';

type Row = GamificationDb['contributions'];

/** A contribution that earns points while it exists (decisions.md 3). */
export type Contribution = Omit<Row, 'day' | 'balance'>;

/** The contributions of a user in a tribe on one UTC day. */
export type Bucket = Pick<Row, 'userId' | 'tribeId' | 'kind' | 'day'>;

/** The number of existing contributions in a bucket. */
export interface BucketCount extends Bucket {
  count: number;
}

/** The day on which a contribution counts, and its balance: it exists while the balance is above 0. */
export interface CountedContribution {
  contribution: Pick<Contribution, 'kind' | 'id'>;
  day: string;
  balance: number;
}

/** The number of deleted contributions in a bucket, and the number before. */
export interface Removal extends Bucket {
  removed: number;
  before: number;
}

/** The key of a contribution, and of its total. */
export type ContributionKey = Pick<Row, 'kind' | 'id' | 'userId' | 'tribeId'>;

/** The column that selects the contributions to revoke. */
export type Owner = { postId: string } | { commentId: string } | { giverId: string };

/** Existing posts, comments and likes. */
export class Contributions {
  readonly #db: Kysely<GamificationDb>;

  constructor(db: Kysely<GamificationDb>) {
    this.#db = db;
  }

  /** Returns those of these contributions that are stored. */
  async find(contributions: readonly Pick<Contribution, 'kind' | 'id'>[]): Promise<CountedContribution[]> {
    const { rows } = await sql<{ kind: ContributionKind; id: string; day: string; balance: number }>`
      select kind, id, day, balance from contributions where (kind, id) in (
        select * from unnest(${contributions.map(({ kind }) => kind)}::text[],
          ${contributions.map(({ id }) => id)}::text[])
      )`.execute(this.#db);
    return rows.map(({ kind, id, day, balance }) => ({ contribution: { kind, id }, day, balance }));
  }

  /** Counts the existing contributions of each bucket. */
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

  /** Stores contributions in their new state; one with balance 0 is deleted. */
  async save(changed: readonly (CountedContribution & { contribution: Contribution })[]): Promise<void> {
    const deleted = changed.filter(({ balance }) => balance === 0).map(({ contribution }) => contribution);
    const stored = changed.filter(({ balance }) => balance !== 0);
    if (deleted.length > 0)
      await sql`
        delete from contributions where (kind, id) in (
          select * from unnest(${deleted.map(({ kind }) => kind)}::text[], ${deleted.map(({ id }) => id)}::text[])
        )`.execute(this.#db);
    if (stored.length > 0) await this.#upsert(stored);
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

  /** Returns up to `limit` contributions of an owner, grouped by bucket, without a lock. */
  async pickByBucket(owner: Owner, limit: number): Promise<ContributionKey[]> {
    const { rows } = await sql<ContributionKey>`
      select kind, id, user_id, tribe_id from contributions
      where ${belongsTo(owner)} order by user_id, tribe_id, kind, day limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Returns up to `limit` contributions in a tribe, or of a user who earns by them, without a lock. */
  async pick(of: { tribeId: number } | { userId: string }, limit: number): Promise<ContributionKey[]> {
    const where = 'tribeId' in of ? sql`tribe_id = ${of.tribeId}` : sql`user_id = ${of.userId}`;
    const { rows } = await sql<ContributionKey>`
      select kind, id, user_id, tribe_id from contributions where ${where} limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Deletes the contributions that still exist. Their totals must be locked. */
  async deleteAll(keys: readonly ContributionKey[]): Promise<void> {
    await sql`delete from contributions where (kind, id) in (${namedBy(keys)})`.execute(this.#db);
  }

  /** As `deleteAll`; returns the number removed from each bucket. */
  async removeAll(keys: readonly ContributionKey[]): Promise<Removal[]> {
    // All sub-statements use the same snapshot, from before the deletion.
    const { rows } = await sql<Removal>`
      with removed as (
        delete from contributions where (kind, id) in (${namedBy(keys)})
        returning user_id, tribe_id, kind, day, balance
      ), buckets as (
        select user_id, tribe_id, kind, day, count(*)::integer as removed
        from removed where balance > 0 group by user_id, tribe_id, kind, day
      )
      select user_id, tribe_id, kind, day, removed, (
        select count(*)::integer from contributions as existing
        where existing.user_id = buckets.user_id and existing.tribe_id = buckets.tribe_id
          and existing.kind = buckets.kind and existing.day = buckets.day and existing.balance > 0
      ) as before
      from buckets order by user_id, tribe_id, kind, day`.execute(this.#db);
    return rows;
  }
}

const namedBy = (keys: readonly Pick<Row, 'kind' | 'id'>[]) => sql`
  select * from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ id }) => id)}::text[])`;

function belongsTo(owner: Owner) {
  if ('postId' in owner) return sql`post_id = ${owner.postId}`;
  if ('commentId' in owner) return sql`comment_id = ${owner.commentId}`;
  return sql`giver_id = ${owner.giverId}`;
}
