import { newAccountLimits } from '@tribus/community/limits.ts';
import { isLimited, limitReached } from '@tribus/community/new-accounts.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { type AppError, fail } from '@tribus/kit/core/errors.ts';
import { currentRequest } from '@tribus/kit/core/request-context.ts';
import { bytesAtOnceMb, bytesPerMb, uploadsAnHour, uploadsAtOnce } from '../limits.ts';
import type { NewReservation, Usage } from './store/reservations.ts';
import type { MediaStore, MediaTx } from './store/store.ts';

const leaseSeconds = 120;
/** Renews a reservation several times within its lease. */
const renewEveryMs = 30_000;

/** Limits the uploads of one user: at once, and per hour. */
export class Quota {
  readonly #ctx: Context;
  readonly #store: MediaStore;

  constructor(ctx: Context, store: MediaStore) {
    this.#ctx = ctx;
    this.#store = store;
  }

  /**
   * Runs `work` with a reservation of `bytes` for a user and passes its id. Throws 429 `too_many_requests` when
   * the user has too many uploads in progress or in the last hour, and 429 `new_account_uploads` when a new account
   * exceeds its limit.
   */
  async reserve<T>(ownerId: string, bytes: number, work: (reservationId: string) => Promise<T>): Promise<T> {
    const id = this.#ctx.newId();
    await this.#store.transaction((tx) => this.#requireRoom(tx, { id, ownerId, bytes }));
    const { reservations } = this.#store;
    const renewal = setInterval(() => this.#attempt(reservations.renew(id, leaseSeconds)), renewEveryMs);
    try {
      return await work(id);
    } finally {
      clearInterval(renewal);
      await this.#attempt(reservations.delete(id));
    }
  }

  /**
   * Commits `add` of an upload that takes several requests, and counts it as an upload of this hour. Throws as
   * `reserve`; other calls for the same user wait meanwhile.
   */
  async admit(id: string, ownerId: string, add: (tx: MediaTx) => Promise<void>): Promise<void> {
    await this.#store.transaction(async (tx) => {
      await this.#requireRoom(tx, { id, ownerId, bytes: 0 });
      await tx.reservations.delete(id);
      await tx.uploads.add(id, ownerId, this.#ctx.clock.now());
      await add(tx);
    });
  }

  /** Adds a reservation within the limits of the user. */
  async #requireRoom(tx: MediaTx, { id, ownerId, bytes }: Omit<NewReservation, 'leaseSeconds'>): Promise<void> {
    const now = this.#ctx.clock.now();
    const uploader = this.#newAccount(ownerId);
    const most = uploader ? newAccountLimits.uploads : uploadsAnHour;
    const limits = {
      concurrentUploads: uploadsAtOnce,
      concurrentBytes: bytesAtOnceMb * bytesPerMb,
      files: most,
      since: new Date(now.getTime() - hourMs),
    };
    await tx.reservations.lockOwner(ownerId);
    const usage = await tx.reservations.add({ id, ownerId, bytes, leaseSeconds }, limits);
    requireReserved(usage, most, (oldest) => {
      return uploader && limitReached('uploads', uploader, now, new Date((oldest ?? now).getTime() + hourMs));
    });
  }

  /** The actor of the request when they upload for themselves under the limits of new accounts. */
  #newAccount(ownerId: string): Actor | undefined {
    const actor = currentRequest()?.actor;
    return actor?.id === ownerId && isLimited(actor, this.#ctx.clock.now()) ? actor : undefined;
  }

  /** A failed renewal or deletion is corrected when the lease expires. */
  async #attempt(change: Promise<void>): Promise<void> {
    await change.catch((error) =>
      this.#ctx.log.warn({ err: error }, 'upload reservation not changed; its lease expires'),
    );
  }
}

/** Throws unless it is reserved; `hourFull` returns the error when the hourly limit of `most` is reached. */
function requireReserved(
  { isReserved, uploads, uploaded, oldest }: Usage,
  most: number,
  hourFull: (oldest: Date | null) => AppError | undefined,
): void {
  if (isReserved) return;
  const isHourFull = uploads + uploaded >= most;
  const limit = isHourFull ? hourFull(oldest) : undefined;
  if (limit) throw limit;
  throw fail('too_many_requests', undefined, { retryAfter: isHourFull ? 600 : 5 });
}
