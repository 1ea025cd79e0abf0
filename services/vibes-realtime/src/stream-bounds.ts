import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { errors } from './errors.ts';
import type { Stream } from './stream.ts';

export interface StreamLimits {
  /** Of one signed-in user. */
  perUser: number;
  /** Of all visitors behind one address, by the hash that the gateway gives it. */
  perAddress: number;
  /** Of this process; as many as one gateway proxies. */
  total: number;
  /** How long nothing was sent on a visitor's stream before it may be closed for another. */
  idleMs: number;
}

export const streamLimits: StreamLimits = { perUser: 12, perAddress: 20, total: 10_000, idleMs: 10_000 };

/** Browsers poll meanwhile. */
const retryAfterSeconds = 30;

/**
 * Limits the number of open streams. At a visitor's limit the visitors' stream that has been idle for the longest time is
 * closed for the new one, and its browser told when to reconnect.
 */
export class StreamBounds {
  readonly #limits: StreamLimits;
  readonly #refused;
  readonly #displaced;

  constructor(ctx: Context, limits: StreamLimits) {
    this.#limits = limits;
    this.#refused = ctx.metrics.counter('sse_refused_total', 'Event streams that were not opened', ['limit']);
    this.#displaced = ctx.metrics.counter('sse_displaced_total', 'Streams of visitors closed for others', ['limit']);
    for (const limit of ['person', 'address', 'all']) this.#refused.inc({ limit }, 0);
    for (const limit of ['address', 'all']) this.#displaced.inc({ limit }, 0);
  }

  /** Throws 429 `too_many_streams` when the caller has too many, 503 `unavailable` when all together have. */
  makeRoom(open: readonly Stream[], caller: Actor): void {
    const isVisitor = caller.kind === 'visitor';
    const own = open.filter(({ actor }) =>
      isVisitor ? actor.kind === 'visitor' && actor.visitor === caller.visitor : actor.id === caller.id,
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
    const idlest = idle.sort((one, other) => one.lastSentAt - other.lastSentAt)[0];
    idlest?.dismiss(retryAfterSeconds);
    if (idlest) this.#displaced.inc({ limit });
    return idlest !== undefined;
  }
}
