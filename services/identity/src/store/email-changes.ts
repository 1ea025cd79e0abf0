import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

export type EmailChangeRow = Selectable<IdentityDb['emailChanges']>;

/** Changes of address that can be taken back. */
export class EmailChanges {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  async add(change: Omit<EmailChangeRow, 'undoneAt'>): Promise<void> {
    await this.#db
      .insertInto('emailChanges')
      .values({ ...change, undoneAt: null })
      .execute();
  }

  /** Undefined for one that was taken back. */
  async find(id: string): Promise<EmailChangeRow | undefined> {
    return this.#db
      .selectFrom('emailChanges')
      .selectAll()
      .where('id', '=', id)
      .where('undoneAt', 'is', null)
      .executeTakeFirst();
  }

  /**
   * Takes back a user's change and all that came after it; resolves to the address before it, undefined when it was taken
   * back already.
   */
  async undo(userId: string, id: string, now: Date): Promise<string | undefined> {
    const change = await this.find(id);
    if (change?.userId !== userId) return undefined;
    await this.#db
      .updateTable('emailChanges')
      .set({ undoneAt: now })
      .where('userId', '=', userId)
      .where('changedAt', '>=', change.changedAt)
      .execute();
    return change.emailBefore;
  }

  /** The addresses that a user had and that may still go back to them. */
  async addressesBefore(userId: string): Promise<string[]> {
    const rows = await this.#db.selectFrom('emailChanges').select('emailBefore').where('userId', '=', userId).execute();
    return rows.map(({ emailBefore }) => emailBefore);
  }

  /** Whether an address may still go back to somebody else, who had it after `since`. */
  async holds(email: string, exceptUserId: string, since: Date): Promise<boolean> {
    const { held } = await this.#db
      .selectNoFrom((from) =>
        from
          .exists(
            from
              .selectFrom('emailChanges')
              .select(sql`1`.as('one'))
              .where('emailBefore', '=', email)
              .where('userId', '!=', exceptUserId)
              .where('undoneAt', 'is', null)
              .where('changedAt', '>', since),
          )
          .as('held'),
      )
      .executeTakeFirstOrThrow();
    return Boolean(held);
  }
}
