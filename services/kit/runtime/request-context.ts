import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '../trace/span.ts';
import type { Actor } from './actor.ts';

/** What belongs to the request being served, and travels with every call it makes. */
export interface RequestContext {
  requestId: string;
  actor: Actor;
  /**
   * Epoch milliseconds (of the machine) after which nobody waits for the answer any more. Infinity while an upload
   * arrives: its sender is held to an idle limit instead, and the time for the answer runs from its end.
   */
  deadline: number;
  /** How long the answer to an upload may take once the body is there, in milliseconds. */
  answerMs?: number;
  /** The span of the work itself, while it is traced. */
  span?: Span | undefined;
  /** Set when the caller sent an `Idempotency-Key`; see postgres.ts. */
  idempotency?: { key: string; route: string; bodyHash: string; hash?: (body: unknown) => string };
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

export function runInContext<T>(scope: RequestContext, work: () => T): T {
  return storage.run(scope, work);
}

/** `work` with the scope that holds now, however it is called: events of streams and sockets know none. */
export function bindContext<A extends unknown[], R>(work: (...given: A) => R): (...given: A) => R {
  return AsyncLocalStorage.bind(work);
}

/** Says that the upload being served is here: from now on its deadline runs. */
export function bodyReceived(): void {
  const scope = currentRequest();
  if (scope?.answerMs !== undefined) scope.deadline = Date.now() + scope.answerMs;
}

/** Says what the body of the request being served is, where the app could not read it: a form that streamed. */
export function setIdempotencyBody(body: unknown): void {
  const idempotency = currentRequest()?.idempotency;
  if (idempotency) idempotency.bodyHash = idempotency.hash?.(body) ?? idempotency.bodyHash;
}
