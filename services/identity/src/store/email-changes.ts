import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

export type EmailChangeRow = Selectable<IdentityDb['emailChanges']>;

/** Changes of address. One from an address that was never verified cannot be undone. */
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

  /** Returns a change; undefined when it was undone. */
  async find(id: string): Promise<EmailChangeRow | undefined> {
    return this.#db
      .selectFrom('emailChanges')
      .selectAll()
      .where('id', '=', id)
      .where('undoneAt', 'is', null)
      .executeTakeFirst();
  }

  /**
   * Undoes a user's change and all later ones; resolves to the former address, or undefined when it was undone already
   * or cannot be.
   */
  async undo(userId: string, id: string, now: Date): Promise<string | undefined> {
    const change = await this.find(id);
    if (change?.userId !== userId || !change.wasVerified) return undefined;
    await this.#db
      .updateTable('emailChanges')
      .set({ undoneAt: now })
      .where('userId', '=', userId)
      .where('changedAt', '>=', change.changedAt)
      .execute();
    return change.emailBefore;
  }

  /** Ends the time in which a user's changes can be undone, which frees the former addresses. */
  async endUndo(userId: string, now: Date): Promise<void> {
    await this.#db
      .updateTable('emailChanges')
      .set({ undoneAt: now })
      .where('userId', '=', userId)
      .where('undoneAt', 'is', null)
      .execute();
  }

  /** Returns the former addresses of a user that were verified and can still be restored. */
  async verifiedBefore(userId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('emailChanges')
      .select('emailBefore')
      .where('userId', '=', userId)
      .where('wasVerified', '=', true)
      .execute();
    return rows.map(({ emailBefore }) => emailBefore);
  }

  /** Returns whether a verified address that another user had after `since` can still be restored to them. */
  async isReserved(email: string, exceptUserId: string, since: Date): Promise<boolean> {
    const { reserved } = await this.#db
      .selectNoFrom((from) =>
        from
          .exists(
            from
              .selectFrom('emailChanges')
              .select(sql`1`.as('one'))
              .where('emailBefore', '=', email)
              .where('wasVerified', '=', true)
              .where('userId', '!=', exceptUserId)
              .where('undoneAt', 'is', null)
              .where('changedAt', '>', since),
          )
          .as('reserved'),
      )
      .executeTakeFirstOrThrow();
    return Boolean(reserved);
  }
}
