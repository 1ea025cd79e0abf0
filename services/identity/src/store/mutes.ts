import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

export type Mute = Selectable<IdentityDb['mutes']>;

/** By what a mute of somebody is found. */
export type MuteKey = Pick<Mute, 'kind' | 'value' | 'tribeId'>;

/** What people do not want in their feeds and notifications. */
export class Mutes {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** False when it was muted before. */
  async add(mute: Mute): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('mutes')
      .values(mute)
      .onConflict((conflict) => conflict.constraint('one_mute').doNothing())
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** False when it was not muted. */
  async remove(userId: string, { kind, value, tribeId }: MuteKey): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('mutes')
      .where((row) => row.and({ userId, kind, value, tribeId }))
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  async count(userId: string, kind: Mute['kind']): Promise<number> {
    const { count } = await this.#db
      .selectFrom('mutes')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where((row) => row.and({ userId, kind }))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** All of the users, the newest first. */
  ofUsers(userIds: readonly string[]): Promise<Mute[]> {
    return this.#db
      .selectFrom('mutes')
      .selectAll()
      .where('userId', '=', sql<string>`any(${onlyUuids(userIds)}::uuid[])`)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute();
  }

  /** Deletes up to so many of a tribe and of people in it alone, and returns how many. */
  deleteSomeOfTribe(tribeId: number, limit: number): Promise<number> {
    const where = sql`tribe_id = ${tribeId} and tribe_id <> 0 or kind = 'tribe' and value = ${String(tribeId)}`;
    return deletePortion(this.#db, { from: 'mutes', where, limit });
  }
}
