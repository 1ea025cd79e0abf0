import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from './actor.ts';
import type { Span } from './span.ts';

/** The context of the current request, passed on with every call it makes. */
export interface RequestContext {
  requestId: string;
  actor: Actor;
  /**
   * Epoch milliseconds (system time) after which the client no longer waits. Infinity while an upload arrives: an idle
   * limit applies instead, and the response time is counted from the end of the body.
   */
  deadline: number;
  /** Time limit of the response after the body is received, in milliseconds. */
  timeoutMs?: number;
  /** The time at which the head of an HTTP request was received, in milliseconds of `performance.now()`. */
  startedAt?: number;
  /** The span of the request, if traced. */
  span?: Span | undefined;
  /** Set when the client sent an `Idempotency-Key`; see postgres.ts. */
  idempotency?: IdempotencyRequest;
}

interface IdempotencyRequest {
  key: string;
  route: string;
  bodyHash: string;
  hash?: (body: unknown) => string;
  /** See `RouteSpec`. */
  visitorsMayRepeat?: true;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const currentRequest = (): RequestContext | undefined => storage.getStore();

/** Share of a request's remaining time available to its calls; the rest is for its own response. */
const callShare = 0.9;

/**
 * Returns the milliseconds left for calls of the current request; Infinity outside of a request. Calls time out shortly
 * before the request's deadline, so that its response can still name the unavailable dependency.
 */
export function timeLeftForCallsMs(): number {
  const deadline = currentRequest()?.deadline ?? Number.POSITIVE_INFINITY;
  return Math.max(0, Math.floor((deadline - Date.now()) * callShare));
}

export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** Binds `work` to the current request context, because event listeners of streams and sockets run without it. */
export function bindContext<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  return AsyncLocalStorage.bind(work);
}

/** Starts the deadline of the current request, called when its body is received. */
export function bodyReceived(): void {
  const context = currentRequest();
  if (context?.timeoutMs !== undefined) context.deadline = Date.now() + context.timeoutMs;
}

/** Sets the body hash of the `Idempotency-Key` for a streamed form, whose body the app could not read. */
export function setIdempotencyBody(body: unknown): void {
  const idempotency = currentRequest()?.idempotency;
  if (idempotency) idempotency.bodyHash = idempotency.hash?.(body) ?? idempotency.bodyHash;
}
