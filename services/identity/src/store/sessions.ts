import { type Kysely, type Selectable, sql } from 'kysely';
import { sessionsMax } from '../../limits.ts';
import { type IdentityDb, onlyUuids } from './tables.ts';
import { isSilenced } from './user-directory.ts';
import type { Account } from './users.ts';

export type Session = Selectable<IdentityDb['sessions']>;

/** A session with the user data that the gateway needs. */
export interface ResolvedSession
  extends Pick<Session, 'id' | 'userId' | 'lastSeenAt' | 'expiresAt'>,
    Pick<
      Account,
      'role' | 'status' | 'language' | 'isAgent' | 'termsAcceptedAt' | 'emailVerifiedAt' | 'limitsLiftedAt'
    > {
  isSilenced: boolean;
  /** Creation time of the account. */
  userCreatedAt: Date;
}

/** Sessions; ending one deletes its row. */
export class Sessions {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  async add(session: Session): Promise<void> {
    await this.#db.insertInto('sessions').values(session).execute();
  }

  /** Returns the sessions that have not ended at `now`. */
  async resolve(ids: readonly string[], now: Date): Promise<ResolvedSession[]> {
    return this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .select(['sessions.id', 'userId', 'lastSeenAt', 'expiresAt'])
      .select(['role', 'status', 'language', 'isAgent', 'termsAcceptedAt', isSilenced(now).as('isSilenced')])
      .select(['emailVerifiedAt', 'limitsLiftedAt', 'users.createdAt as userCreatedAt'])
      .where('sessions.id', '=', sql<string>`any(${onlyUuids(ids)}::uuid[])`)
      .where('expiresAt', '>', now)
      .execute();
  }

  /** Returns a user's session that has not ended at `now`. */
  async find(userId: string, id: string, now: Date): Promise<Session | undefined> {
    return this.#db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
  }

  /** Returns when a user's session was opened; undefined when they have none of that id. */
  async openedAt(userId: string, id: string): Promise<Date | undefined> {
    const row = await this.#db
      .selectFrom('sessions')
      .select('createdAt')
      .where('id', '=', sql<string>`any(${onlyUuids([id])}::uuid[])`)
      .where('userId', '=', userId)
      .executeTakeFirst();
    return row?.createdAt;
  }

  /**
   * Records that sessions and their users were seen, unless recorded after `since`. Locks in one order and skips locked
   * rows, so that replicas do not wait for each other; the next use records skipped sessions.
   */
  async markSeen(ids: readonly string[], now: Date, since: Date): Promise<void> {
    const due = this.#db
      .selectFrom('sessions')
      .select('id')
      .where('id', 'in', ids)
      .where('lastSeenAt', '<=', since)
      .orderBy('id')
      .forNoKeyUpdate()
      .skipLocked();
    const marked = await this.#db
      .updateTable('sessions')
      .set({ lastSeenAt: now })
      .where('id', 'in', due)
      .returning('userId')
      .execute();
    if (marked.length === 0) return;
    const users = this.#db
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [...new Set(marked.map(({ userId }) => userId))])
      .orderBy('id')
      .forNoKeyUpdate()
      .skipLocked();
    await this.#db.updateTable('users').set({ seenAt: now }).where('id', 'in', users).execute();
  }

  /** Returns a user's sessions that have not ended at `now`, newest first. */
  async listOf(userId: string, now: Date): Promise<Session[]> {
    return this.#db
      .selectFrom('sessions')
      .selectAll()
      .where('userId', '=', userId)
      .where('expiresAt', '>', now)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(sessionsMax)
      .execute();
  }

  /** Deletes the session; returns false when this user has none of that id. */
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

  /** Deletes all of a user's sessions but the newest `count`; resolves to their ids. */
  async endAllBut(userId: string, count: number): Promise<string[]> {
    const older = this.#db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .offset(count);
    const rows = await this.#db.deleteFrom('sessions').where('id', 'in', older).returning('id').execute();
    return rows.map(({ id }) => id);
  }
}
