import { runTransaction } from '@tribus/kit/postgres/transaction.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

/** How many failures are free, and how slow further ones get. */
export interface LoginLimit {
  /** From this many on each failure must wait twice as long as the one before, beginning with one second. */
  free: number;
  /** The longest wait in seconds. A failure is forgotten for every such time that passes without another one. */
  slowestSeconds: number;
}

/** Failed logins by key. Each statement is atomic, so that attempts at the same time cannot get past a limit. */
export class LoginCounts {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** All counts of one attempt, or none. Outside of the request's idempotency: a repeated guess is a guess. */
  transaction<T>(work: (counts: LoginCounts) => Promise<T>): Promise<T> {
    return runTransaction(this.#db, (db) => work(new LoginCounts(db)));
  }

  /** Counts one failure and answers how many there are now; undefined while the key must wait. */
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

  /** Until when a key must wait or had to. */
  async freeAt(key: string): Promise<Date | undefined> {
    const row = await this.#db.selectFrom('loginCounts').select('freeAt').where('key', '=', key).executeTakeFirst();
    return row?.freeAt;
  }

  /** Subtracts attempts that were no failures, and ends the wait they caused. */
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
 * A key that need not wait is free since 1970 and not since `now`: concurrent attempts may be counted in another order
 * than that of their times. The bound on the exponent only keeps the power finite.
 */
function freeAt(failures: RawBuilder<number>, { free, slowestSeconds }: LoginLimit, now: Date) {
  return sql`CASE WHEN ${failures} < ${free} THEN to_timestamp(0) ELSE ${now}::timestamptz
    + make_interval(secs => least(${slowestSeconds}, power(2, least(${failures} - ${free}, 30)))) END`;
}
