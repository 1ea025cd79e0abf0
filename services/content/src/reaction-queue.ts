import { fail } from '@tribus/kit/core/errors.ts';
import { QueueOutage } from '@tribus/kit/core/queue-outage.ts';
import { timeLeftForCallsMs } from '@tribus/kit/core/request-context.ts';

/** Reactions of one user to one target, running and waiting: as many requests of a user as the gateway lets through. */
export const reactionsAtOnce = 60;
const retryAfterSeconds = 1;

interface Queue {
  last: Promise<void>;
  size: number;
  readonly outage: QueueOutage;
}

/**
 * Runs the reactions of one user to one target sequentially before they take a connection: they would wait for the
 * same lock anyway, and occupy connections that other users need.
 */
export class ReactionQueue {
  readonly #queues: Map<string, Queue>;

  constructor(queues = new Map<string, Queue>()) {
    this.#queues = queues;
  }

  /**
   * Runs the work after earlier work of the same user and target. Throws 429 when too many are waiting. Without running
   * it, throws 504 when the request's deadline has passed: the client has already received a failure; and the error of
   * earlier work that failed during the wait because of an outage, instead of waiting for the store once more.
   */
  async take<T>(userId: string, targetId: string, work: () => Promise<T>): Promise<T> {
    const key = `${userId} ${targetId}`;
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), size: 0, outage: new QueueOutage() };
    if (queue.size >= reactionsAtOnce) throw fail('too_many_requests', undefined, { retryAfter: retryAfterSeconds });
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
