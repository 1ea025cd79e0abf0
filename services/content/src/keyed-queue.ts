import { fail } from '@tribus/kit/core/errors.ts';
import { QueueOutage } from '@tribus/kit/core/queue-outage.ts';
import { timeLeftForCallsMs } from '@tribus/kit/core/request-context.ts';

/** Reactions of one user to one target, running and waiting: as many requests of a user as the gateway lets through. */
export const reactionsAtOnce = 60;
/** Reports of one object, running and waiting: as many as are written before the first of them reaches its deadline. */
export const reportsAtOnce = 12;
const retryAfterSeconds = 1;

/** A queue for the reactions of one user to one target. */
export const openReactionQueue = (): KeyedQueue => new KeyedQueue(reactionsAtOnce, 'too_many_requests');

/** A queue for the reports of one object, by different users. */
export const openReportQueue = (): KeyedQueue => new KeyedQueue(reportsAtOnce, 'unavailable');

interface Queue {
  last: Promise<void>;
  size: number;
  readonly outage: QueueOutage;
}

/**
 * Runs the work of one key sequentially before it takes a connection: it would wait for the same lock anyway, and
 * occupy connections that other users need.
 */
export class KeyedQueue {
  readonly #limit: number;
  readonly #refusal: 'too_many_requests' | 'unavailable';
  readonly #queues: Map<string, Queue>;

  /** `limit` is the work of one key, running and waiting; more is refused with the error `refusal`. */
  constructor(limit: number, refusal: 'too_many_requests' | 'unavailable', queues = new Map<string, Queue>()) {
    this.#limit = limit;
    this.#refusal = refusal;
    this.#queues = queues;
  }

  /**
   * Runs the work after earlier work of the same key. Throws the queue's refusal (429 or 503) when too much is waiting.
   * Without running it, throws 504 when the request's deadline has passed: the client has already received a failure;
   * and the error of earlier work that failed during the wait because of an outage, instead of waiting for the store
   * once more.
   */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), size: 0, outage: new QueueOutage() };
    if (queue.size >= this.#limit) throw fail(this.#refusal, undefined, { retryAfter: retryAfterSeconds });
    const [before, queuedAt] = [queue.last, performance.now()];
    const turn = Promise.withResolvers<void>();
    queue.size += 1;
    queue.last = turn.promise;
    this.#queues.set(key, queue);
    await before;
    try {
      queue.outage.assertNoneSince(queuedAt);
      if (timeLeftForCallsMs() === 0) throw fail('timeout');
      return await queue.outage.observe(work);
    } finally {
      queue.size -= 1;
      if (queue.size === 0) this.#queues.delete(key);
      turn.resolve();
    }
  }
}
