import type { Postgres } from '@tribus/kit/postgres/postgres.ts';
import { sql } from 'kysely';
import type { MediaDb } from './store.ts';

/** Any number; the first half of the names of the locks under which one person's uploads are counted. */
const ownerLocks = 7_362_002;

/** What one person may have under way and may bring. */
export interface PersonalLimits {
  uploadsAtOnce: number;
  bytesAtOnce: number;
  /** Stored since `since` and under way. */
  pictures: number;
  since: Date;
}

/** An upload that wants to begin. */
export interface Wanted {
  id: string;
  ownerId: string;
  bytes: number;
  leaseSeconds: number;
}

/** Whether it was reserved, and if not which limit stood in the way. */
export type Verdict = 'reserved' | 'too_many_at_once' | 'too_many_pictures';

interface Counted {
  reserved: number;
  uploads: number;
  bytes: number;
  stored: number;
}

/** The table of reservations. */
export class ReservationStore {
  readonly #postgres: Postgres<MediaDb>;

  constructor(postgres: Postgres<MediaDb>) {
    this.#postgres = postgres;
  }

  /** Counts and reserves in one statement; those of one person follow one another, over all copies of the service. */
  async reserve({ id, ownerId, bytes, leaseSeconds }: Wanted, limits: PersonalLimits): Promise<Verdict> {
    const { uploadsAtOnce, bytesAtOnce, pictures, since } = limits;
    const counted = await this.#postgres.transaction(async ({ db }) => {
      // A statement of its own: only so the next one sees what the holder before has committed.
      await sql`select pg_advisory_xact_lock(${ownerLocks}, hashtext(${ownerId}))`.execute(db);
      const { rows } = await sql<Counted>`
        with live as (
          select count(*)::integer as uploads, coalesce(sum(bytes), 0)::bigint as bytes
          from reservations where owner_id = ${ownerId} and expires_at > now()
        ), brought as (
          select count(*)::integer as stored from objects
          where owner_id = ${ownerId} and main_key is null and created_at > ${since}
        ), reserved as (
          insert into reservations (id, owner_id, bytes, expires_at)
          select ${id}::uuid, ${ownerId}, ${bytes}::bigint, now() + make_interval(secs => ${leaseSeconds})
          from live, brought
          where live.uploads < ${uploadsAtOnce} and live.bytes + ${bytes}::bigint <= ${bytesAtOnce}
            and live.uploads + brought.stored < ${pictures}
          returning id
        )
        select (select count(*)::integer from reserved) as reserved, uploads, bytes, stored from live, brought`.execute(
        db,
      );
      return rows[0];
    });
    if (counted?.reserved === 1) return 'reserved';
    return counted && counted.uploads + counted.stored >= pictures ? 'too_many_pictures' : 'too_many_at_once';
  }

  async renew(id: string, leaseSeconds: number): Promise<void> {
    const expires = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;
    await this.#postgres.db.updateTable('reservations').set({ expiresAt: expires }).where('id', '=', id).execute();
  }

  async release(id: string): Promise<void> {
    await this.#postgres.db.deleteFrom('reservations').where('id', '=', id).execute();
  }

  /** Forgets those whose process died. */
  async sweep(): Promise<void> {
    await this.#postgres.db.deleteFrom('reservations').where('expiresAt', '<', sql<Date>`now()`).execute();
  }
}
