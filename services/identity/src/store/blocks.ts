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

  /** Returns, for each user, the users they blocked and the users who blocked them. */
  async involving(userIds: readonly string[]): Promise<Map<string, TribeUser[]>> {
    const { rows } = await sql<TribeUser & { ownerId: string }>`
      WITH requested AS (SELECT DISTINCT unnest(${onlyUuids(userIds)}::uuid[]) AS id)
      SELECT requested.id AS "ownerId", blocked_id AS "userId", tribe_id AS "tribeId"
      FROM requested JOIN blocks ON blocks.user_id = requested.id
      UNION
      SELECT requested.id, user_id, tribe_id FROM requested JOIN blocks ON blocks.blocked_id = requested.id`.execute(
      this.#db,
    );
    const byOwner = Map.groupBy(rows, ({ ownerId }) => ownerId);
    return new Map([...byOwner].map(([id, of]) => [id, of.map(({ userId, tribeId }) => ({ userId, tribeId }))]));
  }

  /** Deletes up to `limit` blocks of one tribe; returns how many. */
  deleteSomeOfTribe(tribeId: number, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'blocks', where: sql`tribe_id = ${tribeId} and tribe_id <> 0`, limit });
  }
}
