import { type Kysely, type Selectable, sql } from 'kysely';
import { type IdentityDb, wellFormed } from './tables.ts';

/** Somebody with an account; without what proves it. */
export interface Account {
  id: string;
  email: string;
  name: string;
  role: 'user' | 'admin';
  status: 'active' | 'suspended';
  avatarUrl: string | null;
  language: 'es' | 'en' | 'zh' | null;
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

  /** Undefined when the address is taken. Who registers has accepted the terms. */
  async add({ id, email, name, passwordHash, role, createdAt }: NewAccount): Promise<Account | undefined> {
    const row = await this.#db
      .insertInto('users')
      .values({
        id,
        email,
        name,
        password_hash: passwordHash,
        role,
        terms_accepted_at: createdAt,
        created_at: createdAt,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returningAll()
      .executeTakeFirst();
    return row && accountOf(row);
  }

  async byId(id: string): Promise<Account | undefined> {
    const [account] = await this.byIds([id]);
    return account;
  }

  async byIds(ids: readonly string[]): Promise<Account[]> {
    const rows = await this.#db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', sql<string>`any(${wellFormed(ids)}::uuid[])`)
      .execute();
    return rows.map(accountOf);
  }

  /** Who has this address, and the hash of their password when they have one. */
  async credentials(email: string): Promise<{ account: Account; passwordHash: string | null } | undefined> {
    const row = await this.#db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
    return row && { account: accountOf(row), passwordHash: row.password_hash };
  }

  /** Whether there is such a user, who then stays at least until the transaction ends. */
  async lockForShare(id: string): Promise<boolean> {
    const found = await this.#db
      .selectFrom('users')
      .select('id')
      .where('id', '=', sql<string>`any(${wellFormed([id])}::uuid[])`)
      .forKeyShare()
      .executeTakeFirst();
    return found !== undefined;
  }

  async promote(id: string, passwordHash: string): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ role: 'admin', password_hash: passwordHash, status: 'active' })
      .where('id', '=', id)
      .execute();
  }

  /** Whether this changed anything. */
  async setAgent(id: string, isAgent: boolean): Promise<boolean> {
    const changed = await this.#db
      .updateTable('users')
      .set({ is_agent: isAgent })
      .where('id', '=', id)
      .where('is_agent', '!=', isAgent)
      .executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  }

  /** Until the transaction ends, no other process appoints the first admin. */
  async lockAppointment(): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtext('first-admin'))`.execute(this.#db);
  }
}

function accountOf(row: Selectable<IdentityDb['users']>): Account {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.status,
    avatarUrl: row.avatar_url,
    language: row.language,
    isAgent: row.is_agent,
    emailVerified: row.email_verified_at !== null,
    termsAccepted: row.terms_accepted_at !== null,
    createdAt: row.created_at,
  };
}
