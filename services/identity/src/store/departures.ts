import { type Kysely, sql } from 'kysely';
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

  /** Deletes the account with its sessions, follows, tasks, sign-ins, sanctions and what protected it. */
  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom('users').where('id', '=', id).execute();
  }
}
