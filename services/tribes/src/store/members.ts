import { countUpTo } from '@tribus/kit/postgres/count-up-to.ts';
import type { MemberRole } from '@tribus/proto/tribes/v1/types.ts';
import { type Kysely, sql } from 'kysely';
import { isActive, type Member, type Membership } from './memberships.ts';
import { isOfTribe } from './orphans.ts';
import type { Role, Status, TribesDb } from './tables.ts';

/** Where a page of members ended. It goes to readers who may not learn whose row it is, so it names nobody. */
export interface MemberPosition {
  role: Role;
  since: Date;
  seq: number;
}

/** Where a page of members of several tribes ended. */
export interface FellowPosition extends MemberPosition {
  tribeId: number;
}

/** Somebody who is left out of a list of a tribe's members. */
export interface LeftOutMember {
  tribeId: number;
  userId: string;
  /** Members above this level stay: the viewer sees them without a name, and one who vanished would have one. */
  upToLevel: number;
}

interface PageOfMembers {
  status: Status;
  leftOut: readonly LeftOutMember[];
  limit: number;
  after?: MemberPosition;
  /** Of all roles when absent. */
  role?: Role;
  /** Of these users only. */
  among?: Iterable<string>;
}

interface PageOfIds {
  /** Empty: of all. */
  roles: readonly MemberRole[];
  /** Also those who have left. */
  withFormer: boolean;
  limit: number;
  after: string;
}

/** Memberships, active and other, and how many tribes somebody owns. */
export class Members {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Owner, officers, then members, each by the time they came. */
  listPage(
    tribeId: number,
    { status, leftOut, limit, after, role, among }: PageOfMembers,
  ): Promise<(Member & MemberPosition)[]> {
    let query = this.#db
      .selectFrom('members')
      .select(['userId', 'status', 'role', 'levelOrder', 'since', 'seq'])
      .where('tribeId', '=', tribeId)
      .where('status', '=', status)
      .$if(leftOut.length > 0, (among) => among.where(isShown(leftOut)))
      .orderBy('place')
      .orderBy('since')
      .orderBy('seq')
      .limit(limit);
    if (role) query = query.where('role', '=', role);
    if (among) query = query.where('userId', '=', sql<string>`any(${[...among]}::text[])`);
    if (after) {
      const { since, seq } = after;
      query = query.where(sql<boolean>`(place, since, seq) > (${placeOf[after.role]}, ${since}, ${seq})`);
    }
    return query.execute();
  }

  /** How many have asked to join; `most` when there are as many or more. */
  countPending(tribeId: number, most: number): Promise<number> {
    const waiting = this.#db
      .selectFrom('members')
      .select('userId')
      .where('tribeId', '=', tribeId)
      .where('status', '=', 'pending');
    return countUpTo(this.#db, waiting, most);
  }

  /** How many of these users are active members, without those who are left out of lists. */
  async countAmong(tribeId: number, userIds: Iterable<string>, leftOut: readonly LeftOutMember[]): Promise<number> {
    const { count } = await this.#db
      .selectFrom('members')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('tribeId', '=', tribeId)
      .where('status', '=', 'active')
      .where('userId', '=', sql<string>`any(${[...userIds]}::text[])`)
      .$if(leftOut.length > 0, (among) => among.where(isShown(leftOut)))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** The active members of several tribes but one user: tribe by tribe, each as in `listPage`. */
  async listPageOfTribes(
    tribeIds: readonly number[],
    {
      butUserId,
      leftOut,
      limit,
      after,
    }: { butUserId: string; leftOut: readonly LeftOutMember[]; limit: number; after?: FellowPosition },
  ): Promise<(Member & FellowPosition)[]> {
    return this.#db
      .selectFrom('members')
      .select(['tribeId', 'userId', 'status', 'role', 'levelOrder', 'since', 'seq'])
      .where('tribeId', '=', sql<number>`any(${tribeIds}::integer[])`)
      .where('status', '=', 'active')
      .where('userId', '!=', butUserId)
      .$if(leftOut.length > 0, (among) => among.where(isShown(leftOut)))
      .$if(after !== undefined, (query) => query.where(after ? isAfter(after) : sql<boolean>`true`))
      .orderBy('tribeId')
      .orderBy('place')
      .orderBy('since')
      .orderBy('seq')
      .limit(limit)
      .execute();
  }

  /** The user ids of active members; of all roles when none is named. */
  async listUserIds(tribeId: number, { roles, withFormer, limit, after }: PageOfIds): Promise<string[]> {
    const isOfRole = (column: 'members.role' | 'stays.role') =>
      roles.length === 0
        ? sql<boolean>`true`
        : sql<boolean>`coalesce(${sql.ref(column)}, 'member') = any(${roles}::text[])`;
    const former = this.#db
      .selectFrom('stays')
      .select(sql<string>`user_id`.as('userId'))
      .where('tribeId', '=', tribeId)
      .where('leftAt', 'is not', null)
      .where('userId', '>', after)
      .where(isOfTribe('stays'))
      .where(isOfRole('stays.role'))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('members')
              .whereRef('members.tribeId', '=', 'stays.tribeId')
              .whereRef('members.userId', '=', 'stays.userId')
              .where('members.status', '=', 'active'),
          ),
        ),
      );
    const rows = await this.#db
      .selectFrom('members')
      .select('userId')
      .where('tribeId', '=', tribeId)
      .where('status', '=', 'active')
      .where('userId', '>', after)
      .where(isOfTribe('members'))
      .where(isOfRole('members.role'))
      .$if(withFormer, (query) => query.union(former))
      .orderBy('userId')
      .limit(limit)
      .execute();
    return rows.map((row) => row.userId);
  }

  /** The ids of the first tribes in which somebody has a membership of any state, in order. */
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

  /** Changes a membership (null: none) and the tribe's number of members with it. */
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

  /** Counts one more tribe as theirs, unless they would own more than `most`. */
  async incrementOwned(userId: string, most = unlimited): Promise<boolean> {
    const claimed = await this.#db
      .insertInto('owners')
      .values({ userId, tribes: 1 })
      .onConflict((conflict) =>
        conflict
          .column('userId')
          .doUpdateSet((row) => ({ tribes: row('owners.tribes', '+', 1) }))
          .where('owners.tribes', '<', most),
      )
      .executeTakeFirst();
    return (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** How many tribes somebody owns. */
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

/** As the generated column has it. */
const placeOf: Record<Role, number> = { owner: 1, officer: 2, member: 3 };

const isAfter = ({ tribeId, role, since, seq }: FellowPosition) =>
  sql<boolean>`(tribe_id, place, since, seq) > (${tribeId}, ${placeOf[role]}, ${since}, ${seq})`;

const isShown = (leftOut: readonly LeftOutMember[]) => sql<boolean>`not exists (
  select from unnest(
    ${leftOut.map(({ tribeId }) => tribeId)}::integer[],
    ${leftOut.map(({ userId }) => userId)}::text[],
    ${leftOut.map(({ upToLevel }) => upToLevel)}::integer[]
  ) as left_out (tribe_id, user_id, up_to_level)
  where left_out.tribe_id = members.tribe_id and left_out.user_id = members.user_id
    and (members.role <> 'member' or members.level_order <= left_out.up_to_level))`;
