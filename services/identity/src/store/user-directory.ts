import { codeOf } from '@tribus/kit/core/errors.ts';
import { containing } from '@tribus/kit/postgres/like.ts';
import { type InferResult, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';
import type { Account } from './users.ts';

/** An account as admins see it. */
export type DirectoryUser = InferResult<ReturnType<typeof withState>>[number];

/** Fields an admin may set; absent fields stay. */
export interface AccountChange {
  email?: string;
  name?: string;
  role?: Account['role'];
  avatarUrl?: string | null;
  passwordHash?: string;
  emailVerifiedAt?: null;
  emailSetByAdmin?: true;
  limitsLiftedAt?: Date | null;
}

/** An arbitrary number, the same in all replicas; advisory locks are scoped to the database. */
const adminsLock = 8_130_001;
const uniqueViolation = '23505';

/** All accounts, for site admins. */
export class UserDirectory {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Returns accounts whose name or address contains `q`, newest first. */
  async page(q: string, offset: number, limit: number, now: Date): Promise<DirectoryUser[]> {
    return withState(this.#db, now)
      .$if(q !== '', (query) => query.where(matches(q)))
      .orderBy('users.createdAt', 'desc')
      .orderBy('users.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
  }

  async count(q: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('users')
      .select((row) => row.fn.countAll<number>().as('count'))
      .$if(q !== '', (query) => query.where(matches(q)))
      .executeTakeFirstOrThrow();
    return count;
  }

  async find(id: string, now: Date): Promise<DirectoryUser | undefined> {
    return withState(this.#db, now).where('users.id', '=', id).executeTakeFirst();
  }

  /** Serialises changes of admins and of their ability to act. */
  async lockAdmins(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${adminsLock})`.execute(this.#db);
  }

  /** Returns the admins who are able to act: neither suspended nor silenced. */
  async activeAdmins(now: Date): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('users')
      .select('users.id')
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .where(({ not }) => not(isSilenced(now)))
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Returns the admins whose accounts are not suspended, sorted by id. */
  async adminIds(limit: number, afterId: string | undefined): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Returns which of the users are suspended or silenced at `now`. */
  async sanctioned(ids: readonly string[], now: Date): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('users')
      .select('users.id')
      .where('users.id', '=', sql<string>`any(${onlyUuids(ids)}::uuid[])`)
      .where((row) => row.or([row('status', '=', 'suspended'), isSilenced(now)]))
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Returns false when another account has the address; the transaction is aborted then. */
  async update(id: string, change: AccountChange): Promise<boolean> {
    try {
      await this.#db.updateTable('users').set(change).where('id', '=', id).execute();
      return true;
    } catch (error) {
      if (codeOf(error) === uniqueViolation) return false;
      throw error;
    }
  }

  async setStatus(id: string, status: Account['status']): Promise<void> {
    await this.#db.updateTable('users').set({ status }).where('id', '=', id).execute();
  }
}

/** Both columns have a matching index. */
const matches = (q: string) => sql<boolean>`(users.name ilike ${containing(q)} or users.email ilike ${containing(q)})`;

/** SQL condition: the user of the row is silenced at that time. */
export const isSilenced = (now: Date) => sql<boolean>`exists (
  select from sanctions where user_id = users.id and kind = 'silence' and ended_at is null
    and (ends_at is null or ends_at > ${now}))`;

function withState(db: Kysely<IdentityDb>, now: Date) {
  const users: SelectQueryBuilder<IdentityDb, 'users', object> = db.selectFrom('users');
  return users
    .select(['users.id', 'email', 'name', 'role', 'status', 'avatarUrl', 'language', 'isAgent'])
    .select(['emailVerifiedAt', 'limitsLiftedAt', 'users.createdAt'])
    .select([
      isSilenced(now).as('isSilenced'),
      sql<Date | null>`greatest(users.seen_at,
        (select max(last_seen_at) from sessions where user_id = users.id))`.as('lastSeenAt'),
      sql<number>`(select count(*)::integer from sanctions
        where user_id = users.id and appeal is not null and appeal_answered_at is null)`.as('openAppeals'),
    ]);
}
