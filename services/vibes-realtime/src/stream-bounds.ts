import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { errors } from './errors.ts';
import type { Stream } from './stream.ts';

export interface StreamLimits {
  /** Streams of one signed-in user. */
  perUser: number;
  /** Streams of all visitors behind one address, by the gateway's hash of it. */
  perAddress: number;
  /** Streams of this process; equals the streams that one gateway proxies. */
  total: number;
  /** Idle time after which a visitor's stream may be closed for another. */
  idleMs: number;
}

export const streamLimits: StreamLimits = { perUser: 12, perAddress: 20, total: 10_000, idleMs: 10_000 };

/** Browsers poll until then. */
const retryAfterSeconds = 30;

/**
 * Limits the number of open streams. At a visitor limit, the visitors' stream that has been idle longest is closed for
 * the new one, with a retry time for its browser.
 */
export class StreamBounds {
  readonly #limits: StreamLimits;
  readonly #refused;
  readonly #displaced;

  constructor(ctx: Context, limits: StreamLimits) {
    this.#limits = limits;
    this.#refused = ctx.metrics.counter('sse_refused_total', 'Event streams that were not opened', ['limit']);
    this.#displaced = ctx.metrics.counter('sse_displaced_total', 'Streams of visitors closed to admit new ones', [
      'limit',
    ]);
    for (const limit of ['person', 'address', 'all']) this.#refused.inc({ limit }, 0);
    for (const limit of ['address', 'all']) this.#displaced.inc({ limit }, 0);
  }

  /** Throws 429 `too_many_streams` at the actor's limit, 503 `unavailable` at the process limit. */
  makeRoom(open: readonly Stream[], requester: Actor): void {
    const isVisitor = requester.kind === 'visitor';
    const own = open.filter(({ actor }) =>
      isVisitor ? actor.kind === 'visitor' && actor.visitor === requester.visitor : actor.id === requester.id,
    );
    const max = isVisitor ? this.#limits.perAddress : this.#limits.perUser;
    if (own.length >= max && !(isVisitor && this.#displace(own, 'address'))) {
      this.#refused.inc({ limit: isVisitor ? 'address' : 'person' });
      throw errors.fail('too_many_streams', undefined, { retryAfter: retryAfterSeconds });
    }
    const isFull = open.length >= this.#limits.total && own.length < max;
    if (isFull && !this.#displace(open, 'all')) {
      this.#refused.inc({ limit: 'all' });
      throw fail('unavailable', undefined, { retryAfter: retryAfterSeconds });
    }
  }

  #displace(streams: readonly Stream[], limit: 'address' | 'all'): boolean {
    const idleSince = performance.now() - this.#limits.idleMs;
    const idle = streams.filter(({ actor, lastSentAt }) => actor.kind === 'visitor' && lastSentAt <= idleSince);
    const longestIdle = idle.sort((one, other) => one.lastSentAt - other.lastSentAt)[0];
    longestIdle?.closeWithRetry(retryAfterSeconds);
    if (longestIdle) this.#displaced.inc({ limit });
    return longestIdle !== undefined;
  }
}
