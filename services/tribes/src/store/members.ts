import type { MemberRole } from '@tribus/proto/tribes/v1/types.ts';
import { type Kysely, sql } from 'kysely';
import { isActive, type Member, type Membership } from './memberships.ts';
import type { Role, Status, TribesDb } from './tables.ts';

/** Where a page of members ended. It goes to readers who may not learn whose row it is, so it names nobody. */
export interface MemberPosition {
  role: Role;
  since: Date;
  seq: number;
}

interface PageOfMembers {
  status: Status;
  limit: number;
  after?: MemberPosition;
}

/** Memberships, active and other, and how many tribes somebody owns. */
export class Members {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Owner, officers, then members, each by the time they came. */
  listPage(tribeId: number, { status, limit, after }: PageOfMembers): Promise<(Member & MemberPosition)[]> {
    let query = this.#db
      .selectFrom('members')
      .select(['userId', 'status', 'role', 'levelOrder', 'since', 'seq'])
      .where('tribeId', '=', tribeId)
      .where('status', '=', status)
      .orderBy('place')
      .orderBy('since')
      .orderBy('seq')
      .limit(limit);
    if (after) {
      const { role, since, seq } = after;
      query = query.where(sql<boolean>`(place, since, seq) > (${placeOf[role]}, ${since}, ${seq})`);
    }
    return query.execute();
  }

  /** The user ids of active members; of all roles when none is named. */
  async listUserIds(tribeId: number, roles: readonly MemberRole[], limit: number, after: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('members')
      .select('userId')
      .where('tribeId', '=', tribeId)
      .where('status', '=', 'active')
      .where('userId', '>', after)
      .$if(roles.length > 0, (query) => query.where('role', '=', sql<Role>`any(${roles})`))
      .orderBy('userId')
      .limit(limit)
      .execute();
    return rows.map((row) => row.userId);
  }

  /** The ids of the tribes in which somebody has a membership of any state, in order. */
  async listTribeIds(userId: string): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('members')
      .select('tribeId')
      .where('userId', '=', userId)
      .orderBy('tribeId')
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
      .values({ tribeId, userId, ...row })
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
