import { type Kysely, sql, type Updateable } from 'kysely';
import type { IdentityDb, StoredPhoto } from './tables.ts';

/** Profile fields and pictures. */
export class Profiles {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  async update(
    userId: string,
    change: Pick<Updateable<IdentityDb['users']>, 'name' | 'avatarUrl' | 'avatarKey' | 'profile' | 'visibility'>,
  ): Promise<void> {
    await this.#db.updateTable('users').set(change).where('id', '=', userId).execute();
  }

  async setPhotos(userId: string, photos: readonly StoredPhoto[]): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ photos: sql<StoredPhoto[]>`${JSON.stringify(photos)}::jsonb` })
      .where('id', '=', userId)
      .execute();
  }
}
