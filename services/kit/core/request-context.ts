import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from './actor.ts';
import type { Span } from './span.ts';

/** What belongs to the request being served, and travels with every call it makes. */
export interface RequestContext {
  requestId: string;
  actor: Actor;
  /**
   * Epoch milliseconds (of the machine) after which nobody waits for the answer any more. Infinity while an upload
   * arrives: its sender is held to an idle limit instead, and the time for the answer runs from its end.
   */
  deadline: number;
  /** How long the answer may take once the body is there, in milliseconds. */
  timeoutMs?: number;
  /** The span of the work itself, while it is traced. */
  span?: Span | undefined;
  /** Set when the caller sent an `Idempotency-Key`; see postgres.ts. */
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

/** Of the time that is left for a request, so much is for what it asks of others; the rest is for its own answer. */
const shareToAsk = 0.9;

/**
 * Milliseconds that the request being served may still wait for others; Infinity outside of a request. The end comes a
 * little before its deadline, so that it can still say what was away.
 */
export function timeLeftToAskMs(): number {
  const deadline = currentRequest()?.deadline ?? Number.POSITIVE_INFINITY;
  return Math.max(0, Math.floor((deadline - Date.now()) * shareToAsk));
}

export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** `work` with the context that holds now, however it is called: events of streams and sockets know none. */
export function bindContext<A extends unknown[], R>(work: (...given: A) => R): (...given: A) => R {
  return AsyncLocalStorage.bind(work);
}

/** Tells that the body of the request being served has arrived: from now on its deadline runs. */
export function bodyReceived(): void {
  const context = currentRequest();
  if (context?.timeoutMs !== undefined) context.deadline = Date.now() + context.timeoutMs;
}

/** Sets what an `Idempotency-Key` is compared by, where the app could not read the body: a form that streamed. */
export function setIdempotencyBody(body: unknown): void {
  const idempotency = currentRequest()?.idempotency;
  if (idempotency) idempotency.bodyHash = idempotency.hash?.(body) ?? idempotency.bodyHash;
}
