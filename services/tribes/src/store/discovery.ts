import { homininiId } from '@tribus/community/limits.ts';
import type { Clock } from '@tribus/kit/core/clock.ts';
import { type Kysely, sql } from 'kysely';
import type { Member } from './memberships.ts';
import type { TribesDb } from './tables.ts';
import { isListedFor } from './tribes.ts';

/** The criteria of a candidate, besides its size. */
interface Wanted {
  /** Users whose tribes are candidates where they are owner or officer. */
  leaderIds: readonly string[];
  tags: readonly string[];
  excludedIds: readonly number[];
  /** The number of candidates of each kind. */
  limit: number;
}

export type Leader = Member & { tribeId: number };

/** Joins counted per tribe at most. */
const joinsMax = 1_000;
const leadersMax = 500;

/** Tribes to suggest to a user (docs/decisions/0044). */
export class Discovery {
  readonly #db: Kysely<TribesDb>;
  readonly #clock: Clock;

  constructor(db: Kysely<TribesDb>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Returns tribes of the directory that the user might join: the largest ones led by `leaderIds`, with one of the
   * tags, and of all. Without those that have rejected or banned them.
   */
  async findCandidates(userId: string, { leaderIds, tags, excludedIds, limit }: Wanted): Promise<number[]> {
    const isOpen = sql`${isListedFor({ id: userId, seesAll: false })}
      and tribes.id <> ${homininiId} and tribes.id <> all(${excludedIds}::integer[])
      and not exists (select from members as own where own.tribe_id = tribes.id and own.user_id = ${userId}
        and own.status <> 'pending')
      and not exists (select from bans where bans.tribe_id = tribes.id and bans.user_id = ${userId}
        and bans.lifted_at is null and (bans.ends_at is null or bans.ends_at > ${this.#clock.now()}))`;
    const largest = (condition: ReturnType<typeof sql>) => sql`(
      select tribes.id from tribes where ${condition} and ${isOpen}
      order by tribes.members_count desc, tribes.id limit ${limit})`;
    const { rows } = await sql<{ id: number }>`
      with led as materialized (
        select distinct tribe_id from members
        where user_id = any(${leaderIds}::text[]) and status = 'active' and role <> 'member')
      ${largest(sql`not tribes.is_private and tribes.id in (select tribe_id from led)`)}
      union ${largest(sql`tribes.tags && ${tags}::text[]`)}
      union ${largest(sql`true`)}`.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  /** Returns the owners and officers among these users: tribe by tribe, owners first. */
  async findLeaders(tribeIds: readonly number[], userIds: readonly string[]): Promise<Leader[]> {
    return this.#db
      .selectFrom('members')
      .select(['tribeId', 'userId', 'status', 'role', 'levelOrder', 'since'])
      .where('tribeId', '=', sql<number>`any(${tribeIds}::integer[])`)
      .where('userId', '=', sql<string>`any(${userIds}::text[])`)
      .where('status', '=', 'active')
      .where('role', '<>', 'member')
      .orderBy('tribeId')
      .orderBy('place')
      .orderBy('since')
      .orderBy('seq')
      .limit(leadersMax)
      .execute();
  }

  /** Returns the number of joins since then of members who have not left, by tribe; without tribes that have none. */
  async countJoins(tribeIds: readonly number[], since: Date): Promise<Map<number, number>> {
    const { rows } = await sql<{ tribeId: number; joins: number }>`
      select wanted.id as tribe_id, count(*)::integer as joins
      from unnest(${tribeIds}::integer[]) as wanted (id) cross join lateral (
        select from stays where stays.tribe_id = wanted.id and stays.joined_at > ${since} and stays.left_at is null
        limit ${joinsMax}) as recent
      group by wanted.id`.execute(this.#db);
    return new Map(rows.map(({ tribeId, joins }) => [tribeId, joins]));
  }
}
