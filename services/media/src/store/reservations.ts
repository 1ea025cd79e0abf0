import { deleteInPortions } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, sql } from 'kysely';
import type { MediaDb } from './tables.ts';
import { ownerDigest } from './uploads.ts';

/** An arbitrary number: the first half of the lock key for counting one user's uploads. */
const ownerLock = 7_362_002;

/** The upload limits of one user. */
export interface UploadLimits {
  concurrentUploads: number;
  concurrentBytes: number;
  /** Uploaded since `since`, including deleted ones, plus those in progress. */
  files: number;
  since: Date;
}

export interface NewReservation {
  id: string;
  ownerId: string;
  bytes: number;
  leaseSeconds: number;
}

/** A user's uploads, compared with the limits. */
export interface Usage {
  isReserved: boolean;
  /** Uploads in progress, without the new upload. */
  uploads: number;
  bytes: number;
  /** Uploaded since the beginning of the period. */
  uploaded: number;
  /** The time of the oldest of them. */
  oldest: Date | null;
}

/** Uploads in progress, by the database's time. */
export class Reservations {
  readonly #db: Kysely<MediaDb>;

  constructor(db: Kysely<MediaDb>) {
    this.#db = db;
  }

  /**
   * Waits for other transactions that reserve for this user; locked until this transaction ends. A separate statement
   * before `add`: only then does `add` see the commits of the previous transaction.
   */
  async lockOwner(ownerId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(${ownerLock}, hashtext(${ownerId}))`.execute(this.#db);
  }

  /** Adds a reservation if it is within the limits; resolves to the usage compared. Requires `lockOwner`. */
  async add({ id, ownerId, bytes, leaseSeconds }: NewReservation, limits: UploadLimits): Promise<Usage> {
    const { concurrentUploads, concurrentBytes, files, since } = limits;
    const { rows } = await sql<Usage>`
      with live as (
        select count(*)::integer as uploads, coalesce(sum(bytes), 0)::bigint as bytes
        from reservations where owner_id = ${ownerId} and expires_at > now()
      ), recent as (
        select count(*)::integer as uploaded, min(uploaded_at) as oldest from uploads
        where owner_digest = ${ownerDigest(ownerId)} and uploaded_at > ${since}
      ), reserved as (
        insert into reservations (id, owner_id, bytes, expires_at)
        select ${id}::uuid, ${ownerId}, ${bytes}::bigint, now() + make_interval(secs => ${leaseSeconds})
        from live, recent
        where live.uploads < ${concurrentUploads} and live.bytes + ${bytes}::bigint <= ${concurrentBytes}
          and live.uploads + recent.uploaded < ${files}
        returning id
      )
      select exists (select from reserved) as is_reserved, uploads, bytes, uploaded, oldest from live, recent`.execute(
      this.#db,
    );
    const [usage] = rows;
    if (!usage) throw new Error('the database returned no usage');
    return usage;
  }

  async renew(id: string, leaseSeconds: number): Promise<void> {
    const expiresAt = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;
    await this.#db.updateTable('reservations').set({ expiresAt }).where('id', '=', id).execute();
  }

  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom('reservations').where('id', '=', id).execute();
  }

  /** Deletes expired reservations, left by killed processes. */
  sweep(signal: AbortSignal): Promise<void> {
    return deleteInPortions(this.#db, signal, { from: 'reservations', where: sql`expires_at < now()` });
  }
}
