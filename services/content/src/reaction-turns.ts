import { fail } from '@tribus/kit/core/errors.ts';

/** How many reactions of one person to one thing wait at once: as many as a gateway passes on for one person. */
const waitingMax = 32;
const retryAfterSeconds = 1;

/**
 * The reactions of one person to one thing follow one another before they ask for a connection: they would wait for each other's
 * lock anyhow, and take the connections and the place in front of everybody else meanwhile.
 */
export class ReactionTurns {
  readonly #queues = new Map<string, { last: Promise<void>; size: number }>();

  /** Does the work after that of the same person and target; throws 429 when too many wait already. */
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
