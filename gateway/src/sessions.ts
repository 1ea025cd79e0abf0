import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Session } from '@tribus/proto/identity/v1/service.ts';
import { LRUCache } from 'lru-cache';

/** Cache lifetime; below the five seconds within which a revocation must take effect (trust.md 2). */
const freshMs = 4_000;
/** From this age on a used entry is refreshed in the background, so that requests seldom wait. */
const renewMs = 2_000;
const maxEntries = 20_000;
const maxBatch = 500;

type Resolve = (sessionIds: string[]) => Promise<readonly Session[]>;
type Resolved = Promise<ReadonlyMap<string, Session>>;

interface Batch {
  ids: string[];
  resolved: Resolved;
}

interface CachedSession {
  session: Session | undefined;
  requestedAt: number;
}

/**
 * Caches the sessions resolved by identity. Lookups of one event loop turn share one call, and lookups of one session
 * share one result. The age of an entry counts from the start of the call.
 */
export class SessionCache {
  readonly #resolve: Resolve;
  readonly #now: () => number;
  readonly #known = new LRUCache<string, CachedSession>({ max: maxEntries });
  readonly #pending = new Map<string, Resolved>();
  #batch: Batch | undefined;

  /** `now` returns monotonic milliseconds. */
  constructor(resolve: Resolve, now: () => number = () => performance.now()) {
    this.#resolve = resolve;
    this.#now = now;
  }

  /** Returns the session, or undefined when it has ended. Rejects when identity is unavailable. */
  async find(id: string): Promise<Session | undefined> {
    const known = this.#known.get(id);
    const age = known ? this.#now() - known.requestedAt : freshMs;
    if (known && age < freshMs) {
      // A failed refresh is ignored: the entry stays valid until it expires, and the next lookup reports the error.
      if (age >= renewMs) this.#load(id).catch(() => undefined);
      return known.session;
    }
    return (await this.#load(id)).get(id);
  }

  #load(id: string): Resolved {
    const pending = this.#pending.get(id);
    if (pending) return pending;
    const batch = this.#openBatch();
    batch.ids.push(id);
    this.#pending.set(id, batch.resolved);
    return batch.resolved;
  }

  #openBatch(): Batch {
    if (this.#batch && this.#batch.ids.length < maxBatch) return this.#batch;
    const batch: Batch = { ids: [], resolved: nextTurn().then(() => this.#send(batch)) };
    this.#batch = batch;
    return batch;
  }

  async #send(batch: Batch): Resolved {
    if (this.#batch === batch) this.#batch = undefined;
    const requestedAt = this.#now();
    try {
      const sessions = new Map((await this.#resolve(batch.ids)).map((session) => [session.sessionId, session]));
      for (const id of batch.ids) {
        const session = sessions.get(id);
        // Not cached, so that accepting the terms takes effect at once.
        if (session?.termsAccepted === false) this.#known.delete(id);
        else this.#known.set(id, { session, requestedAt });
      }
      return sessions;
    } finally {
      for (const id of batch.ids) this.#pending.delete(id);
    }
  }
}
