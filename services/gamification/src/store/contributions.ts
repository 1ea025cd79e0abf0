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

/** What identifies a contribution, and the total that it counts for. */
export type ContributionKey = Pick<Row, 'kind' | 'id' | 'userId' | 'tribeId'>;

/** By which column the contributions are found whose points are taken back. */
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

  /** Returns up to `limit` of an owner's contributions, those of a bucket together, without a lock. */
  async pickByBucket(owner: Owner, limit: number): Promise<ContributionKey[]> {
    const { rows } = await sql<ContributionKey>`
      select kind, id, user_id, tribe_id from contributions
      where ${belongsTo(owner)} order by user_id, tribe_id, kind, day limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Returns up to `limit` of the contributions in a tribe, or of those by which a user earns, without a lock. */
  async pick(of: { tribeId: number } | { userId: string }, limit: number): Promise<ContributionKey[]> {
    const where = 'tribeId' in of ? sql`tribe_id = ${of.tribeId}` : sql`user_id = ${of.userId}`;
    const { rows } = await sql<ContributionKey>`
      select kind, id, user_id, tribe_id from contributions where ${where} limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Deletes those of the contributions that still exist. Their totals are locked. */
  async deleteAll(keys: readonly ContributionKey[]): Promise<void> {
    await sql`delete from contributions where (kind, id) in (${namedBy(keys)})`.execute(this.#db);
  }

  /** The same; returns what each bucket lost. */
  async removeAll(keys: readonly ContributionKey[]): Promise<Removal[]> {
    // All parts of the statement see the table as it was before.
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
