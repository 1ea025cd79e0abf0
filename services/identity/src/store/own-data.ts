import type { Kysely } from 'kysely';
import type { IdentityDb } from './tables.ts';

/**
 * A user's own data for the export: columns are listed one by one, so that no hash, key or secret is included. Paged
 * areas are sorted by id.
 */
export class OwnData {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  async account(userId: string) {
    return this.#db
      .selectFrom('users')
      .select(['id', 'email', 'name', 'role', 'status', 'language', 'avatarUrl', 'avatarKey', 'profile', 'visibility'])
      .select(['photos', 'showsPresence', 'timeZone', 'emailVerifiedAt', 'termsAcceptedAt', 'seenAt', 'createdAt'])
      .select(['emailSetByAdmin', 'appointedEmail'])
      .where('id', '=', userId)
      .executeTakeFirst();
  }

  googleIdentities(userId: string) {
    return this.#db
      .selectFrom('googleIdentities')
      .select(['issuer', 'subject', 'createdAt'])
      .where('userId', '=', userId)
      .execute();
  }

  secondFactors(userId: string) {
    return this.#db
      .selectFrom('secondFactors')
      .select(['createdAt', 'enabledAt'])
      .where('userId', '=', userId)
      .execute();
  }

  /** Changes of address, as long as they are stored. */
  emailChanges(userId: string) {
    return this.#db
      .selectFrom('emailChanges')
      .select(['emailBefore', 'wasVerified', 'changedAt', 'undoneAt'])
      .where('userId', '=', userId)
      .orderBy('changedAt')
      .execute();
  }

  passkeys(userId: string) {
    return this.#db
      .selectFrom('passkeys')
      .select(['name', 'createdAt', 'lastUsedAt'])
      .where('userId', '=', userId)
      .execute();
  }

  /** Blocks of the user. */
  blocks(userId: string, limit: number, afterId: string) {
    return this.#db
      .selectFrom('blocks')
      .select(['id', 'blockedId', 'tribeId', 'createdAt'])
      .where('userId', '=', userId)
      .$if(afterId !== '', (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  sessions(userId: string) {
    return this.#db
      .selectFrom('sessions')
      .select(['userAgent', 'createdAt', 'lastSeenAt', 'expiresAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute();
  }

  signIns(userId: string, limit: number, afterId: string) {
    return this.#db
      .selectFrom('signIns')
      .select(['id', 'createdAt', 'userAgent', 'way', 'outcome'])
      .where('userId', '=', userId)
      .$if(afterId !== '', (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Sanctions and the user's appeals, without the notes of admins. */
  sanctions(userId: string) {
    return this.#db
      .selectFrom('sanctions')
      .select(['kind', 'reason', 'message', 'createdAt', 'endsAt', 'endedAt', 'endCause'])
      .select(['appeal', 'appealedAt', 'appealOutcome', 'appealAnswer', 'appealAnsweredAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute();
  }

  /** Messages sent by the user while signed in, and all from `email`; null for none by address. */
  contactMessages({ userId, email }: { userId: string; email: string | null }, limit: number, afterId: string) {
    return this.#db
      .selectFrom('contactMessages')
      .select(['id', 'name', 'email', 'subject', 'message', 'language', 'createdAt', 'handledAt'])
      .where((is) => is.or([is('senderId', '=', userId), is('email', '=', email)]))
      .$if(afterId !== '', (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Actions of the user in the audit log; their targets are ids. */
  actions(userId: string, limit: number, afterId: string) {
    return this.#db
      .selectFrom('auditLog')
      .select(['id', 'createdAt', 'action', 'targetType', 'targetId'])
      .where('actorId', '=', userId)
      .$if(afterId !== '', (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(limit)
      .execute();
  }
}
