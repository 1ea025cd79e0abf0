import { type Kysely, type Selectable, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

/** A user's account, without the password's hash. */
export type Account = Omit<Selectable<IdentityDb['users']>, 'passwordHash'>;

const columns = [
  'id',
  'email',
  'name',
  'role',
  'status',
  'avatarUrl',
  'language',
  'isAgent',
  'emailVerifiedAt',
  'termsAcceptedAt',
  'createdAt',
] as const;

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
  async add(account: NewAccount): Promise<Account | undefined> {
    return this.#db
      .insertInto('users')
      .values({ ...account, termsAcceptedAt: account.createdAt })
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

  /** The account of this e-mail address with its password's hash, null when it has no password. */
  async credentials(email: string): Promise<{ account: Account; passwordHash: string | null } | undefined> {
    const row = await this.#db
      .selectFrom('users')
      .select([...columns, 'passwordHash'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (!row) return undefined;
    const { passwordHash, ...account } = row;
    return { account, passwordHash };
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
