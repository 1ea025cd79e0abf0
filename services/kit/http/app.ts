import { performance } from 'node:perf_hooks';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Actor } from '../core/actor.ts';
import type { Context } from '../core/context.ts';
import { asAppError, type Catalogue, errorBody, fail } from '../core/errors.ts';
import type { Language } from '../core/language.ts';
import { type RequestContext, runInContext } from '../core/request-context.ts';
import type { Tracing } from '../core/span.ts';
import { acquireFor, whenOver } from './acquire.ts';
import { ConcurrencyQuota } from './concurrency-quota.ts';
import { undeclared } from './declared-statuses.ts';
import { defaultBodyBytes, readJson } from './json-body.ts';
import { respondEarly } from './listen.ts';
import { openApiFragment } from './openapi.ts';
import { withinDeadline } from './response-deadline.ts';
import type { Route, Routes } from './routes.ts';
import { assertMayUse, type FindCurrentActor, findSender, hasLateBody } from './sender.ts';
import { validate } from './validation.ts';

/** Header with the gateway's internal token, which identifies the actor. */
export const internalHeader = 'x-tribus-internal';
const defaultTimeoutMs = 10_000;
/** Longer, because files are processed and stored before the response. */
const defaultStreamedTimeoutMs = 30_000;
/** Concurrent bodies of one sender; the gateway, which sees client addresses, allows fewer. */
const concurrentBodiesPerSender = 64;

export interface HttpAppOptions {
  /** The service's errors, for messages of its schemas. */
  catalogue?: Catalogue;
  /** Returns the sender's current rights for a late body; without it late bodies are refused. */
  currentActor?: FindCurrentActor;
}

/**
 * Creates the express app of a service: its routes below `/api`, and `/openapi.json`, which the gateway collects.
 * Every request needs the gateway's internal token, or it is 401 (trust.md 3).
 */
export function createHttpApp(ctx: Context, routes: Pick<Routes, 'list'>, options: HttpAppOptions = {}): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple').set('case sensitive routing', true);
  let contract: object | undefined;
  app.get('/openapi.json', (_req, res) => {
    contract ??= openApiFragment(routes.list);
    res.json(contract);
  });
  app.use(observe(ctx));
  const bodyQuota = new ConcurrencyQuota(concurrentBodiesPerSender, 5);
  for (const route of routes.list) {
    const steps = [...(ctx.tracing ? [startRequest(ctx.tracing, route)] : []), serve(ctx, route, bodyQuota, options)];
    app[route.method](`/api${route.path}`, ...steps);
  }
  app.use(() => {
    throw fail('not_found');
  });
  app.use(respondWithError(ctx));
  return app;
}

/** Continues the gateway's trace. Clients without the gateway's token cannot start one. */
function startRequest(tracing: Tracing, route: Route): RequestHandler {
  const method = route.method.toUpperCase();
  return (req, res, next) => {
    const work = { kind: 'http-server', method, route: `/api${route.path}`, requestId: requestIdOf(req) } as const;
    const span = tracing.continueTrace(req.get('traceparent'), work);
    res.locals.span = span;
    if (span) whenOver(res, () => span.end({ status: res.statusCode, error: res.locals.error }));
    next();
  };
}

/**
 * Checks actor and guards before reading the body, so that an unauthorised client cannot send one, and again when the
 * body is late, because permissions may have been revoked while the body arrived.
 */
function serve(
  ctx: Context,
  route: Route,
  bodyQuota: ConcurrencyQuota,
  { catalogue = {}, currentActor }: HttpAppOptions,
): RequestHandler {
  const { spec } = route;
  return async (req, res) => {
    const startedAt = performance.now();
    res.locals.route = `/api${route.path}`;
    const actor = ctx.tokens.verify(req.get(internalHeader), ctx.name);
    res.locals.actor = actor;
    // From here on only declared statuses are valid.
    res.locals.declaration = route;
    assertMayUse(route, actor);

    const { language } = actor;
    const params = spec.params ? notFoundIfInvalid(() => validate(spec.params ?? never(), req.params, language)) : {};
    const query = spec.query ? validate(spec.query, req.query, language, catalogue) : {};
    if (spec.body || isStreamed(spec)) admitBody(bodyQuota, actor, req);
    const json = spec.body ? await readJson(req, spec.bodyMaxBytes ?? defaultBodyBytes) : undefined;
    const context = requestContextOf(ctx, route, { req, res, actor, json, startedAt });
    if (spec.body && hasLateBody(ctx.timeLimits, context))
      context.actor = await runInContext(context, () => findSender(route, actor, currentActor));
    const body = spec.body ? validate(spec.body, json ?? {}, language, catalogue) : undefined;
    const call = { params, query, body, actor: context.actor, req, res };
    const work = runInContext(context, () => route.handle(call));
    const result = await withinDeadline(context, res, work);
    if (ctx.checkResponses && res.headersSent) refuseUndeclared(route, res.statusCode);
    if (spec.streams) return observeStart(res);
    if (res.headersSent) return;
    res.status(spec.status ?? 200);
    res.set('cache-control', 'no-store');
    res.json(ctx.checkResponses ? spec.answer.parse(result) : result);
  };
}

/** Whether the handler reads the body itself. */
const isStreamed = ({ form, bytes }: Route['spec']): boolean => form !== undefined || bytes !== undefined;

/** Counts an incomplete body against its sender's quota until it is received or aborted. */
function admitBody(bodyQuota: ConcurrencyQuota, { id, visitor }: Actor, req: Request): void {
  if (req.complete) return;
  acquireFor(req, () => bodyQuota.take(id || visitor));
}

interface Admitted {
  req: Request;
  res: Response;
  actor: Actor;
  /** The JSON body before validation. */
  json: unknown;
  /** As in `RequestContext`. */
  startedAt: number;
}

function requestContextOf(ctx: Context, route: Route, { req, res, actor, json, startedAt }: Admitted): RequestContext {
  const { spec } = route;
  const defaultMs = isStreamed(spec) ? defaultStreamedTimeoutMs : defaultTimeoutMs;
  const timeoutMs = (spec.timeoutMs ?? defaultMs) * ctx.timeLimits.factor;
  return {
    requestId: requestIdOf(req),
    actor,
    startedAt,
    // The handler sets it once it has read the body.
    deadline: isStreamed(spec) ? Number.POSITIVE_INFINITY : Date.now() + timeoutMs,
    timeoutMs,
    span: res.locals.span,
    ...idempotencyOf(ctx, req, route, json),
  };
}

/** Records the response time of a stream at its start, because it may stay open for hours. */
function observeStart(res: Response): void {
  res.locals.startedAt = performance.now();
  res.locals.span?.end({ status: res.statusCode });
}

function never(): never {
  throw new Error('unreachable');
}

/** A malformed id in a path is 404 (decisions.md 1). */
function notFoundIfInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw fail('not_found');
  }
}

function idempotencyOf(ctx: Context, req: Request, route: Route, json: unknown): Pick<RequestContext, 'idempotency'> {
  const key = req.get('idempotency-key');
  if (!key || route.method !== 'post') return {};
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw fail('invalid_input');
  if (route.spec.ignoresIdempotencyKey) return {};
  const hash = (body: unknown) => ctx.tokens.fingerprint([req.originalUrl, body]);
  const { visitorsMayRepeat } = route.spec;
  return {
    idempotency: {
      key,
      route: `${route.method} ${route.path}`,
      bodyHash: hash(json ?? null),
      hash,
      ...(visitorsMayRepeat && { visitorsMayRepeat }),
    },
  };
}

const requestIdOf = (req: Request): string => req.get('x-request-id')?.slice(0, 64) ?? '';

/**
 * Writes one log line and one histogram observation for each request. Queries are never logged, as by the gateway: they
 * contain tokens, signatures, and the words that a user searches for.
 */
function observe(ctx: Context): RequestHandler {
  // The line has only our own fields: redaction would add a tenth to the time of each request.
  const log = ctx.log.child({}, { redact: [] });
  const seconds = ctx.metrics.histogram('http_request_duration_seconds', 'Duration of requests', [
    'route',
    'method',
    'status',
  ]);
  return (req, res, next) => {
    const startedAt = performance.now();
    whenOver(res, () => {
      const route = String(res.locals.route ?? 'none');
      const now = performance.now();
      const responseMs = (res.locals.startedAt ?? now) - startedAt;
      seconds.observe({ route, method: req.method, status: res.statusCode }, responseMs / 1000);
      log.info(
        {
          requestId: requestIdOf(req),
          userId: res.locals.actor?.id,
          method: req.method,
          route,
          path: req.originalUrl.split('?', 1)[0],
          status: res.statusCode,
          ms: Math.round(now - startedAt),
          traceId: res.locals.span?.traceId,
        },
        'request',
      );
    });
    next();
  };
}

/** Returns `thrown`, or a fault when the route does not declare its status, so that tests fail. */
function faultIfUndeclared(res: Response, thrown: unknown): unknown {
  const route: Route | undefined = res.locals.declaration;
  return (route && undeclared(route, asAppError(thrown).status, thrown)) ?? thrown;
}

/** Throws when a handler itself sent a status that the route does not declare. */
function refuseUndeclared(route: Route, status: number): void {
  const fault = undeclared(route, status);
  if (fault) throw fault;
}

/** Sends every error in the shape of decisions.md 1. */
function respondWithError(ctx: Context) {
  return (reason: unknown, req: Request, res: Response, _next: NextFunction): void => {
    const thrown = ctx.checkResponses ? faultIfUndeclared(res, reason) : reason;
    const error = thrown instanceof URIError ? fail('not_found') : asAppError(thrown);
    res.locals.error = error;
    if (isAborted(req)) ctx.log.info({ err: thrown, requestId: requestIdOf(req) }, 'request aborted by client');
    else if (error.status >= 500)
      ctx.log[error.status === 500 ? 'error' : 'warn'](
        { err: thrown, reason: error.code, requestId: requestIdOf(req) },
        'request failed',
      );
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const language: Language = res.locals.actor?.language ?? 'es';
    respondEarly(req, res);
    if (error.retryAfter) res.set('retry-after', String(error.retryAfter));
    res.status(error.status).set('cache-control', 'no-store');
    res.json(errorBody(error, language, requestIdOf(req)));
  };
}

/** Whether the client disconnected before sending the whole body, so that any error is irrelevant. */
const isAborted = (req: Request): boolean => req.destroyed && !req.complete;
