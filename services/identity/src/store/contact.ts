import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { countUpTo } from '@tribus/kit/postgres/count-up-to.ts';
import { newerThan, olderThan } from '@tribus/kit/postgres/keyset.ts';
import { deletePortion, updatePortion } from '@tribus/kit/postgres/portions.ts';
import { type InferResult, type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

/** A message from the contact form. */
export type StoredContactMessage = Selectable<IdentityDb['contactMessages']>;

/** A message with the name of the admin who handled it. */
export type NamedContactMessage = InferResult<ReturnType<typeof named>>[number];

/** Criteria for messages. */
export interface ContactFilter {
  subject?: StoredContactMessage['subject'] | undefined;
  state?: 'open' | 'handled' | undefined;
  order: 'newest' | 'oldest';
}

/** Contact messages. */
export class ContactMessages {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  async add(message: Omit<StoredContactMessage, 'handledAt' | 'handledBy'>): Promise<void> {
    await this.#db
      .insertInto('contactMessages')
      .values({ ...message, handledAt: null, handledBy: null })
      .execute();
  }

  async page(
    { subject, state, order }: ContactFilter,
    limit: number,
    after?: ListPosition,
  ): Promise<NamedContactMessage[]> {
    const direction = order === 'newest' ? 'desc' : 'asc';
    const beyond = order === 'newest' ? olderThan : newerThan;
    return named(this.#db)
      .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? 'general'))
      .$if(state !== undefined, (query) => query.where('handledAt', state === 'handled' ? 'is not' : 'is', null))
      .where(beyond(after, { time: 'contactMessages.createdAt', id: 'contactMessages.id' }))
      .orderBy('contactMessages.createdAt', direction)
      .orderBy('contactMessages.id', direction)
      .limit(limit)
      .execute();
  }

  /** Returns the number of open messages, capped at `max`. */
  countOpen(max: number): Promise<number> {
    const open = this.#db.selectFrom('contactMessages').select('id').where('handledAt', 'is', null);
    return countUpTo(this.#db, open, max);
  }

  async byId(id: string): Promise<NamedContactMessage | undefined> {
    return named(this.#db).where('contactMessages.id', '=', id).executeTakeFirst();
  }

  /** Marks a message as handled by an admin at a time, or as open with null. Returns false when nothing changed. */
  async setHandled(id: string, handled: { by: string; at: Date } | null): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('contactMessages')
      .set({ handledAt: handled?.at ?? null, handledBy: handled?.by ?? null })
      .where('id', '=', id)
      .where('handledAt', handled ? 'is' : 'is not', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  async mailSent(id: string): Promise<void> {
    await this.#db.updateTable('contactMessages').set({ mail: 'sent' }).where('id', '=', id).execute();
  }

  /** Marks a waiting mail as failed; a mail sent concurrently remains sent. */
  async mailFailed(id: string): Promise<void> {
    await this.#db
      .updateTable('contactMessages')
      .set({ mail: 'failed' })
      .where('id', '=', id)
      .where('mail', '=', 'waiting')
      .execute();
  }

  /** Deletes up to `limit` of the messages from this address received until a time; returns their number. */
  deleteSomeFrom(email: string, until: Date, limit: number): Promise<number> {
    const where = sql`email = ${email} and created_at <= ${until}`;
    return deletePortion(this.#db, { from: 'contactMessages', where, limit });
  }

  /** Deletes up to `limit` of the messages sent while signed in to this account; returns their number. */
  deleteSomeOfSender(senderId: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'contactMessages', where: sql`sender_id = ${senderId}::uuid`, limit });
  }

  /** Removes a deleted admin from up to `limit` of the messages they handled; returns their number. */
  anonymizeHandler(adminId: string, limit: number): Promise<number> {
    const where = sql`handled_by = ${adminId}::uuid`;
    return updatePortion(this.#db, { from: 'contactMessages', where, set: sql`handled_by = null`, limit });
  }
}

const named = (db: Kysely<IdentityDb>) =>
  db
    .selectFrom('contactMessages')
    .leftJoin('users as admin', 'admin.id', 'contactMessages.handledBy')
    .selectAll('contactMessages')
    .select('admin.name as handledByName');
