import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

/** An account that is about to go. */
export interface DepartingAccount {
  /** Its address, where its mailbox was proved. */
  provenEmail: string | null;
  role: IdentityDb['users']['role'];
  /** Of its avatar and photos, as media calls them. */
  pictureKeys: string[];
}

/** Accounts that go. */
export class Departures {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** The account, locked to be deleted: also against what refers to it. Undefined when there is none. */
  async lockForDeletion(id: string): Promise<DepartingAccount | undefined> {
    const account = await this.#db
      .selectFrom('users')
      .select(['email', 'emailVerifiedAt', 'role', 'avatarKey', 'photos'])
      .where('id', '=', sql<string>`any(${onlyUuids([id])}::uuid[])`)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return undefined;
    const { email, emailVerifiedAt, role, avatarKey, photos } = account;
    return {
      provenEmail: emailVerifiedAt && email,
      role,
      pictureKeys: [...(avatarKey ? [avatarKey] : []), ...photos.map(({ key }) => key)],
    };
  }

  /**
   * Deletes the account with its sessions, tasks, sanctions and what protected it. Of the tables of `deleteSomeOf` there may be
   * any number of rows, which stay for now.
   */
  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom('users').where('id', '=', id).execute();
  }

  /** Deletes up to so many rows of a table that name an account, and returns how many. */
  deleteSomeOf(from: keyof typeof naming, id: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from, where: naming[from](sql`${id}::uuid`), limit });
  }
}

/** Where an account is named in the tables in which any number of rows may do so; each of the columns has an index. */
const naming = {
  follows: (id: RawBuilder<unknown>) => sql`user_id = ${id} or followed_id = ${id}`,
  blocks: (id: RawBuilder<unknown>) => sql`user_id = ${id} or blocked_id = ${id}`,
  mutes: (id: RawBuilder<unknown>) => sql`user_id = ${id} or muted_user_id = ${id}`,
  signIns: (id: RawBuilder<unknown>) => sql`user_id = ${id}`,
} as const;
