import { type Kysely, sql } from 'kysely';
import { isOfChallenge } from './orphans.ts';
import type { Attachment, TribesDb } from './tables.ts';

/** The files that came with submissions. */
export class Attachments {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Those with a file of which media has not confirmed that it keeps it, from the id after `after` on. */
  async listNotKept(after: string | undefined, limit: number): Promise<{ id: string; userId: string; key: string }[]> {
    return this.#db
      .selectFrom('submissions')
      .select(['id', 'userId', sql<string>`image ->> 'key'`.as('key')])
      .where('image', 'is not', null)
      .where('imageKept', '=', false)
      .where(isOfChallenge)
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** False when the submission is gone. */
  async markLost(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('submissions')
      .set({ image: sql<Attachment>`image || '{"lost": true}'` })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async markKept(id: string): Promise<void> {
    await this.#db.updateTable('submissions').set({ imageKept: true }).where('id', '=', id).execute();
  }
}
