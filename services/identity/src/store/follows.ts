import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { type Kysely, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

export interface FollowCounts {
  followersCount: number;
  followingCount: number;
}

/** An entry in a user's list of followed users. */
export interface Followed {
  id: string;
  name: string;
  avatarUrl: string | null;
  isAgent: boolean;
  /** Start of the follow. */
  createdAt: Date;
}

/** Criteria for followers. */
export interface FollowerFilter {
  /** Only ids after this id. */
  afterId?: string | undefined;
  /** Only follows that existed at that time. */
  asOf?: Date | undefined;
}

/** Follows between users. */
export class Follows {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Returns false when the follow existed. */
  async add(userId: string, followedId: string, now: Date): Promise<boolean> {
    const added = await this.#db
      .insertInto('follows')
      .values({ userId, followedId, createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** Returns false when there was no follow. */
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

  /** Returns which of these users a user follows. */
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

  /** Returns the users a user follows, newest first. */
  async following(userId: string, limit: number, after?: ListPosition): Promise<Followed[]> {
    return this.#db
      .selectFrom('follows')
      .innerJoin('users', 'users.id', 'follows.followedId')
      .select(['users.id', 'users.name', 'users.avatarUrl', 'users.isAgent', 'follows.createdAt'])
      .where('follows.userId', '=', userId)
      .where(olderThan(after, { time: 'follows.createdAt', id: 'followedId' }))
      .orderBy('follows.createdAt', 'desc')
      .orderBy('followedId', 'desc')
      .limit(limit)
      .execute();
  }

  /** Returns the people whom each of the users followed last, up to `limit` of each, by user. */
  async newestOf(userIds: readonly string[], limit: number): Promise<Map<string, string[]>> {
    const { rows } = await sql<{ userId: string; followedId: string }>`
      select viewers.id as user_id, newest.followed_id
      from unnest(${onlyUuids(userIds)}::uuid[]) as viewers (id) cross join lateral (
        select followed_id from follows where follows.user_id = viewers.id
        order by created_at desc, followed_id desc limit ${limit}) as newest`.execute(this.#db);
    const byUser = Map.groupBy(rows, ({ userId }) => userId);
    return new Map([...byUser].map(([userId, followed]) => [userId, followed.map(({ followedId }) => followedId)]));
  }

  /** Returns the ids of a user's followers, sorted by id. */
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

  /** Returns the ids of a user's followers whom the user does not follow, newest first, among the newest `among`. */
  async unreturnedIds(userId: string, limit: number, among: number): Promise<string[]> {
    const { rows } = await sql<{ userId: string }>`
      select user_id from (
        select user_id, created_at from follows where followed_id = any(${onlyUuids([userId])}::uuid[])
        order by created_at desc, user_id desc limit ${among}) as newest
      where not exists (
        select from follows as own where own.user_id = any(${onlyUuids([userId])}::uuid[])
          and own.followed_id = newest.user_id)
      order by created_at desc, user_id desc limit ${limit}`.execute(this.#db);
    return rows.map((row) => row.userId);
  }
}
