import { type Kysely, sql } from 'kysely';
import { isOfChallenge } from './orphans.ts';
import type { Attachment, TribesDb } from './tables.ts';

/** Files of submissions. */
export class Attachments {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Returns submissions, after the id `after`, whose file media has not confirmed to keep. */
  async listUnconfirmed(
    after: string | undefined,
    limit: number,
  ): Promise<{ id: string; userId: string; key: string }[]> {
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

  /** Returns false when the submission is deleted. */
  async markLost(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('submissions')
      .set({ image: sql<Attachment>`image || '{"lost": true}'` })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async markConfirmed(id: string): Promise<void> {
    await this.#db.updateTable('submissions').set({ imageKept: true }).where('id', '=', id).execute();
  }
}
