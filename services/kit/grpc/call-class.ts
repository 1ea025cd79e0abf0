import type { ServiceDefinition } from '@grpc/grpc-js';
import {
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IPolicy,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  wrap,
} from 'cockatiel';
import { AppError, fail } from '../runtime/errors.ts';
import type { Metrics } from '../trace/metrics.ts';

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

const failuresToOpen = 8;
/** While a class of calls counts as unanswered, this often one of them finds out whether the peer is back. */
const trialEveryMs = 250;

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

/** A policy for each class of calls to `peer`; its breakers are shown as metrics. */
export function openPolicies(metrics: Metrics, peer: string): Record<CallClass, IPolicy> {
  const open = (calls: CallClass): IPolicy => {
    const { parallel, waiting } = limits[calls];
    const breaker = circuitBreaker(handleWhen(isUnanswered), {
      halfOpenAfter: trialEveryMs,
      breaker: new ConsecutiveBreaker(failuresToOpen),
    });
    metrics.watchBreaker({ peer, protocol: 'grpc', calls, isOpen: () => breaker.state === CircuitState.Open });
    return wrap(bulkhead(parallel, waiting), breaker);
  };
  return { read: open('read'), write: open('write'), slow: open('slow'), stream: open('stream') };
}

export const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';
export const isTimeout = (error: unknown): boolean => error instanceof AppError && error.code === 'timeout';
const isUnanswered = (error: unknown): boolean => isUnavailable(error) || isTimeout(error);

/** Throws what a call failed with; for an open breaker or a full queue that is `unavailable`. */
export function rethrow(error: unknown): never {
  if (isBrokenCircuitError(error) || isBulkheadRejectedError(error))
    throw fail('unavailable', undefined, { cause: error });
  throw error;
}
