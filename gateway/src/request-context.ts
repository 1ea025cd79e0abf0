import { randomUUID } from 'node:crypto';
import type { ClientRequest } from 'node:http';
import { performance } from 'node:perf_hooks';
import { type Actor, visitorActor } from '@tribus/kit/runtime/actor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { chooseLanguage, type Language } from '@tribus/kit/runtime/language.ts';
import type { Span } from '@tribus/kit/trace/span.ts';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { clientIpOf } from './client-ip.ts';
import { normalPath } from './path.ts';
import { findUpstream, type Upstream } from './routes.ts';

/** What the steps know of one request, each adding its part. */
export interface RequestContext {
  requestId: string;
  /** Normalised; the only form in which a path is looked at or handed on. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
  isApi: boolean;
  /** Who answers it; undefined for the gateway's own answers and for nobody. */
  upstream: Upstream | undefined;
  /** Whom limits are counted against when nobody is signed in. */
  address: string;
  language: Language;
  /** A visitor until proven otherwise. */
  actor: Actor;
  /** The request to the service, once it is on its way. */
  proxied?: ClientRequest;
  /** Gives back its place in the service, once it has one; more than once does no harm. */
  leave?: () => void;
  /** The trace that begins here; whatever a caller says of one is not believed. */
  span: Span | undefined;
  /** The part of it that a service takes. */
  hop?: Span | undefined;
  /** When a stream began, by `performance.now()`: that is its answer, however long it stays open. */
  begunAt?: number;
}

/** The call of a response; there from the first step on. */
export const contextOf = (res: Response): RequestContext => res.locals.call;

/** As proxies write it into their logs; nobody ever receives it. */
const goneBeforeAnswer = 499;
const wellFormedId = /^[\w-]{8,64}$/;
const api = /^\/api(?:\/|$)/i;

/** The first step: names the request, reads its address, and writes one log line and one observation when it is over. */
export function openContext(ctx: Context, trustedHops: number): RequestHandler {
  const language = languageChooser();
  const over = recorder(ctx);
  return (req, res, next) => {
    const mark = req.url.indexOf('?');
    const path = normalPath(mark < 0 ? req.url : req.url.slice(0, mark));
    const chosen = language(req.headers['accept-language']);
    const call: RequestContext = {
      requestId: requestIdOf(req),
      path: path ?? '',
      search: mark < 0 ? '' : req.url.slice(mark),
      isApi: api.test(path ?? req.url),
      upstream: path === undefined ? undefined : findUpstream(path),
      address: clientIpOf(req, trustedHops),
      language: chosen,
      actor: visitorActor(chosen),
      span: undefined,
    };
    call.span = call.isApi ? ctx.tracing?.startTrace(workOf(req, call)) : undefined;
    res.locals.call = call;
    res.setHeader('x-request-id', call.requestId);
    const began = performance.now();
    res.once('close', () => over(req, res, call, began));
    if (path === undefined) throw fail('not_found');
    req.url = call.path + call.search;
    next();
  };
}

/** Our own, unless the caller's can be written into any log. */
function requestIdOf(req: Request): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && wellFormedId.test(given) ? given : randomUUID();
}

const routeOf = ({ upstream, isApi }: RequestContext): string => upstream?.pattern ?? (isApi ? '/api' : 'web');

const workOf = ({ method }: Request, call: RequestContext) =>
  ({ kind: 'http-server', method, route: routeOf(call), requestId: call.requestId }) as const;

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
  return (req: Request, res: Response, call: RequestContext, began: number): void => {
    const now = performance.now();
    const route = routeOf(call);
    const { method } = req;
    const { requestId, path, actor, span, hop, begunAt = now } = call;
    const status = res.headersSent ? res.statusCode : goneBeforeAnswer;
    seconds.observe({ route, method, status }, (begunAt - began) / 1000);
    hop?.end({ status });
    span?.end({ status });
    const userId = actor.id || undefined;
    const ms = Math.round(now - began);
    line.info({ requestId, userId, method, route, path, status, ms, traceId: span?.traceId }, 'request');
  };
}
