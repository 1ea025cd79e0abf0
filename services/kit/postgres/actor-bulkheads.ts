import { type BulkheadPolicy, bulkhead } from 'cockatiel';
import type { Actor } from '../core/actor.ts';
import { fail } from '../core/errors.ts';
import { isOwnStoreOnly } from '../core/own-store-only.ts';
import { QueueOutage } from '../core/queue-outage.ts';
import { bindContext, currentRequest, timeLeftForCallsMs } from '../core/request-context.ts';

const retryAfterSeconds = 1;

interface Bulkhead {
  slots: BulkheadPolicy;
  outage: QueueOutage;
}

/**
 * Limits the concurrent transactions of each user and of each visitor's address. Transactions of one user often wait
 * for the same row, each with a connection; without a limit they occupy the pool and all other users get 503.
 */
export class ActorBulkheads {
  readonly #limit: number;
  readonly #waitMs: number;
  readonly #byActor: Map<string, Bulkhead>;

  /** `waitMs` is the longest wait for a slot. */
  constructor(limit: number, waitMs: number, byActor = new Map<string, Bulkhead>()) {
    this.#limit = limit;
    this.#waitMs = waitMs;
    this.#byActor = byActor;
  }

  /**
   * Runs `work` once the current request's actor has a free slot; at once for a service, and within a transaction,
   * which has its connection. Without running it, throws 429 `too_many_requests` after too long a wait, 504 `timeout`
   * after the request's deadline, and the error of the actor's transaction that failed during the wait because of an
   * outage, instead of waiting for the store once more.
   */
  async execute<T>(work: () => Promise<T>): Promise<T> {
    const key = keyOf(currentRequest()?.actor);
    if (key === '' || isOwnStoreOnly()) return work();
    const found = this.#byActor.get(key) ?? this.#open();
    this.#byActor.set(key, found);
    const { slots, outage } = found;
    try {
      if (slots.executionSlots > 0) return await slots.execute(() => outage.observe(work));
      const queuedAt = performance.now();
      // Otherwise the queued work would run in the context of the request that releases the slot.
      const queued = bindContext(() => {
        outage.assertNoneSince(queuedAt);
        if (timeLeftForCallsMs() === 0) throw fail('timeout');
        if (performance.now() - queuedAt > this.#waitMs)
          throw fail('too_many_requests', undefined, { retryAfter: retryAfterSeconds });
        return outage.observe(work);
      });
      return await slots.execute(async () => queued());
    } finally {
      if (slots.executionSlots === this.#limit) this.#byActor.delete(key);
    }
  }

  #open(): Bulkhead {
    return { slots: bulkhead(this.#limit, Number.POSITIVE_INFINITY), outage: new QueueOutage() };
  }
}

/** Empty for services, and for an actor without an identity. */
const keyOf = (actor: Actor | undefined): string =>
  actor === undefined || actor.kind === 'service' ? '' : actor.id || actor.visitor;
