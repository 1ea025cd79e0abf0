import { serviceActor } from '../core/actor.ts';
import { type Language, languages } from '../core/language.ts';
import { currentRequest, type RequestContext } from '../core/request-context.ts';
import type { Span } from '../core/span.ts';

/** A payload with the request that it goes back to, as it is kept. */
interface Envelope {
  payload: unknown;
  requestId: string;
  traceparent?: string | undefined;
  language?: Language | undefined;
}

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

/** What was sealed. A job that its schedule enqueued has none of it. */
export function open(kept: unknown): Envelope {
  const { payload = {}, requestId = '', traceparent, language } = (kept ?? {}) as Partial<Envelope>;
  return { payload, requestId, traceparent, language: languages.find((known) => known === language) };
}

/** A job acts for its service, in the language of the request that asked for it, and has its own time. */
export function contextOf(service: string, { requestId, language }: Envelope, span: Span | undefined): RequestContext {
  const actor = { ...serviceActor(service), ...(language && { language }) };
  return { requestId, actor, deadline: Number.POSITIVE_INFINITY, span };
}
