import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

export type Mute = Selectable<IdentityDb['mutes']>;

/** Key of a mute within a user's mutes. */
export type MuteKey = Pick<Mute, 'kind' | 'value' | 'tribeId'>;

/** Mutes of people, tribes, tags and words. */
export class Mutes {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Returns false when it was muted before. */
  async add(mute: Mute): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('mutes')
      .values(mute)
      .onConflict((conflict) => conflict.constraint('one_mute').doNothing())
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** Returns false when it was not muted. */
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

  /** Returns all mutes of the users, newest first. */
  ofUsers(userIds: readonly string[]): Promise<Mute[]> {
    return this.#db
      .selectFrom('mutes')
      .selectAll()
      .where('userId', '=', sql<string>`any(${onlyUuids(userIds)}::uuid[])`)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute();
  }

  /** Deletes up to `limit` mutes of a tribe and of people in that tribe only; returns how many. */
  deleteSomeOfTribe(tribeId: number, limit: number): Promise<number> {
    const where = sql`tribe_id = ${tribeId} and tribe_id <> 0 or kind = 'tribe' and value = ${String(tribeId)}`;
    return deletePortion(this.#db, { from: 'mutes', where, limit });
  }
}
