import { type Kysely, sql } from 'kysely';
import type { TribesDb } from './tables.ts';

/** A counter, and how much the number of counted rows exceeds it. */
interface Difference {
  difference: number;
  isWrong: boolean;
}

export interface TribeDifference extends Difference {
  id: number;
}

export interface OwnerDifference extends Difference {
  userId: string;
}

/** Members of a tribe may number a million; so many are counted in a fraction of a statement's time limit. */
const membersAtOnce = 10_000;

/**
 * Counters of tribes and owners, compared with the memberships that they count. A difference is read at one time, when
 * memberships and counters agree but for earlier faults. It is corrected by adding it: changes made since then change
 * both, and stay. So no lock prevents joins while members are counted.
 */
export class Counters {
  readonly #db: Kysely<TribesDb>;
  readonly #membersAtOnce: number;

  constructor(db: Kysely<TribesDb>, limits = { membersAtOnce }) {
    this.#db = db;
    this.#membersAtOnce = limits.membersAtOnce;
  }

  /** Compares the member counts of up to `limit` tribes after an id, in the order of the ids. */
  compareTribes(limit: number, afterId = 0): Promise<TribeDifference[]> {
    const snapshot = this.#db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return snapshot.execute(async (db) => {
      const tribes = await db
        .selectFrom('tribes')
        .select(['id', 'membersCount'])
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute();
      const [first, last] = [tribes.at(0), tribes.at(-1)];
      const active = first && last ? await this.#countActive(db, first.id, last.id) : new Map<number, number>();
      return tribes.map(({ id, membersCount }) => ({ id, ...differenceOf((active.get(id) ?? 0) - membersCount) }));
    });
  }

  /** Counts active members by tribe, of these tribes and those between them. */
  async #countActive(db: Kysely<TribesDb>, firstId: number, lastId: number): Promise<Map<number, number>> {
    const counts = new Map<number, number>();
    let last: LastMember | undefined = { tribeId: firstId, userId: '' };
    while (last) {
      const portion = await this.#countPortion(db, last, lastId);
      for (const { tribeId, active } of portion) counts.set(tribeId, (counts.get(tribeId) ?? 0) + active);
      last = portion.at(-1);
    }
    return counts;
  }

  /** Counts active members among the next `membersAtOnce`, by tribe, each with the last user id read. */
  async #countPortion(db: Kysely<TribesDb>, after: LastMember, lastId: number) {
    const { rows } = await sql<LastMember & { active: number }>`
      select tribe_id, (count(*) filter (where status = 'active'))::integer as active, max(user_id) as user_id
      from (
        select tribe_id, user_id, status from members
        where (tribe_id, user_id) > (${after.tribeId}::integer, ${after.userId}::text) and tribe_id <= ${lastId}
        order by tribe_id, user_id limit ${this.#membersAtOnce}
      ) as portion
      group by tribe_id order by tribe_id`.execute(db);
    return rows;
  }

  /**
   * Compares the numbers of owned tribes of up to `limit` users after an id, in the order of the ids. Owners without a
   * number are missing: it is deleted only with the account.
   */
  async compareOwners(limit: number, afterId = ''): Promise<OwnerDifference[]> {
    const owned = sql<number>`(select count(*)::integer from members join tribes on tribes.id = members.tribe_id
      where members.user_id = owners.user_id and members.role = 'owner')`;
    const owners = await this.#db
      .selectFrom('owners')
      .select(['userId', sql<number>`${owned} - tribes`.as('difference')])
      .where('userId', '>', afterId)
      .orderBy('userId')
      .limit(limit)
      .execute();
    return owners.map(({ userId, difference }) => ({ userId, ...differenceOf(difference) }));
  }

  /** Returns false if the tribe is deleted. */
  async correctTribe({ id, difference }: TribeDifference): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('tribes')
      .set((row) => ({ membersCount: row('membersCount', '+', difference) }))
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Returns false if the account is deleted. */
  async correctOwner({ userId, difference }: OwnerDifference): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('owners')
      .set((row) => ({ tribes: row('tribes', '+', difference) }))
      .where('userId', '=', userId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}

interface LastMember {
  tribeId: number;
  userId: string;
}

const differenceOf = (difference: number): Difference => ({ difference, isWrong: difference !== 0 });
