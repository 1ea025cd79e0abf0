import { newAccountLimits } from '@tribus/community/limits.ts';
import { isLimited, limitReached } from '@tribus/community/new-accounts.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { type AppError, fail } from '@tribus/kit/core/errors.ts';
import { currentRequest } from '@tribus/kit/core/request-context.ts';
import { bytesAtOnceMb, bytesPerMb, uploadsAnHour, uploadsAtOnce } from '../limits.ts';
import type { Usage } from './store/reservations.ts';
import type { MediaStore } from './store/store.ts';

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
    const uploader = this.#newAccount(ownerId);
    const most = uploader ? newAccountLimits.uploads : uploadsAnHour;
    requireReserved(await this.#add(id, ownerId, { bytes, most }), most, (oldest) => {
      const now = this.#ctx.clock.now();
      return uploader && limitReached('uploads', uploader, now, new Date((oldest ?? now).getTime() + hourMs));
    });
    const { reservations } = this.#store;
    const renewal = setInterval(() => this.#attempt(reservations.renew(id, leaseSeconds)), renewEveryMs);
    try {
      return await work(id);
    } finally {
      clearInterval(renewal);
      await this.#attempt(reservations.delete(id));
    }
  }

  /** The actor of the request when they upload for themselves under the limits of new accounts. */
  #newAccount(ownerId: string): Actor | undefined {
    const actor = currentRequest()?.actor;
    return actor?.id === ownerId && isLimited(actor, this.#ctx.clock.now()) ? actor : undefined;
  }

  #add(id: string, ownerId: string, { bytes, most }: { bytes: number; most: number }): Promise<Usage> {
    const limits = {
      concurrentUploads: uploadsAtOnce,
      concurrentBytes: bytesAtOnceMb * bytesPerMb,
      files: most,
      since: new Date(this.#ctx.clock.now().getTime() - hourMs),
    };
    return this.#store.transaction(async (tx) => {
      await tx.reservations.lockOwner(ownerId);
      return tx.reservations.add({ id, ownerId, bytes, leaseSeconds }, limits);
    });
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
