import type { ServiceDefinition } from '@grpc/grpc-js';
import { type BulkheadPolicy, bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { type Admission, CircuitBreaker, type CircuitBreakerOptions } from '../core/circuit-breaker.ts';
import { AppError, fail } from '../core/errors.ts';
import type { Metrics } from '../core/metrics.ts';
import { SenderError } from './stream-wait.ts';

/** A generated method definition with the idempotency level of its contract. */
export type Method = ServiceDefinition[string] & {
  idempotencyLevel?: 'NO_SIDE_EFFECTS' | 'IDEMPOTENT' | 'IDEMPOTENCY_UNKNOWN';
};

/**
 * Each class of calls has its own breaker and queue, so that a peer with delayed slow work (a model, a transcode) still
 * serves reads and writes.
 */
type CallClass = keyof typeof limits;

/** Concurrent and queued calls. The duration of a stream depends on its sender. */
const limits = {
  read: { parallel: 200, queued: 400 },
  write: { parallel: 200, queued: 400 },
  slow: { parallel: 50, queued: 100 },
  stream: { parallel: 200, queued: 400 },
} as const;

/** Whether a call may be retried: the contract declares it a read or an idempotent write. */
export const mayRepeat = ({ idempotencyLevel, requestStream }: Method): boolean =>
  !requestStream && (idempotencyLevel === 'NO_SIDE_EFFECTS' || idempotencyLevel === 'IDEMPOTENT');

/** Returns the class of a call; one with a timeout above `defaultMs` is slow. */
export function classifyCall(
  { idempotencyLevel, requestStream }: Method,
  { timeoutMs, defaultMs }: { timeoutMs: number | undefined; defaultMs: number },
): CallClass {
  if (requestStream) return 'stream';
  if (timeoutMs !== undefined && timeoutMs > defaultMs) return 'slow';
  return idempotencyLevel === 'NO_SIDE_EFFECTS' ? 'read' : 'write';
}

/** Limits the concurrent calls of a class and refuses calls while its breaker is open. */
class CallPolicy {
  readonly #queue: BulkheadPolicy;
  readonly #breaker: CircuitBreaker;

  constructor(calls: CallClass, breaker: CircuitBreaker) {
    this.#queue = bulkhead(limits[calls].parallel, limits[calls].queued);
    this.#breaker = breaker;
  }

  /** Queues and makes the call. Throws `Refused` without calling while the peer is unavailable or the queue is full. */
  async execute<T>(call: () => Promise<T>): Promise<T> {
    const admission = await this.#breaker.admitSoon();
    if (!admission) throw new Refused('peer unavailable');
    try {
      return await this.#queue.execute(() => this.#observe(call, admission));
    } catch (error) {
      throw isBulkheadRejectedError(error) ? new Refused('call queue of the peer is full') : error;
    }
  }

  async #observe<T>(call: () => Promise<T>, queued: Admission): Promise<T> {
    // The breaker may have opened while this call was queued; a recovering peer receives only a share of the calls.
    const admission = queued.isCurrent ? queued : this.#breaker.admit();
    if (!admission) throw new Refused('peer unavailable');
    try {
      const response = await call();
      admission.succeeded();
      return response;
    } catch (error) {
      // Errors of the sender and local faults do not count for or against the peer.
      if (error instanceof SenderError) throw error.cause;
      if (hasNoResponse(error)) admission.failed();
      else if (error instanceof AppError) admission.succeeded();
      throw error;
    }
  }

  /** Stops probing the peer. */
  stop(): void {
    this.#breaker.stop();
  }
}

/** A call that was not made. */
class Refused extends Error {}

/** Creates a policy for each class of calls to `peer` and exposes its breakers as metrics. */
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
const hasNoResponse = (error: unknown): boolean => isUnavailable(error) || isTimeout(error);

/** Throws the error of a call; `unavailable` for a refused call. */
export function rethrow(error: unknown): never {
  if (error instanceof Refused) throw fail('unavailable', undefined, { cause: error });
  throw error;
}
