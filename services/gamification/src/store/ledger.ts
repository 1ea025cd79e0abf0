import type { Position } from '@tribus/kit/http/keyset.ts';
import type { Kysely, Selectable } from 'kysely';
import type { GamificationDb } from './tables.ts';

export type Cause = GamificationDb['ledger']['cause'];

/** A change of a user's points in a tribe. `causeId` is unique among the lines of a user and cause. */
export type LedgerLine = Selectable<GamificationDb['ledger']>;

const maxBatch = 1_000;

/** The lines of the ledger. */
export class LedgerLines {
  readonly #db: Kysely<GamificationDb>;

  constructor(db: Kysely<GamificationDb>) {
    this.#db = db;
  }

  /** A user's lines, in one tribe or in all, the newest first. */
  page(userId: string, tribeId: number | undefined, limit: number, after?: Position) {
    let query = this.#db
      .selectFrom('ledger')
      .select(['id', 'tribeId', 'points', 'cause', 'postId', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
    if (tribeId !== undefined) query = query.where('tribeId', '=', tribeId);
    if (after)
      query = query.where((row) => row(row.refTuple('createdAt', 'id'), '<', row.tuple(after.createdAt, after.id)));
    return query.execute();
  }

  /** False when the user has a line of this cause and id. */
  async add(line: LedgerLine): Promise<boolean> {
    const added = await this.#db
      .insertInto('ledger')
      .values(line)
      .onConflict((conflict) => conflict.columns(['userId', 'cause', 'causeId']).doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows !== 0n;
  }

  /** Adds lines of causes that the users have no line of. */
  async addAll(lines: readonly LedgerLine[]): Promise<void> {
    for (let from = 0; from < lines.length; from += maxBatch)
      await this.#db
        .insertInto('ledger')
        .values(lines.slice(from, from + maxBatch))
        .execute();
  }

  /** A user's lines of these causes and cause ids. */
  find(userId: string, among: readonly Cause[], causeIds: readonly string[]) {
    return this.#db
      .selectFrom('ledger')
      .select(['cause', 'causeId'])
      .where('userId', '=', userId)
      .where('cause', 'in', among)
      .where('causeId', 'in', causeIds)
      .execute();
  }

  /** Deletes a line; undefined when there is none. */
  delete({ userId, cause, causeId }: Pick<LedgerLine, 'userId' | 'cause' | 'causeId'>) {
    return this.#db
      .deleteFrom('ledger')
      .where('userId', '=', userId)
      .where('cause', '=', cause)
      .where('causeId', '=', causeId)
      .returning(['tribeId', 'points'])
      .executeTakeFirst();
  }

  async deleteOfUser(userId: string): Promise<void> {
    await this.#db.deleteFrom('ledger').where('userId', '=', userId).execute();
  }
}
