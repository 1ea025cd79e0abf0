import { type Kysely, type Selectable, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

/** A user's account, without the password's hash. */
export type Account = Omit<
  Selectable<IdentityDb['users']>,
  'passwordHash' | 'showsPresence' | 'seenAt' | 'appointedEmail'
>;

/** User data for other services. */
export type UserSummary = Pick<Account, (typeof summaryColumns)[number]>;

const summaryColumns = ['id', 'name', 'email', 'role', 'isAgent', 'avatarUrl', 'visibility', 'createdAt'] as const;

const columns = [
  'id',
  'email',
  'name',
  'role',
  'status',
  'avatarUrl',
  'avatarKey',
  'profile',
  'visibility',
  'photos',
  'language',
  'timeZone',
  'securityEpoch',
  'isAgent',
  'emailVerifiedAt',
  'emailSetByAdmin',
  'limitsLiftedAt',
  'termsAcceptedAt',
  'welcomedAt',
  'createdAt',
] as const;

export interface NewAccount {
  id: string;
  email: string;
  name: string;
  passwordHash: string | null;
  role: Account['role'];
  createdAt: Date;
  emailVerifiedAt?: Date;
  timeZone?: string | null;
  language?: Account['language'];
  /** Defaults to the creation time. */
  termsAcceptedAt?: Date | null;
  welcomedAt?: Date;
  appointedEmail?: string;
}

/** Accounts. */
export class Users {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Returns undefined when the email address is taken. Registering accepts the terms. */
  async add(account: NewAccount): Promise<Account | undefined> {
    return this.#db
      .insertInto('users')
      .values({ termsAcceptedAt: account.createdAt, ...account })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(columns)
      .executeTakeFirst();
  }

  async byId(id: string): Promise<Account | undefined> {
    const [account] = await this.byIds([id]);
    return account;
  }

  async byIds(ids: readonly string[]): Promise<Account[]> {
    return this.#db
      .selectFrom('users')
      .select(columns)
      .where('id', '=', sql<string>`any(${onlyUuids(ids)}::uuid[])`)
      .execute();
  }

  async summaries(ids: readonly string[]): Promise<UserSummary[]> {
    return this.#db
      .selectFrom('users')
      .select(summaryColumns)
      .where('id', '=', sql<string>`any(${onlyUuids(ids)}::uuid[])`)
      .execute();
  }

  /** Returns the account of an address with its password hash, null for an account without a password. */
  async credentials(email: string): Promise<{ account: Account; passwordHash: string | null } | undefined> {
    const row = await this.#db
      .selectFrom('users')
      .select([...columns, 'passwordHash'])
      .where('email', '=', email)
      .executeTakeFirst();
    return row && withoutHash(row);
  }

  /** As `credentials`, by user id. */
  async credentialsOf(id: string): Promise<{ account: Account; passwordHash: string | null } | undefined> {
    const row = await this.#db
      .selectFrom('users')
      .select([...columns, 'passwordHash'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && withoutHash(row);
  }

  /**
   * Returns the account, locked against changes until the transaction ends; undefined when there is none. Not a shared
   * lock, because two holders that then changed the account would deadlock. Rows that refer to it can still be added.
   */
  async lock(id: string): Promise<Account | undefined> {
    return this.#db
      .selectFrom('users')
      .select(columns)
      .where('id', '=', sql<string>`any(${onlyUuids([id])}::uuid[])`)
      .forNoKeyUpdate()
      .executeTakeFirst();
  }

  /** Finds an account by email address and locks it. */
  async lockByEmail(email: string): Promise<Account | undefined> {
    return this.#db.selectFrom('users').select(columns).where('email', '=', email).forNoKeyUpdate().executeTakeFirst();
  }

  /** Returns false when the terms were accepted before. */
  async acceptTerms(id: string, now: Date): Promise<boolean> {
    const changed = await this.#db
      .updateTable('users')
      .set({ termsAcceptedAt: now })
      .where('id', '=', id)
      .where('termsAcceptedAt', 'is', null)
      .executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  }

  /** Records when the user first saw the welcome tour. */
  async recordWelcome(id: string, now: Date): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ welcomedAt: now })
      .where('id', '=', id)
      .where('welcomedAt', 'is', null)
      .execute();
  }

  /** Locks the user against deletion until the transaction ends; returns false when there is none. */
  async lockAgainstDeletion(id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('users')
      .select('id')
      .where('id', '=', sql<string>`any(${onlyUuids([id])}::uuid[])`)
      .forKeyShare()
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Marks the account's address as verified if it is still this one; returns false otherwise. */
  async verifyEmail(id: string, email: string, now: Date): Promise<boolean> {
    const changed = await this.#db
      .updateTable('users')
      .set({ emailVerifiedAt: sql<Date>`coalesce(email_verified_at, ${now})` })
      .where('id', '=', id)
      .where('email', '=', email)
      .executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  }

  async setTimeZone(id: string, timeZone: string): Promise<void> {
    await this.#db.updateTable('users').set({ timeZone }).where('id', '=', id).execute();
  }

  /** Returns false when the user does not exist. */
  async setLanguage(id: string, language: Account['language']): Promise<boolean> {
    const changed = await this.#db.updateTable('users').set({ language }).where('id', '=', id).executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  }

  async setPassword(id: string, passwordHash: string): Promise<void> {
    await this.#db.updateTable('users').set({ passwordHash }).where('id', '=', id).execute();
  }

  /** Replaces a verified address; returns `changed` when it was no longer `before`. */
  async replaceEmail(id: string, before: string, email: string, now: Date): Promise<'replaced' | 'taken' | 'changed'> {
    const { rows } = await sql<{ changed: number; taken: number }>`
      WITH other AS (SELECT 1 FROM users WHERE email = ${email} AND id <> ${id}::uuid),
      changed AS (
        UPDATE users SET email = ${email}, email_verified_at = ${now}
        WHERE id = ${id}::uuid AND email = ${before} AND NOT EXISTS (SELECT FROM other) RETURNING 1
      )
      SELECT (SELECT count(*) FROM changed)::integer AS changed, (SELECT count(*) FROM other)::integer AS taken`
      .execute(this.#db)
      .catch((error: unknown) => {
        // Taken by a concurrent transaction.
        if (isUniqueViolation(error)) return { rows: [{ changed: 0, taken: 1 }] };
        throw error;
      });
    if (rows[0]?.changed) return 'replaced';
    return rows[0]?.taken ? 'taken' : 'changed';
  }

  async removePassword(id: string): Promise<void> {
    await this.#db.updateTable('users').set({ passwordHash: null }).where('id', '=', id).execute();
  }

  async incrementSecurityEpoch(id: string): Promise<void> {
    await this.#db
      .updateTable('users')
      .set((row) => ({ securityEpoch: row('securityEpoch', '+', 1) }))
      .where('id', '=', id)
      .execute();
  }

  /** Returns the admin whom the operator appointed by this address, which may be another one now. */
  async appointedBy(appointedEmail: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('users')
      .select('id')
      .where((is) => is.and({ role: 'admin', appointedEmail }))
      .executeTakeFirst();
    return row?.id;
  }

  async recordAppointment(id: string, appointedEmail: string): Promise<void> {
    await this.#db.updateTable('users').set({ appointedEmail }).where('id', '=', id).execute();
  }

  /** Makes an account an active admin with this password. */
  async promote(id: string, passwordHash: string): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ role: 'admin', passwordHash, status: 'active' })
      .where('id', '=', id)
      .execute();
  }

  /** Returns false when it was set already. */
  async setAgent(id: string, isAgent: boolean): Promise<boolean> {
    const changed = await this.#db
      .updateTable('users')
      .set({ isAgent })
      .where('id', '=', id)
      .where('isAgent', '!=', isAgent)
      .executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  }

  /** Returns which of the users show their presence. */
  async showingPresence(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('users')
      .select('id')
      .where('id', '=', sql<string>`any(${onlyUuids(ids)}::uuid[])`)
      .where('showsPresence', '=', true)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Returns false when the user does not exist. */
  async setPresence(id: string, showsPresence: boolean): Promise<boolean> {
    const changed = await this.#db.updateTable('users').set({ showsPresence }).where('id', '=', id).executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  }
}

function withoutHash({ passwordHash, ...account }: Account & { passwordHash: string | null }) {
  return { account, passwordHash };
}

const isUniqueViolation = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
