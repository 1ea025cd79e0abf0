import { type Kysely, type Selectable, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';
import type { Account } from './users.ts';

export type Session = Selectable<IdentityDb['sessions']>;

/** A session and what the gateway needs to know of its user. */
export interface ResolvedSession
  extends Pick<Session, 'id' | 'userId' | 'lastSeenAt' | 'expiresAt'>,
    Pick<Account, 'role' | 'status' | 'language' | 'isAgent' | 'termsAcceptedAt'> {}

const listMax = 100;

/** Sessions; ending one deletes its row. */
export class Sessions {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  async add(session: Session): Promise<void> {
    await this.#db.insertInto('sessions').values(session).execute();
  }

  /** Those of the sessions that have not ended at `now`. */
  async resolve(ids: readonly string[], now: Date): Promise<ResolvedSession[]> {
    return this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .select(['sessions.id', 'userId', 'lastSeenAt', 'expiresAt'])
      .select(['role', 'status', 'language', 'isAgent', 'termsAcceptedAt'])
      .where('sessions.id', '=', sql<string>`any(${onlyUuids(ids)}::uuid[])`)
      .where('expiresAt', '>', now)
      .execute();
  }

  async markSeen(ids: readonly string[], now: Date): Promise<void> {
    await this.#db.updateTable('sessions').set({ lastSeenAt: now }).where('id', 'in', ids).execute();
  }

  /** A user's sessions that have not ended at `now`, the newest first. */
  async listOf(userId: string, now: Date): Promise<Session[]> {
    return this.#db
      .selectFrom('sessions')
      .selectAll()
      .where('userId', '=', userId)
      .where('expiresAt', '>', now)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(listMax)
      .execute();
  }

  /** Deletes the session; false when this user has none of that id. */
  async end(userId: string, id: string): Promise<boolean> {
    const ended = await this.#db
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .executeTakeFirst();
    return ended.numDeletedRows > 0n;
  }

  /** Deletes all of a user's sessions, or all but one; resolves to their ids. */
  async endAll(userId: string, exceptId?: string): Promise<string[]> {
    const rows = await this.#db
      .deleteFrom('sessions')
      .where('userId', '=', userId)
      .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Deletes expired sessions. */
  async sweep(now: Date): Promise<void> {
    await this.#db.deleteFrom('sessions').where('expiresAt', '<=', now).execute();
  }
}
