import { type Kysely, type Selectable, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

export type FollowedLabel = Selectable<IdentityDb['followedLabels']>;

/** Key of a tag or a place within those that a user follows. */
export type Label = Pick<FollowedLabel, 'kind' | 'value'>;

/** Tags and places that users follow. */
export class FollowedLabels {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Returns false when it was followed before. */
  async add(followed: FollowedLabel): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('followedLabels')
      .values(followed)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** Returns false when it was not followed. */
  async remove(userId: string, { kind, value }: Label): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('followedLabels')
      .where((row) => row.and({ userId, kind, value }))
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  async count(userId: string, kind: FollowedLabel['kind']): Promise<number> {
    const { count } = await this.#db
      .selectFrom('followedLabels')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where((row) => row.and({ userId, kind }))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Returns all that the users follow, in the order of their names. */
  ofUsers(userIds: readonly string[]): Promise<FollowedLabel[]> {
    return this.#db
      .selectFrom('followedLabels')
      .selectAll()
      .where('userId', '=', sql<string>`any(${onlyUuids(userIds)}::uuid[])`)
      .orderBy('value')
      .execute();
  }
}
