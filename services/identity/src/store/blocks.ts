import type { TribeUser } from '@tribus/community/tribe-user-set.ts';
import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

export type Block = Selectable<IdentityDb['blocks']>;

/** Whether one of two users blocked the other, everywhere or in the tribe. */
export const isBlockBetween = (one: RawBuilder<unknown>, other: RawBuilder<unknown>, tribeId: number) => sql<boolean>`
  exists (select from blocks where tribe_id in (0, ${tribeId}::integer)
    and ((user_id = ${one} and blocked_id = ${other}) or (user_id = ${other} and blocked_id = ${one})))`;

/** Blocks between users. */
export class Blocks {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Adds a block, or returns the existing one; `isNew` is false then. */
  async add(block: Block): Promise<{ block: Block; isNew: boolean }> {
    const added = await this.#db
      .insertInto('blocks')
      .values(block)
      .onConflict((conflict) => conflict.constraint('one_block').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (added) return { block: added, isNew: true };
    const { userId, blockedId, tribeId } = block;
    const before = await this.#db
      .selectFrom('blocks')
      .selectAll()
      .where((row) => row.and({ userId, blockedId, tribeId }))
      .executeTakeFirstOrThrow();
    return { block: before, isNew: false };
  }

  /** Returns false when there was none. */
  async remove(userId: string, { userId: blockedId, tribeId }: TribeUser): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('blocks')
      .where((row) => row.and({ userId, tribeId }))
      .where('blockedId', '=', sql<string>`any(${onlyUuids([blockedId])}::uuid[])`)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  async count(userId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('blocks')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Returns a page of a user's blocks, newest first. */
  page(userId: string, limit: number, after?: ListPosition): Promise<Block[]> {
    return this.#db
      .selectFrom('blocks')
      .selectAll()
      .where('userId', '=', userId)
      .where(olderThan(after))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Returns a user's blocks in one tribe only. */
  inTribe(userId: string, tribeId: number): Promise<Block[]> {
    return this.#db
      .selectFrom('blocks')
      .selectAll()
      .where((row) => row.and({ userId, tribeId }))
      .execute();
  }

  /**
   * Returns, for each user, the users they blocked and then some who blocked them, `limit` in all: the number of the
   * latter is unbounded.
   */
  async involving(userIds: readonly string[], limit: number): Promise<Map<string, TribeUser[]>> {
    const { rows } = await sql<TribeUser & { ownerId: string }>`
      select requested.id as "ownerId", named.user_id as "userId", named.tribe_id as "tribeId"
      from (select distinct unnest(${onlyUuids(userIds)}::uuid[]) as id) as requested cross join lateral (
        (select blocked_id as user_id, tribe_id, 1 as part from blocks where user_id = requested.id limit ${limit})
        union all
        (select user_id, tribe_id, 2 from blocks where blocked_id = requested.id and not exists (
          select from blocks as own where own.user_id = requested.id and own.blocked_id = blocks.user_id
            and own.tribe_id = blocks.tribe_id) limit ${limit})
        order by part limit ${limit}) as named`.execute(this.#db);
    const byOwner = Map.groupBy(rows, ({ ownerId }) => ownerId);
    return new Map([...byOwner].map(([id, of]) => [id, of.map(({ userId, tribeId }) => ({ userId, tribeId }))]));
  }

  /** Returns which of the others a user blocked or was blocked by. */
  async between(userId: string, otherIds: readonly string[]): Promise<TribeUser[]> {
    const { rows } = await sql<TribeUser>`
      select blocked_id as "userId", tribe_id as "tribeId" from blocks
      where user_id = any(${onlyUuids([userId])}::uuid[]) and blocked_id = any(${onlyUuids(otherIds)}::uuid[])
      union
      select user_id, tribe_id from blocks
      where blocked_id = any(${onlyUuids([userId])}::uuid[]) and user_id = any(${onlyUuids(otherIds)}::uuid[])`.execute(
      this.#db,
    );
    return rows.map((row) => ({ userId: row.userId, tribeId: row.tribeId }));
  }

  /** Deletes up to `limit` blocks of one tribe; returns how many. */
  deleteSomeOfTribe(tribeId: number, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'blocks', where: sql`tribe_id = ${tribeId} and tribe_id <> 0`, limit });
  }
}
