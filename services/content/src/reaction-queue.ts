import { fail } from '@tribus/kit/core/errors.ts';

/** Waiting reactions of one user to one target: the gateway's limit of requests per user. */
const waitingMax = 32;
const retryAfterSeconds = 1;

/**
 * Runs the reactions of one user to one target sequentially before they take a connection: they would wait for the
 * same lock anyway, and occupy connections that other users need.
 */
export class ReactionQueue {
  readonly #queues = new Map<string, { last: Promise<void>; size: number }>();

  /** Runs the work after earlier work of the same user and target; throws 429 when too many are waiting. */
  async take<T>(userId: string, targetId: string, work: () => Promise<T>): Promise<T> {
    const key = `${userId} ${targetId}`;
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), size: 0 };
    if (queue.size > waitingMax) throw fail('too_many_requests', undefined, { retryAfter: retryAfterSeconds });
    const before = queue.last;
    const turn = Promise.withResolvers<void>();
    queue.size += 1;
    queue.last = turn.promise;
    this.#queues.set(key, queue);
    await before;
    try {
      return await work();
    } finally {
      queue.size -= 1;
      if (queue.size === 0) this.#queues.delete(key);
      turn.resolve();
    }
  }
}
