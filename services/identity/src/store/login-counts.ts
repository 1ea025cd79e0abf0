import { runTransaction } from '@tribus/kit/postgres/transaction.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

/** Number of free failures, and the delay of further ones. */
export interface LoginLimit {
  /** From this count on each failure doubles the wait, beginning with one second. */
  free: number;
  /** Maximum wait in seconds. One failure expires after each such period without another one. */
  slowestSeconds: number;
}

/** Failed logins by key. Each statement is atomic, so that concurrent attempts cannot exceed a limit. */
export class LoginCounts {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /**
   * Applies all counts of one attempt, or none. Not subject to the request's idempotency: a repeated guess is a guess.
   */
  transaction<T>(work: (counts: LoginCounts) => Promise<T>): Promise<T> {
    return runTransaction(this.#db, (db) => work(new LoginCounts(db)));
  }

  /** Counts one failure and returns the new count; undefined while the key must wait. */
  async count(key: string, limit: LoginLimit, now: Date): Promise<number | undefined> {
    const expired = sql`floor(extract(epoch from (${now}::timestamptz - counted.counted_at)) / ${limit.slowestSeconds})`;
    const failures = sql<number>`greatest(0, counted.failures - greatest(0, ${expired}))::integer + 1`;
    const { rows } = await sql<{ failures: number }>`
      INSERT INTO login_counts AS counted (key, failures, counted_at, free_at)
      VALUES (${key}, 1, ${now}, ${freeAt(sql<number>`1`, limit, now)})
      ON CONFLICT (key) DO UPDATE
        SET failures = ${failures}, counted_at = ${now}, free_at = ${freeAt(failures, limit, now)}
        WHERE counted.free_at <= ${now}
      RETURNING failures`.execute(this.#db);
    return rows[0]?.failures;
  }

  /** Returns the end of the key's wait, possibly past. */
  async freeAt(key: string): Promise<Date | undefined> {
    const row = await this.#db.selectFrom('loginCounts').select('freeAt').where('key', '=', key).executeTakeFirst();
    return row?.freeAt;
  }

  /** Subtracts attempts that did not fail, and ends the wait they caused. */
  async subtract(key: string, failures: number): Promise<void> {
    await sql`
      UPDATE login_counts SET failures = greatest(0, failures - ${failures}), free_at = to_timestamp(0)
      WHERE key = ${key}`.execute(this.#db);
  }

  async delete(key: string): Promise<void> {
    await this.#db.deleteFrom('loginCounts').where('key', '=', key).execute();
  }
}

/**
 * A key that need not wait is free since 1970, not since `now`, because concurrent attempts may be counted out of
 * order. The bound on the exponent keeps the power finite.
 */
function freeAt(failures: RawBuilder<number>, { free, slowestSeconds }: LoginLimit, now: Date) {
  return sql`CASE WHEN ${failures} < ${free} THEN to_timestamp(0) ELSE ${now}::timestamptz
    + make_interval(secs => least(${slowestSeconds}, power(2, least(${failures} - ${free}, 30)))) END`;
}
