import { type Kysely, type Selectable, sql } from 'kysely';
import type { TribesDb } from './tables.ts';

export type StoredLevel = Omit<Selectable<TribesDb['levels']>, 'tribeId'>;

const columns = ['id', 'levelOrder', 'name', 'description', 'minScore', 'rewardPoints'] as const;

/** Offset above every existing order, to keep orders unique while levels move. */
const temporaryOffset = 1_000;

/** Levels of tribes. */
export class Levels {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Returns the levels in order. */
  listByTribe(tribeId: number): Promise<StoredLevel[]> {
    return this.#db.selectFrom('levels').select(columns).where('tribeId', '=', tribeId).orderBy('levelOrder').execute();
  }

  /** Returns, of each tribe of an active member, their level and the next one, in order. */
  listOfMember(userId: string): Promise<Pick<Selectable<TribesDb['levels']>, 'tribeId' | 'levelOrder' | 'name'>[]> {
    return this.#db
      .selectFrom('members')
      .innerJoin('levels', 'levels.tribeId', 'members.tribeId')
      .select(['levels.tribeId', 'levels.levelOrder', 'levels.name'])
      .where('members.userId', '=', userId)
      .where('members.status', '=', 'active')
      .where(sql<boolean>`levels.level_order - members.level_order between 0 and 1`)
      .orderBy('levels.tribeId')
      .orderBy('levels.levelOrder')
      .execute();
  }

  async insert(tribeId: number, levels: readonly StoredLevel[]): Promise<void> {
    const rows = levels.map((level) => ({ tribeId, ...level }));
    await this.#db.insertInto('levels').values(rows).execute();
  }

  async update(id: string, change: Partial<Omit<StoredLevel, 'id' | 'levelOrder'>>): Promise<void> {
    if (Object.keys(change).length === 0) return;
    await this.#db.updateTable('levels').set(change).where('id', '=', id).execute();
  }

  /** Deletes the level and its challenges. Their submissions remain as hidden orphans (`store/orphans.ts`). */
  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom('levels').where('id', '=', id).execute();
  }

  /** Numbers the levels from 1 in the order of `ids`. */
  async setOrder(tribeId: number, ids: readonly string[]): Promise<void> {
    await this.#db
      .updateTable('levels')
      .set((row) => ({ levelOrder: row('levelOrder', '+', temporaryOffset) }))
      .where('tribeId', '=', tribeId)
      .execute();
    await sql`
      update levels set level_order = named.ordinal
      from unnest(${ids}::uuid[]) with ordinality as named (id, ordinal)
      where levels.id = named.id and levels.tribe_id = ${tribeId}`.execute(this.#db);
  }

  /**
   * Returns the highest level that an active member other than the owner has reached or that a post has required; at
   * least 1.
   */
  async reached(tribeId: number): Promise<number> {
    const [{ reached }, posts] = await Promise.all([
      this.#db
        .selectFrom('members')
        .select((row) => row.fn.max<number | null>('levelOrder').as('reached'))
        .where('tribeId', '=', tribeId)
        .where('status', '=', 'active')
        .where('role', '!=', 'owner')
        .executeTakeFirstOrThrow(),
      this.#db.selectFrom('postLevels').select('levelOrder').where('tribeId', '=', tribeId).executeTakeFirst(),
    ]);
    return Math.max(1, reached ?? 1, posts?.levelOrder ?? 1);
  }

  /** Records that a post of the tribe requires this level; no effect when the tribe or the level does not exist. */
  async recordRequiredLevel(tribeId: number, levelOrder: number): Promise<void> {
    await sql`
      insert into post_levels (tribe_id, level_order)
      select tribe_id, level_order from levels where tribe_id = ${tribeId} and level_order = ${levelOrder}
      on conflict (tribe_id) do update set level_order = greatest(post_levels.level_order, excluded.level_order)`.execute(
      this.#db,
    );
  }
}
