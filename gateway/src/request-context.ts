import { randomUUID } from 'node:crypto';
import type { ClientRequest } from 'node:http';
import { performance } from 'node:perf_hooks';
import { type Actor, visitorActor } from '@tribus/kit/core/actor.ts';
import type { Admission } from '@tribus/kit/core/circuit-breaker.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { chooseLanguage, type Language } from '@tribus/kit/core/language.ts';
import type { Span } from '@tribus/kit/core/span.ts';
import { type Release, whenOver } from '@tribus/kit/http/acquire.ts';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { clientIpOf } from './client-ip.ts';
import { normalPath } from './path.ts';
import { findRoute, type RouteEntry } from './routes.ts';

/** What is known of one request; each step adds its part. */
export interface GatewayRequest {
  requestId: string;
  /** Normalised; the only form in which a path is looked at or handed on. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
  isApi: boolean;
  /** Who answers it; undefined for the gateway's own answers and for nobody. */
  route: RouteEntry | undefined;
  /** The client's address or network (client-ip.ts), against which limits count when nobody is signed in. */
  address: string;
  /** A hash of it that stays the same, for the service that keeps sessions. */
  network?: string;
  language: Language;
  /** A visitor until proven otherwise. */
  actor: Actor;
  /** The request to the service, once there is a connection for it. */
  upstreamRequest?: ClientRequest;
  /** What the service answered, once it has. */
  upstreamStatus?: number | undefined;
  /** Its service's circuit breaker is given the outcome by it, once it is admitted. */
  admission?: Admission;
  /** Releases its slot in the service, once it has one. */
  release?: Release;
  /** The trace that begins here; whatever a caller says of one is not believed. */
  span: Span | undefined;
  /** The span of the request to the service. */
  upstreamSpan?: Span | undefined;
  /** When a stream began, by `performance.now()`: that is its answer, however long it stays open. */
  streamStartedAt?: number;
}

/** The context of a response; there from the first step on. */
export const contextOf = (res: Response): GatewayRequest => res.locals.context;

/** Client closed request: the status that proxies log; it is never sent. */
const goneBeforeAnswer = 499;
const wellFormedId = /^[\w-]{8,64}$/;
const api = /^\/api(?:\/|$)/i;

/** The first step: names the request, reads its address, and writes one log line and one observation when it is over. */
export function openContext(ctx: Context, trustedHops: number): RequestHandler {
  const language = languageChooser();
  const record = recorder(ctx);
  return (req, res, next) => {
    const mark = req.url.indexOf('?');
    const path = normalPath(mark < 0 ? req.url : req.url.slice(0, mark));
    const chosen = language(req.headers['accept-language']);
    const context: GatewayRequest = {
      requestId: requestIdOf(req),
      path: path ?? '',
      search: mark < 0 ? '' : req.url.slice(mark),
      isApi: api.test(path ?? req.url),
      route: path === undefined ? undefined : findRoute(path),
      address: clientIpOf(req, trustedHops),
      language: chosen,
      actor: visitorActor(chosen),
      span: undefined,
    };
    context.span = context.isApi ? ctx.tracing?.startTrace(spanWorkOf(req, context)) : undefined;
    res.locals.context = context;
    res.setHeader('x-request-id', context.requestId);
    const began = performance.now();
    whenOver(res, () => record(req, res, context, began));
    if (path === undefined) throw fail('not_found');
    req.url = context.path + context.search;
    next();
  };
}

/** Our own, unless the caller's can be written into any log. */
function requestIdOf(req: Request): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && wellFormedId.test(given) ? given : randomUUID();
}

const routeOf = ({ route, isApi }: GatewayRequest): string => route?.pattern ?? (isApi ? '/api' : 'web');

const spanWorkOf = ({ method }: Request, context: GatewayRequest) =>
  ({ kind: 'http-server', method, route: routeOf(context), requestId: context.requestId }) as const;

/** Browsers send a handful of headers over and over. */
function languageChooser(): (header: string | undefined) => Language {
  const chosen = new LRUCache<string, Language>({ max: 500 });
  return (header = '') => {
    const known = chosen.get(header);
    if (known) return known;
    const language = chooseLanguage(header);
    if (header.length < 200) chosen.set(header, language);
    return language;
  };
}

/** Queries never reach the log: some carry tokens, tickets and signatures (trust.md 8). */
function recorder(ctx: Context) {
  const seconds = ctx.metrics.histogram('http_request_duration_seconds', 'Time to answer a request', [
    'route',
    'method',
    'status',
  ]);
  // Looking for secrets in a line costs more than the rest of it; this one has only fields of ours and none is secret.
  const line = ctx.log.child({}, { redact: [] });
  return (req: Request, res: Response, context: GatewayRequest, began: number): void => {
    const now = performance.now();
    const route = routeOf(context);
    const { method } = req;
    const { requestId, path, actor, span, upstreamSpan, streamStartedAt = now } = context;
    const status = res.headersSent ? res.statusCode : goneBeforeAnswer;
    seconds.observe({ route, method, status }, (streamStartedAt - began) / 1000);
    upstreamSpan?.end({ status });
    span?.end({ status });
    const userId = actor.id || undefined;
    const ms = Math.round(now - began);
    line.info({ requestId, userId, method, route, path, status, ms, traceId: span?.traceId }, 'request');
  };
}
