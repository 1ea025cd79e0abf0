import type { Context } from '@tribus/kit/runtime/context.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { bytesAtOnceMb, bytesPerMb, picturesAnHour, uploadsAtOnce } from '../limits.ts';
import type { Usage } from './store/reservations.ts';
import type { MediaStore } from './store/store.ts';

const hourMs = 60 * 60 * 1000;
const leaseSeconds = 120;
/** Several times within a lease. */
const renewEveryMs = 30_000;

/** Limits what one user may upload: at once, and in an hour. */
export class Quota {
  readonly #ctx: Context;
  readonly #store: MediaStore;

  constructor(ctx: Context, store: MediaStore) {
    this.#ctx = ctx;
    this.#store = store;
  }

  /**
   * Runs `work` with a reservation of `bytes` for a user, which is passed its id. Throws 429 `too_many_requests` when
   * they upload too much at once or have uploaded too much in the last hour.
   */
  async reserve<T>(ownerId: string, bytes: number, work: (reservationId: string) => Promise<T>): Promise<T> {
    const id = this.#ctx.newId();
    requireReserved(await this.#add(id, ownerId, bytes));
    const { reservations } = this.#store;
    const renewal = setInterval(() => this.#attempt(reservations.renew(id, leaseSeconds)), renewEveryMs);
    try {
      return await work(id);
    } finally {
      clearInterval(renewal);
      await this.#attempt(reservations.delete(id));
    }
  }

  #add(id: string, ownerId: string, bytes: number): Promise<Usage> {
    const limits = {
      concurrentUploads: uploadsAtOnce,
      concurrentBytes: bytesAtOnceMb * bytesPerMb,
      pictures: picturesAnHour,
      since: new Date(this.#ctx.clock.now().getTime() - hourMs),
    };
    return this.#store.transaction(async (tx) => {
      await tx.reservations.lockOwner(ownerId);
      return tx.reservations.add({ id, ownerId, bytes, leaseSeconds }, limits);
    });
  }

  /** A failure is corrected when the lease expires. */
  async #attempt(change: Promise<void>): Promise<void> {
    await change.catch((error) => this.#ctx.log.warn({ err: error }, 'upload reservation not changed'));
  }
}

function requireReserved({ isReserved, uploads, stored }: Usage): void {
  if (isReserved) return;
  const isHourFull = uploads + stored >= picturesAnHour;
  throw fail('too_many_requests', undefined, { retryAfter: isHourFull ? 600 : 5 });
}
