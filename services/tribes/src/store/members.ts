import { homininiId } from '@tribus/community/limits.ts';
import { countUpTo } from '@tribus/kit/postgres/count-up-to.ts';
import type { MemberRole } from '@tribus/proto/tribes/v1/types.ts';
import { type Kysely, sql } from 'kysely';
import { isActive, type Member, type Membership } from './memberships.ts';
import { isOfTribe } from './orphans.ts';
import type { Role, Status, TribesDb } from './tables.ts';

/** Position of a page of members. It contains no user id, because the client may not learn whose row it is. */
export interface MemberPosition {
  role: Role;
  since: Date;
  seq: number;
}

/** Position of a page of members of several tribes. */
export interface FellowPosition extends MemberPosition {
  tribeId: number;
}

/** A member to leave out of a tribe's member list. */
export interface ExcludedMember {
  tribeId: number;
  userId: string;
  /** Members above this level are not left out: they are listed without a name, and their absence would reveal it. */
  upToLevel: number;
}

export interface Fellow {
  userId: string;
  /** The first of `tribeIds`. */
  tribeId: number;
  tribeIds: number[];
}

interface VisibleFellows {
  /** Whether the user sees the names of all members. */
  seesAll: boolean;
  excluded: readonly ExcludedMember[];
  /** Members read of each tribe. */
  perTribe: number;
  limit: number;
}

interface PageOfMembers {
  status: Status;
  excluded: readonly ExcludedMember[];
  limit: number;
  after?: MemberPosition;
  /** All roles when absent. */
  role?: Role;
  /** Limits the page to these users. */
  among?: Iterable<string>;
}

interface PageOfIds {
  /** Empty for all roles. */
  roles: readonly MemberRole[];
  limit: number;
  after: string;
}

/** Memberships of all states, and the number of tribes a user owns. */
export class Members {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Returns owner, officers, then members, each by the time they joined. */
  listPage(
    tribeId: number,
    { status, excluded, limit, after, role, among }: PageOfMembers,
  ): Promise<(Member & MemberPosition)[]> {
    let query = this.#db
      .selectFrom('members')
      .select(['userId', 'status', 'role', 'levelOrder', 'since', 'seq'])
      .where('tribeId', '=', tribeId)
      .where('status', '=', status)
      .$if(excluded.length > 0, (among) => among.where(isShown(excluded)))
      .orderBy('place')
      .orderBy('since')
      .orderBy('seq')
      .limit(limit);
    if (role) query = query.where('role', '=', role);
    if (among) query = query.where('userId', '=', sql<string>`any(${[...among]}::text[])`);
    if (after) {
      const { since, seq } = after;
      query = query.where(sql<boolean>`(place, since, seq) > (${roleOrder[after.role]}, ${since}, ${seq})`);
    }
    return query.execute();
  }

  /** Counts requests to join, up to `max`. */
  countPending(tribeId: number, max: number): Promise<number> {
    const waiting = this.#db
      .selectFrom('members')
      .select('userId')
      .where('tribeId', '=', tribeId)
      .where('status', '=', 'pending');
    return countUpTo(this.#db, waiting, max);
  }

  /** Counts active members among these users, except those left out of lists. */
  async countAmong(tribeId: number, userIds: Iterable<string>, excluded: readonly ExcludedMember[]): Promise<number> {
    const { count } = await this.#db
      .selectFrom('members')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('tribeId', '=', tribeId)
      .where('status', '=', 'active')
      .where('userId', '=', sql<string>`any(${[...userIds]}::text[])`)
      .$if(excluded.length > 0, (among) => among.where(isShown(excluded)))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Returns the active members of several tribes except one user: tribe by tribe, each in the order of `listPage`. */
  async listPageOfTribes(
    tribeIds: readonly number[],
    {
      butUserId,
      excluded,
      limit,
      after,
    }: { butUserId: string; excluded: readonly ExcludedMember[]; limit: number; after?: FellowPosition },
  ): Promise<(Member & FellowPosition)[]> {
    return this.#db
      .selectFrom('members')
      .select(['tribeId', 'userId', 'status', 'role', 'levelOrder', 'since', 'seq'])
      .where('tribeId', '=', sql<number>`any(${tribeIds}::integer[])`)
      .where('status', '=', 'active')
      .where('userId', '!=', butUserId)
      .$if(excluded.length > 0, (among) => among.where(isShown(excluded)))
      .$if(after !== undefined, (query) => query.where(after ? isAfter(after) : sql<boolean>`true`))
      .orderBy('tribeId')
      .orderBy('place')
      .orderBy('since')
      .orderBy('seq')
      .limit(limit)
      .execute();
  }

  /**
   * Returns the other active members of a user's tribes whose names the user sees in at least one of them, with
   * these tribes in order; those who joined last come first. The same rule as `isHidden` of the presenter. Only the
   * newest `perTribe` members of each tribe are read, before the conditions apply, so that the work is bounded.
   */
  async listFellows(userId: string, { seesAll, excluded, perTribe, limit }: VisibleFellows): Promise<Fellow[]> {
    const isNamed = sql<boolean>`(${seesAll}::boolean or own.role <> 'member' or members.role <> 'member'
      or members.level_order <= own.level_order)`;
    const { rows } = await sql<Fellow>`
      select members.user_id, min(members.tribe_id) as tribe_id,
        array_agg(members.tribe_id order by members.tribe_id) as tribe_ids
      from members as own
      cross join lateral (
        select * from members as newest
        where newest.tribe_id = own.tribe_id and newest.status = 'active'
        order by newest.seq desc limit ${perTribe}) as members
      where own.user_id = ${userId} and own.status = 'active' and own.tribe_id <> ${homininiId}
        and members.user_id <> ${userId} and ${isNamed} and ${isOfTribe('members')}
        and ${excluded.length > 0 ? isShown(excluded) : sql`true`}
      group by members.user_id order by max(members.seq) desc limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Returns the user ids of active members; of all roles when `roles` is empty. */
  async listUserIds(tribeId: number, { roles, limit, after }: PageOfIds): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('members')
      .select('userId')
      .where('tribeId', '=', tribeId)
      .where('status', '=', 'active')
      .where('userId', '>', after)
      .where(isOfTribe('members'))
      .$if(roles.length > 0, (query) => query.where(sql<boolean>`role = any(${roles}::text[])`))
      .orderBy('userId')
      .limit(limit)
      .execute();
    return rows.map((row) => row.userId);
  }

  /** Returns the first tribe ids, in order, in which the user has a membership of any state. */
  async listTribeIds(userId: string, limit: number): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('members')
      .select('tribeId')
      .where('userId', '=', userId)
      .where(isOfTribe('members'))
      .orderBy('tribeId')
      .limit(limit)
      .execute();
    return rows.map((row) => row.tribeId);
  }

  /** Changes a membership (null: none) and the tribe's member count. */
  async change(tribeId: number, userId: string, from: Membership | null, to: Membership | null): Promise<void> {
    if (to) await this.#put(tribeId, userId, to);
    else await this.#db.deleteFrom('members').where('tribeId', '=', tribeId).where('userId', '=', userId).execute();
    const more = Number(isActive(to)) - Number(isActive(from));
    if (more === 0) return;
    await this.#db
      .updateTable('tribes')
      .set((row) => ({ membersCount: row('membersCount', '+', more) }))
      .where('id', '=', tribeId)
      .execute();
  }

  async #put(tribeId: number, userId: string, { status, role, levelOrder, since }: Membership): Promise<void> {
    const row = { status, role, levelOrder, since };
    await this.#db
      .insertInto('members')
      .values({ tribeId, userId, answers: null, ...row })
      .onConflict((conflict) => conflict.columns(['tribeId', 'userId']).doUpdateSet(row))
      .execute();
  }

  /** Counts one more owned tribe; returns false when it would exceed `max`. */
  async incrementOwned(userId: string, max = unlimited): Promise<boolean> {
    const claimed = await this.#db
      .insertInto('owners')
      .values({ userId, tribes: 1 })
      .onConflict((conflict) =>
        conflict
          .column('userId')
          .doUpdateSet((row) => ({ tribes: row('owners.tribes', '+', 1) }))
          .where('owners.tribes', '<', max),
      )
      .executeTakeFirst();
    return (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** Returns the number of tribes a user owns. */
  async countOwned(userId: string): Promise<number> {
    const row = await this.#db.selectFrom('owners').select('tribes').where('userId', '=', userId).executeTakeFirst();
    return row?.tribes ?? 0;
  }

  async deleteOwner(userId: string): Promise<void> {
    await this.#db.deleteFrom('owners').where('userId', '=', userId).execute();
  }

  async decrementOwned(userId: string): Promise<void> {
    await this.#db
      .updateTable('owners')
      .set((row) => ({ tribes: row('tribes', '-', 1) }))
      .where('userId', '=', userId)
      .execute();
  }
}

const unlimited = 2_147_483_647;

/** Equals the generated column `place`. */
const roleOrder: Record<Role, number> = { owner: 1, officer: 2, member: 3 };

const isAfter = ({ tribeId, role, since, seq }: FellowPosition) =>
  sql<boolean>`(tribe_id, place, since, seq) > (${tribeId}, ${roleOrder[role]}, ${since}, ${seq})`;

const isShown = (excluded: readonly ExcludedMember[]) => sql<boolean>`not exists (
  select from unnest(
    ${excluded.map(({ tribeId }) => tribeId)}::integer[],
    ${excluded.map(({ userId }) => userId)}::text[],
    ${excluded.map(({ upToLevel }) => upToLevel)}::integer[]
  ) as left_out (tribe_id, user_id, up_to_level)
  where left_out.tribe_id = members.tribe_id and left_out.user_id = members.user_id
    and (members.role <> 'member' or members.level_order <= left_out.up_to_level))`;
