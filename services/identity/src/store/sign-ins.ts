import { dayMs } from '@tribus/kit/core/durations.ts';
import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

/** A sign-in, or a failed attempt. */
export type SignInRecord = Selectable<IdentityDb['signIns']>;

/** Stored failures per account and day, so that guessing cannot fill the table. */
const failuresPerDay = 100;

/** History of sign-ins and failed attempts. */
export class SignIns {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  async add(record: SignInRecord): Promise<void> {
    await this.#db.insertInto('signIns').values(record).execute();
  }

  /** Like `add`, up to the daily limit. */
  async addFailure({ id, userId, createdAt, userAgent, network, way, outcome }: SignInRecord): Promise<void> {
    await sql`
      INSERT INTO sign_ins (id, user_id, created_at, user_agent, network, way, outcome)
      SELECT ${id}::uuid, ${userId}::uuid, ${createdAt}::timestamptz, ${userAgent}, ${network}, ${way}, ${outcome}
      WHERE ${failuresPerDay} > (
        SELECT count(*) FROM sign_ins WHERE user_id = ${userId}::uuid AND outcome <> 'signed_in'
          AND created_at > ${new Date(createdAt.getTime() - dayMs)}
      )`.execute(this.#db);
  }

  /** Returns a user's entries since `since`, newest first. */
  async page(userId: string, since: Date, limit: number, after?: ListPosition): Promise<SignInRecord[]> {
    return this.#db
      .selectFrom('signIns')
      .selectAll()
      .where('userId', '=', userId)
      .where('createdAt', '>', since)
      .where(olderThan(after))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Returns the user agents that signed in from this network, latest first. */
  async userAgentsIn(userId: string, network: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('signIns')
      .select('userAgent')
      .where('userId', '=', userId)
      .where('network', '=', network)
      .where('outcome', '=', 'signed_in')
      .orderBy('createdAt', 'desc')
      .limit(100)
      .execute();
    return rows.map(({ userAgent }) => userAgent);
  }
}
