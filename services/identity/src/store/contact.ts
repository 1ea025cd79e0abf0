import type { Position } from '@tribus/kit/http/keyset.ts';
import { deleteAll } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

/** What somebody wrote by the contact form. */
export type ContactMessage = Selectable<IdentityDb['contactMessages']>;

/** Which messages to read. */
export interface ContactFilter {
  subject?: ContactMessage['subject'] | undefined;
  state?: 'open' | 'handled' | undefined;
  order: 'newest' | 'oldest';
}

/** What people wrote to the team. */
export class ContactMessages {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  async add(message: Omit<ContactMessage, 'handledAt'>): Promise<void> {
    await this.#db
      .insertInto('contactMessages')
      .values({ ...message, handledAt: null })
      .execute();
  }

  async page({ subject, state, order }: ContactFilter, limit: number, after?: Position): Promise<ContactMessage[]> {
    const direction = order === 'newest' ? 'desc' : 'asc';
    const beyond = sql.raw(order === 'newest' ? '<' : '>');
    return this.#db
      .selectFrom('contactMessages')
      .selectAll()
      .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? 'general'))
      .$if(state !== undefined, (query) => query.where('handledAt', state === 'handled' ? 'is not' : 'is', null))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(created_at, id) ${beyond} (${after?.createdAt}, ${after?.id}::uuid)`),
      )
      .orderBy('createdAt', direction)
      .orderBy('id', direction)
      .limit(limit)
      .execute();
  }

  async byId(id: string): Promise<ContactMessage | undefined> {
    return this.#db.selectFrom('contactMessages').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Marks it as handled at that time, or as open again by null. Undefined when it is so already, or not there. */
  async setHandled(id: string, at: Date | null): Promise<ContactMessage | undefined> {
    return this.#db
      .updateTable('contactMessages')
      .set({ handledAt: at })
      .where('id', '=', id)
      .where('handledAt', at ? 'is' : 'is not', null)
      .returningAll()
      .executeTakeFirst();
  }

  async mailSent(id: string): Promise<void> {
    await this.#db.updateTable('contactMessages').set({ mail: 'sent' }).where('id', '=', id).execute();
  }

  /** Of a mail that waits; one that was sent meanwhile stays so. */
  async mailFailed(id: string): Promise<void> {
    await this.#db
      .updateTable('contactMessages')
      .set({ mail: 'failed' })
      .where('id', '=', id)
      .where('mail', '=', 'waiting')
      .execute();
  }

  /** Deletes what was written from this address. */
  deleteFrom(email: string): Promise<void> {
    return deleteAll(this.#db, { from: 'contactMessages', where: sql`email = ${email}` });
  }
}
