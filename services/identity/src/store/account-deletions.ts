import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

/** An account that is being deleted. */
export interface DeletedAccount {
  /** The address of the account, or null if it is not verified. */
  verifiedEmail: string | null;
  role: IdentityDb['users']['role'];
  /** Object keys of the avatar and photos in media. */
  pictureKeys: string[];
}

/** Deletion of accounts. */
export class AccountDeletions {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Locks the account for deletion, also against rows that refer to it. Returns undefined when there is none. */
  async lockForDeletion(id: string): Promise<DeletedAccount | undefined> {
    const account = await this.#db
      .selectFrom('users')
      .select(['email', 'emailVerifiedAt', 'role', 'avatarKey', 'photos'])
      .where('id', '=', sql<string>`any(${onlyUuids([id])}::uuid[])`)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return undefined;
    const { email, emailVerifiedAt, role, avatarKey, photos } = account;
    return {
      verifiedEmail: emailVerifiedAt && email,
      role,
      pictureKeys: [...(avatarKey ? [avatarKey] : []), ...photos.map(({ key }) => key)],
    };
  }

  /**
   * Deletes the account with its sessions, tasks, sanctions and credentials. Rows of the tables of `deleteSomeOf`, of
   * which there may be any number, stay for now.
   */
  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom('users').where('id', '=', id).execute();
  }

  /** Deletes up to `limit` rows of a table that name an account; returns how many. */
  deleteSomeOf(from: keyof typeof references, id: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from, where: references[from](sql`${id}::uuid`), limit });
  }
}

/** Conditions for the unbounded tables that name accounts; each column is indexed. */
const references = {
  follows: (id: RawBuilder<unknown>) => sql`user_id = ${id} or followed_id = ${id}`,
  blocks: (id: RawBuilder<unknown>) => sql`user_id = ${id} or blocked_id = ${id}`,
  mutes: (id: RawBuilder<unknown>) => sql`user_id = ${id} or muted_user_id = ${id}`,
  dismissedSuggestions: (id: RawBuilder<unknown>) => sql`person_id = ${id}`,
  signIns: (id: RawBuilder<unknown>) => sql`user_id = ${id}`,
} as const;
