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
import { readClientIp } from './client-ip.ts';
import { normalPath } from './path.ts';
import { findRoute, type RouteEntry } from './routes.ts';

/** State of one request; each step adds its fields. */
export interface GatewayRequest {
  requestId: string;
  /** Normalised; the only form used for decisions and forwarding. Empty for a malformed one. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
  isApi: boolean;
  /** Undefined for the gateway's own endpoints and unknown paths. */
  route: RouteEntry | undefined;
  /** Client address or network (client-ip.ts), the key of limits without a session. */
  address: string;
  /** A stable hash of the address, for the service that stores sessions. */
  network?: string;
  language: Language;
  /** A visitor until authenticated. */
  actor: Actor;
  /** Set once the upstream request is connected. */
  upstreamRequest?: ClientRequest;
  /** Status of the upstream response, once received. */
  upstreamStatus?: number | undefined;
  /** Reports the outcome to the circuit breaker of the service; set on admission. */
  admission?: Admission;
  /** Releases the slot in the service; set once acquired. */
  release?: Release;
  /** Called when the response waits for the client: the request is then no longer in flight. */
  waitForClient?: () => void;
  /** The root span; trace headers of clients are ignored. */
  span: Span | undefined;
  /** The span of the upstream request. */
  upstreamSpan?: Span | undefined;
  /** Start of a stream (`performance.now()`), which counts as its response time. */
  streamStartedAt?: number;
}

/** Returns the context of a response; set by the first step. */
export const contextOf = (res: Response): GatewayRequest => res.locals.context;

/** Client closed request: the status in logs and metrics; never sent. */
const clientClosedRequest = 499;
const wellFormedId = /^[\w-]{8,64}$/;
const api = /^\/api(?:\/|$)/i;

/** Whether a browser opens an address outside the API as a page. */
const isVisit = ({ method, headers }: Request, { isApi }: GatewayRequest): boolean =>
  !isApi && method === 'GET' && headers.accept?.includes('text/html') === true;

/**
 * The first step: assigns the request id, resolves the client address, and writes one log line and one metric sample at
 * the end.
 */
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
      address: readClientIp(req, trustedHops),
      language: chosen,
      actor: visitorActor(chosen),
      span: undefined,
    };
    context.span = context.isApi ? ctx.tracing?.startTrace(spanWorkOf(req, context)) : undefined;
    res.locals.context = context;
    res.setHeader('x-request-id', context.requestId);
    const began = performance.now();
    whenOver(res, () => record(req, res, context, began));
    if (path === undefined) {
      if (!isVisit(req, context)) throw fail('not_found');
      // Only the app's page is served under it (web-app.ts).
      return next();
    }
    req.url = context.path + context.search;
    next();
  };
}

/** Returns the client's request id if it is safe to log, else a new one. */
function requestIdOf(req: Request): string {
  const received = req.headers['x-request-id'];
  return typeof received === 'string' && wellFormedId.test(received) ? received : randomUUID();
}

const routeOf = ({ route, isApi }: GatewayRequest): string => route?.pattern ?? (isApi ? '/api' : 'web');

const spanWorkOf = ({ method }: Request, context: GatewayRequest) =>
  ({ kind: 'http-server', method, route: routeOf(context), requestId: context.requestId }) as const;

/** Caches results, because browsers send few distinct headers. */
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

/** Queries are never logged: some contain tokens, tickets and signatures (trust.md 8). */
function recorder(ctx: Context) {
  const seconds = ctx.metrics.histogram('http_request_duration_seconds', 'Duration of requests', [
    'route',
    'method',
    'status',
  ]);
  // Redaction is off, because it costs more than the line itself, and its fields are internal and contain no secrets.
  const line = ctx.log.child({}, { redact: [] });
  return (req: Request, res: Response, context: GatewayRequest, began: number): void => {
    const now = performance.now();
    const route = routeOf(context);
    const { method } = req;
    const { requestId, path, actor, span, upstreamSpan, streamStartedAt = now } = context;
    const status = res.headersSent ? res.statusCode : clientClosedRequest;
    seconds.observe({ route, method, status }, (streamStartedAt - began) / 1000);
    upstreamSpan?.end({ status });
    span?.end({ status });
    const userId = actor.id || undefined;
    const ms = Math.round(now - began);
    line.info({ requestId, userId, method, route, path, status, ms, traceId: span?.traceId }, 'request');
  };
}
