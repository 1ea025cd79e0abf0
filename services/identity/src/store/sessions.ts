import { type Kysely, type Selectable, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';
import type { Account } from './users.ts';

export interface Session {
  id: string;
  userId: string;
  /** As the browser names itself. */
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

/** A session and what the gateway needs to know of its user. */
export interface ResolvedSession
  extends Pick<Session, 'id' | 'userId' | 'lastSeenAt' | 'expiresAt'>,
    Pick<Account, 'role' | 'status' | 'language' | 'isAgent' | 'termsAccepted'> {}

const listMax = 100;

/** Sessions; ending one deletes its row. */
export class Sessions {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  async add(session: Session): Promise<void> {
    await this.#db
      .insertInto('sessions')
      .values({
        id: session.id,
        user_id: session.userId,
        user_agent: session.userAgent,
        created_at: session.createdAt,
        last_seen_at: session.lastSeenAt,
        expires_at: session.expiresAt,
      })
      .execute();
  }

  /** Those of the sessions that have not ended at `now`. */
  async resolve(ids: readonly string[], now: Date): Promise<ResolvedSession[]> {
    const rows = await this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'user_id', 'last_seen_at', 'expires_at'])
      .select(['role', 'status', 'language', 'is_agent', 'terms_accepted_at'])
      .where('sessions.id', '=', sql<string>`any(${onlyUuids(ids)}::uuid[])`)
      .where('expires_at', '>', now)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      userId: row.user_id,
      lastSeenAt: row.last_seen_at,
      expiresAt: row.expires_at,
      role: row.role,
      status: row.status,
      language: row.language,
      isAgent: row.is_agent,
      termsAccepted: row.terms_accepted_at !== null,
    }));
  }

  async markSeen(ids: readonly string[], now: Date): Promise<void> {
    await this.#db.updateTable('sessions').set({ last_seen_at: now }).where('id', 'in', ids).execute();
  }

  /** A user's sessions that have not ended at `now`, the newest first. */
  async listOf(userId: string, now: Date): Promise<Session[]> {
    const rows = await this.#db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(listMax)
      .execute();
    return rows.map(toSession);
  }

  /** Deletes the session; false when this user has none of that id. */
  async end(userId: string, id: string): Promise<boolean> {
    const ended = await this.#db
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return ended.numDeletedRows > 0n;
  }

  /** Deletes all of a user's sessions, or all but one; resolves to their ids. */
  async endAll(userId: string, exceptId?: string): Promise<string[]> {
    const rows = await this.#db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Deletes expired sessions. */
  async sweep(now: Date): Promise<void> {
    await this.#db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  }
}

function toSession(row: Selectable<IdentityDb['sessions']>): Session {
  return {
    id: row.id,
    userId: row.user_id,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  };
}
