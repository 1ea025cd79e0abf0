import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Session } from '@tribus/proto/identity/v1/service.ts';
import { LRUCache } from 'lru-cache';

/** How long an answer may be believed; below the five seconds in which a revocation must act (trust.md 2). */
const freshMs = 4_000;
/** From this age on an answer in use is renewed ahead, so that its end is seldom waited for. */
const renewMs = 2_000;
const maxEntries = 20_000;
const maxBatch = 500;

type Resolve = (sessionIds: string[]) => Promise<readonly Session[]>;
type Answer = Promise<ReadonlyMap<string, Session>>;

interface Batch {
  ids: string[];
  answer: Answer;
}

interface Known {
  session: Session | undefined;
  askedAt: number;
}

/**
 * Which sessions live, as identity says. Lookups of one turn of the event loop go in one call, those of one session
 * share one. The age of an answer counts from its question.
 */
export class SessionCache {
  readonly #resolve: Resolve;
  readonly #now: () => number;
  readonly #known = new LRUCache<string, Known>({ max: maxEntries });
  readonly #asking = new Map<string, Answer>();
  #batch: Batch | undefined;

  /** `now` is in milliseconds and never goes back. */
  constructor(resolve: Resolve, now: () => number = () => performance.now()) {
    this.#resolve = resolve;
    this.#now = now;
  }

  /** The session, or undefined when it has ended. Rejects when identity does not answer. */
  async find(id: string): Promise<Session | undefined> {
    const known = this.#known.get(id);
    const age = known ? this.#now() - known.askedAt : freshMs;
    if (known && age < freshMs) {
      // A renewal that fails takes nothing away: the answer holds until its end, and then its asker learns why.
      if (age >= renewMs) this.#ask(id).catch(() => undefined);
      return known.session;
    }
    return (await this.#ask(id)).get(id);
  }

  #ask(id: string): Answer {
    const asking = this.#asking.get(id);
    if (asking) return asking;
    const batch = this.#openBatch();
    batch.ids.push(id);
    this.#asking.set(id, batch.answer);
    return batch.answer;
  }

  #openBatch(): Batch {
    if (this.#batch && this.#batch.ids.length < maxBatch) return this.#batch;
    const batch: Batch = { ids: [], answer: nextTurn().then(() => this.#send(batch)) };
    this.#batch = batch;
    return batch;
  }

  async #send(batch: Batch): Answer {
    if (this.#batch === batch) this.#batch = undefined;
    const askedAt = this.#now();
    try {
      const sessions = new Map((await this.#resolve(batch.ids)).map((session) => [session.sessionId, session]));
      for (const id of batch.ids) {
        const session = sessions.get(id);
        // Whoever accepts the terms goes on at once.
        if (session?.termsAccepted === false) this.#known.delete(id);
        else this.#known.set(id, { session, askedAt });
      }
      return sessions;
    } finally {
      for (const id of batch.ids) this.#asking.delete(id);
    }
  }
}
