import { serviceActor } from '../core/actor.ts';
import { type Language, languages } from '../core/language.ts';
import { currentRequest, type RequestContext } from '../core/request-context.ts';
import type { Span } from '../core/span.ts';

/** A job's payload with the context of the request that enqueued it, as stored. */
interface Envelope {
  payload: unknown;
  requestId: string;
  traceparent?: string | undefined;
  language?: Language | undefined;
}

/** Serialises a payload with the context of the current request. */
export function seal(payload: unknown): string {
  const request = currentRequest();
  const envelope: Envelope = {
    payload,
    requestId: request?.requestId ?? '',
    traceparent: request?.span?.traceparent,
    language: request?.actor.language,
  };
  return JSON.stringify(envelope);
}

/** Parses a stored envelope; the fields are empty for a job enqueued by its schedule. */
export function open(stored: unknown): Envelope {
  const { payload = {}, requestId = '', traceparent, language } = (stored ?? {}) as Partial<Envelope>;
  return { payload, requestId, traceparent, language: languages.find((supported) => supported === language) };
}

/** Returns the request context of a job: the service as actor, the language of the original request, no deadline. */
export function contextOf(service: string, { requestId, language }: Envelope, span: Span | undefined): RequestContext {
  const actor = { ...serviceActor(service), ...(language && { language }) };
  return { requestId, actor, deadline: Number.POSITIVE_INFINITY, span };
}
