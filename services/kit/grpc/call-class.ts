import type { ServiceDefinition } from '@grpc/grpc-js';
import { type BulkheadPolicy, bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { type Admission, CircuitBreaker, type CircuitBreakerOptions } from '../core/circuit-breaker.ts';
import { AppError, fail } from '../core/errors.ts';
import type { Metrics } from '../core/metrics.ts';
import { SenderError } from './stream-wait.ts';

/** A method as it is generated: with what its contract says of being called again. */
export type Method = ServiceDefinition[string] & {
  idempotencyLevel?: 'NO_SIDE_EFFECTS' | 'IDEMPOTENT' | 'IDEMPOTENCY_UNKNOWN';
};

/**
 * Calls that fail together: each class has a breaker and a queue of its own, so that a peer whose slow work (a model, a
 * transcode) runs late goes on answering its reads and writes.
 */
type CallClass = keyof typeof limits;

/** Calls at work at once, and those that wait for their turn. Streams last as long as their senders take. */
const limits = {
  read: { parallel: 200, waiting: 400 },
  write: { parallel: 200, waiting: 400 },
  slow: { parallel: 50, waiting: 100 },
  stream: { parallel: 200, waiting: 400 },
} as const;

/** What the contract declares a read, or a write that may be repeated, is sent again; any other call never is. */
export const mayRepeat = ({ idempotencyLevel, requestStream }: Method): boolean =>
  !requestStream && (idempotencyLevel === 'NO_SIDE_EFFECTS' || idempotencyLevel === 'IDEMPOTENT');

/** A call that is given more time than is usual, which is `usualMs`, is a slow one. */
export function classOf(
  { idempotencyLevel, requestStream }: Method,
  { timeoutMs, usualMs }: { timeoutMs: number | undefined; usualMs: number },
): CallClass {
  if (requestStream) return 'stream';
  if (timeoutMs !== undefined && timeoutMs > usualMs) return 'slow';
  return idempotencyLevel === 'NO_SIDE_EFFECTS' ? 'read' : 'write';
}

/** Limits the calls of a class that are at work, and refuses them while the peer does not answer them. */
class CallPolicy {
  readonly #queue: BulkheadPolicy;
  readonly #breaker: CircuitBreaker;

  constructor(calls: CallClass, breaker: CircuitBreaker) {
    this.#queue = bulkhead(limits[calls].parallel, limits[calls].waiting);
    this.#breaker = breaker;
  }

  /** Makes the call in its turn. Throws `Refused`, and makes none, while the peer is away or the queue is full. */
  async execute<T>(call: () => Promise<T>): Promise<T> {
    const admission = await this.#breaker.admitSoon();
    if (!admission) throw new Refused('the peer is away');
    try {
      return await this.#queue.execute(() => this.#observe(call, admission));
    } catch (error) {
      throw isBulkheadRejectedError(error) ? new Refused('too many calls wait for the peer') : error;
    }
  }

  async #observe<T>(call: () => Promise<T>, before: Admission): Promise<T> {
    // It may have opened while this call waited for its turn; a peer that is back is given only a share of them.
    const admission = before.isCurrent ? before : this.#breaker.admit();
    if (!admission) throw new Refused('the peer is away');
    try {
      const answer = await call();
      admission.succeeded();
      return answer;
    } catch (error) {
      // What its own sender failed with, and a fault on the way, say nothing of the peer.
      if (error instanceof SenderError) throw error.cause;
      if (isUnanswered(error)) admission.failed();
      else if (error instanceof AppError) admission.succeeded();
      throw error;
    }
  }

  /** Ends the probes of a peer that is away. */
  stop(): void {
    this.#breaker.stop();
  }
}

/** A call that was not made. */
class Refused extends Error {}

/** A policy for each class of calls to `peer`; its breakers are shown as metrics. */
export function openPolicies(
  metrics: Metrics,
  peer: string,
  options: CircuitBreakerOptions,
): Record<CallClass, CallPolicy> {
  const open = (calls: CallClass): CallPolicy => {
    const breaker = new CircuitBreaker(options);
    metrics.watchBreaker({ peer, protocol: 'grpc', calls, isOpen: () => breaker.isOpen });
    return new CallPolicy(calls, breaker);
  };
  return { read: open('read'), write: open('write'), slow: open('slow'), stream: open('stream') };
}

export const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';
export const isTimeout = (error: unknown): boolean => error instanceof AppError && error.code === 'timeout';
const isUnanswered = (error: unknown): boolean => isUnavailable(error) || isTimeout(error);

/** Throws what a call failed with; `unavailable` for one that was not made. */
export function rethrow(error: unknown): never {
  if (error instanceof Refused) throw fail('unavailable', undefined, { cause: error });
  throw error;
}
