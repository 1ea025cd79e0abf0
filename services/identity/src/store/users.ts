import type { Language } from '@tribus/kit/runtime/language.ts';
import type { AccountStatus, UserRole } from '@tribus/proto/identity/v1/types.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

/** A user's account, without the password's hash. */
export interface Account {
  id: string;
  email: string;
  name: string;
  role: Exclude<UserRole, 'none'>;
  status: Exclude<AccountStatus, 'none'>;
  avatarUrl: string | null;
  language: Language | null;
  isAgent: boolean;
  emailVerified: boolean;
  termsAccepted: boolean;
  createdAt: Date;
}

export interface NewAccount {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  role: Account['role'];
  createdAt: Date;
}

/** Accounts. */
export class Users {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Undefined when the e-mail address is taken. Registering accepts the terms. */
  async add({ id, email, name, passwordHash, role, createdAt }: NewAccount): Promise<Account | undefined> {
    const row = await this.#db
      .insertInto('users')
      .values({
        id,
        email,
        name,
        passwordHash,
        role,
        termsAcceptedAt: createdAt,
        createdAt,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returningAll()
      .executeTakeFirst();
    return row && toAccount(row);
  }

  async byId(id: string): Promise<Account | undefined> {
    const [account] = await this.byIds([id]);
    return account;
  }

  async byIds(ids: readonly string[]): Promise<Account[]> {
    const rows = await this.#db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', sql<string>`any(${onlyUuids(ids)}::uuid[])`)
      .execute();
    return rows.map(toAccount);
  }

  /** The account of this e-mail address with its password's hash, null when it has no password. */
  async credentials(email: string): Promise<{ account: Account; passwordHash: string | null } | undefined> {
    const row = await this.#db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
    return row && { account: toAccount(row), passwordHash: row.passwordHash };
  }

  /** Locks the user against deletion until the transaction ends; false when there is none. */
  async lockForShare(id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('users')
      .select('id')
      .where('id', '=', sql<string>`any(${onlyUuids([id])}::uuid[])`)
      .forKeyShare()
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Makes an account an active admin with this password. */
  async promote(id: string, passwordHash: string): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ role: 'admin', passwordHash, status: 'active' })
      .where('id', '=', id)
      .execute();
  }

  /** False when it was set so before. */
  async setAgent(id: string, isAgent: boolean): Promise<boolean> {
    const changed = await this.#db
      .updateTable('users')
      .set({ isAgent })
      .where('id', '=', id)
      .where('isAgent', '!=', isAgent)
      .executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  }

  /** Waits for other replicas that appoint the first admin; held until the transaction ends. */
  async lockAppointment(): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtext('first-admin'))`.execute(this.#db);
  }
}

function toAccount(row: Selectable<IdentityDb['users']>): Account {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.status,
    avatarUrl: row.avatarUrl,
    language: row.language,
    isAgent: row.isAgent,
    emailVerified: row.emailVerifiedAt !== null,
    termsAccepted: row.termsAcceptedAt !== null,
    createdAt: row.createdAt,
  };
}
