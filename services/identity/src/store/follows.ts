import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { type Kysely, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

export interface FollowCounts {
  followersCount: number;
  followingCount: number;
}

/** A user in somebody's list of followed users. */
export interface Followed {
  id: string;
  name: string;
  avatarUrl: string | null;
  isAgent: boolean;
  /** When the following began. */
  createdAt: Date;
}

/** Which followers to read. */
export interface FollowerFilter {
  /** Those after this id. */
  afterId?: string | undefined;
  /** Those who followed at that time. */
  asOf?: Date | undefined;
}

/** Who follows whom. */
export class Follows {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** False when they followed before. */
  async add(userId: string, followedId: string, now: Date): Promise<boolean> {
    const added = await this.#db
      .insertInto('follows')
      .values({ userId, followedId, createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** False when they did not follow. */
  async remove(userId: string, followedId: string): Promise<boolean> {
    const removed = await this.#db
      .deleteFrom('follows')
      .where('userId', '=', userId)
      .where('followedId', '=', followedId)
      .executeTakeFirst();
    return removed.numDeletedRows > 0n;
  }

  async has(userId: string, followedId: string): Promise<boolean> {
    const found = await this.#db
      .selectFrom('follows')
      .select('userId')
      .where('userId', '=', userId)
      .where('followedId', '=', followedId)
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Those of the users whom somebody follows. */
  async among(userId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('follows')
      .select('followedId')
      .where('userId', '=', userId)
      .where('followedId', '=', sql<string>`any(${onlyUuids(ids)}::uuid[])`)
      .execute();
    return rows.map(({ followedId }) => followedId);
  }

  async counts(userId: string): Promise<FollowCounts> {
    const count = (column: 'userId' | 'followedId') =>
      this.#db
        .selectFrom('follows')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where(column, '=', userId);
    return this.#db
      .selectNoFrom([count('followedId').as('followersCount'), count('userId').as('followingCount')])
      .executeTakeFirstOrThrow()
      .then(({ followersCount, followingCount }) => ({
        followersCount: followersCount ?? 0,
        followingCount: followingCount ?? 0,
      }));
  }

  /** The users somebody follows, the newest first. */
  async following(userId: string, limit: number, after?: ListPosition): Promise<Followed[]> {
    return this.#db
      .selectFrom('follows')
      .innerJoin('users', 'users.id', 'follows.followedId')
      .select(['users.id', 'users.name', 'users.avatarUrl', 'users.isAgent', 'follows.createdAt'])
      .where('follows.userId', '=', userId)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(follows.created_at, followed_id) < (${after?.createdAt}, ${after?.id}::uuid)`),
      )
      .orderBy('follows.createdAt', 'desc')
      .orderBy('followedId', 'desc')
      .limit(limit)
      .execute();
  }

  /** The ids of a user's followers, in the order of the ids. */
  async followerIds(userId: string, limit: number, { afterId, asOf }: FollowerFilter = {}): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('follows')
      .select('userId')
      .where('followedId', '=', sql<string>`any(${onlyUuids([userId])}::uuid[])`)
      .$if(afterId !== undefined, (query) => query.where('userId', '>', afterId ?? ''))
      .$if(asOf !== undefined, (query) => query.where('createdAt', '<=', asOf ?? new Date(0)))
      .orderBy('userId')
      .limit(limit)
      .execute();
    return rows.map((row) => row.userId);
  }
}
