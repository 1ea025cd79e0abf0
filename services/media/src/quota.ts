import type { Context } from '@tribus/kit/runtime/context.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { bytesAtOnceMb, bytesPerMb, picturesAnHour, uploadsAtOnce } from '../limits.ts';
import type { ReservationStore } from './reservation-store.ts';

const hourMs = 60 * 60 * 1000;
const leaseSeconds = 120;
/** Several times within a lease. */
const renewEveryMs = 30_000;

/** What one person may bring: at once, and in an hour. */
export class Quota {
  readonly #ctx: Context;
  readonly #store: ReservationStore;

  constructor(ctx: Context, store: ReservationStore) {
    this.#ctx = ctx;
    this.#store = store;
  }

  /**
   * Does `work` while `bytes` are reserved for somebody; it is told the reservation's id. Throws `too_many_requests`
   * when they have too much under way or brought too much in the last hour.
   */
  async reserve<T>(ownerId: string, bytes: number, work: (reservation: string) => Promise<T>): Promise<T> {
    const id = this.#ctx.newId();
    const since = new Date(this.#ctx.clock.now().getTime() - hourMs);
    const limits = { uploadsAtOnce, bytesAtOnce: bytesAtOnceMb * bytesPerMb, pictures: picturesAnHour, since };
    const verdict = await this.#store.reserve({ id, ownerId, bytes, leaseSeconds }, limits);
    if (verdict === 'too_many_at_once') throw fail('too_many_requests', undefined, { retryAfter: 5 });
    if (verdict === 'too_many_pictures') throw fail('too_many_requests', undefined, { retryAfter: 600 });
    const renewal = setInterval(() => this.#attempt(this.#store.renew(id, leaseSeconds)), renewEveryMs);
    try {
      return await work(id);
    } finally {
      clearInterval(renewal);
      await this.#attempt(this.#store.release(id));
    }
  }

  /** What fails is made good by the end of the lease. */
  async #attempt(change: Promise<void>): Promise<void> {
    await change.catch((error) => this.#ctx.log.warn({ err: error }, 'reservation of an upload not changed'));
  }
}
