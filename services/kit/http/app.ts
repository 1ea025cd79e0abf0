import { performance } from 'node:perf_hooks';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Actor } from '../core/actor.ts';
import type { Context } from '../core/context.ts';
import { asAppError, type Catalogue, errorAnswer, fail } from '../core/errors.ts';
import type { Language } from '../core/language.ts';
import { type RequestContext, runInContext } from '../core/request-context.ts';
import type { Tracing } from '../core/span.ts';
import { withoutSecrets } from '../trace/log.ts';
import { acquireFor, whenOver } from './acquire.ts';
import { withinDeadline } from './answer-deadline.ts';
import { ConcurrencyQuota } from './concurrency-quota.ts';
import { undeclared } from './declared-statuses.ts';
import { defaultBodyBytes, readJson } from './json-body.ts';
import { answerEarly } from './listen.ts';
import { openApiFragment } from './openapi.ts';
import type { Route, Routes } from './routes.ts';
import { assertMayUse, type FindCurrentActor, findSender } from './sender.ts';
import { validate } from './validation.ts';

/** The header in which the gateway says who is calling. */
export const internalHeader = 'x-tribus-internal';
const defaultTimeoutMs = 10_000;
/** Files are looked at and stored before the answer. */
const defaultFormTimeoutMs = 30_000;
/** Bodies that one caller may be sending at once; the gateway, which knows addresses, allows fewer. */
const concurrentBodiesPerSender = 64;

export interface HttpAppOptions {
  /** The service's errors, for messages of its schemas. */
  catalogue?: Catalogue;
  /** Asked about who sends a body that comes late; without it such a body is refused. */
  currentActor?: FindCurrentActor;
}

/**
 * The express app of a service: its routes below `/api`, and `/openapi.json` for the gateway to gather.
 * Every request carries the gateway's internal token; without it nobody is anybody (trust.md 3).
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
  const arrivals = new ConcurrencyQuota(concurrentBodiesPerSender, 5);
  for (const route of routes.list) {
    const steps = [...(ctx.tracing ? [startRequest(ctx.tracing, route)] : []), serve(ctx, route, arrivals, options)];
    app[route.method](`/api${route.path}`, ...steps);
  }
  app.use(() => {
    throw fail('not_found');
  });
  app.use(answerError(ctx));
  return app;
}

/** Goes on with the gateway's trace. A caller without the gateway's token may not begin one here. */
function startRequest(tracing: Tracing, { method, path }: Route): RequestHandler {
  const word = method.toUpperCase();
  return (req, res, next) => {
    const work = { kind: 'http-server', method: word, route: `/api${path}`, requestId: requestIdOf(req) } as const;
    const span = tracing.continueTrace(req.get('traceparent'), work);
    res.locals.span = span;
    if (span) whenOver(res, () => span.end({ status: res.statusCode, error: res.locals.error }));
    next();
  };
}

/**
 * Who is calling and what they may comes first; nothing of the body is read for anybody else, and nothing is done for who
 * may no more when it is there at last.
 */
function serve(
  ctx: Context,
  route: Route,
  arrivals: ConcurrencyQuota,
  { catalogue = {}, currentActor }: HttpAppOptions,
): RequestHandler {
  const { spec } = route;
  return async (req, res) => {
    const beganAt = performance.now();
    res.locals.route = `/api${route.path}`;
    const actor = ctx.tokens.verify(req.get(internalHeader), ctx.name);
    res.locals.actor = actor;
    // From here on the answer is one of the contract's.
    res.locals.declaration = route;
    assertMayUse(route, actor);

    const { language } = actor;
    const params = spec.params ? notFoundIfInvalid(() => validate(spec.params ?? never(), req.params, language)) : {};
    const query = spec.query ? validate(spec.query, req.query, language, catalogue) : {};
    if (spec.body || spec.form) admitBody(arrivals, actor, req);
    const sent = spec.body ? await readJson(req, spec.bodyMaxBytes ?? defaultBodyBytes) : undefined;
    const context = requestContextOf(ctx, route, { req, res, actor, sent });
    if (spec.body && performance.now() - beganAt >= ctx.timeLimits.promptBodyMs)
      context.actor = await runInContext(context, () => findSender(route, actor, currentActor));
    const body = spec.body ? validate(spec.body, sent ?? {}, language, catalogue) : undefined;
    const call = { params, query, body, actor: context.actor, req, res };
    const work = runInContext(context, () => route.handle(call));
    const answer = await withinDeadline(context, res, work);
    if (ctx.checkAnswers && res.headersSent) refuseUndeclared(route, res.statusCode);
    if (spec.streams) return begun(res);
    if (res.headersSent) return;
    res.status(spec.status ?? 200);
    res.set('cache-control', 'no-store');
    res.json(ctx.checkAnswers ? spec.answer.parse(answer) : answer);
  };
}

/** A body that is still to come counts against its sender until it is there, or broken off. */
function admitBody(arrivals: ConcurrencyQuota, { id, visitor }: Actor, req: Request): void {
  if (req.complete) return;
  acquireFor(req, () => arrivals.take(id || visitor));
}

interface Admitted {
  req: Request;
  res: Response;
  actor: Actor;
  /** The body as it was sent. */
  sent: unknown;
}

function requestContextOf(ctx: Context, route: Route, { req, res, actor, sent }: Admitted): RequestContext {
  const { form, timeoutMs: usualMs = form ? defaultFormTimeoutMs : defaultTimeoutMs } = route.spec;
  const timeoutMs = usualMs * ctx.timeLimits.factor;
  return {
    requestId: requestIdOf(req),
    actor,
    // The body of a form is still to come.
    deadline: form ? Number.POSITIVE_INFINITY : Date.now() + timeoutMs,
    timeoutMs,
    span: res.locals.span,
    ...idempotencyOf(ctx, req, route, sent),
  };
}

/** A stream may stay open for hours; what counts as its answer is how soon it began. */
function begun(res: Response): void {
  res.locals.begunAt = performance.now();
  res.locals.span?.end({ status: res.statusCode });
}

function never(): never {
  throw new Error('unreachable');
}

/** A path id of the wrong form names nothing (decisions.md 1). */
function notFoundIfInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw fail('not_found');
  }
}

function idempotencyOf(ctx: Context, req: Request, route: Route, sent: unknown): Pick<RequestContext, 'idempotency'> {
  const key = req.get('idempotency-key');
  if (!key || route.method !== 'post' || route.spec.ignoresIdempotencyKey) return {};
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw fail('invalid_input');
  const hash = (body: unknown) => ctx.tokens.fingerprint([req.originalUrl, body]);
  const { visitorsMayRepeat } = route.spec;
  return {
    idempotency: {
      key,
      route: `${route.method} ${route.path}`,
      bodyHash: hash(sent ?? null),
      hash,
      ...(visitorsMayRepeat && { visitorsMayRepeat }),
    },
  };
}

const requestIdOf = (req: Request): string => req.get('x-request-id')?.slice(0, 64) ?? '';

/** One log line and one observation for each request. */
function observe(ctx: Context): RequestHandler {
  // Every field of the line is one of ours: looking for secrets in it would cost each request a tenth of its time.
  const log = ctx.log.child({}, { redact: [] });
  const seconds = ctx.metrics.histogram('http_request_duration_seconds', 'Time to answer a request', [
    'route',
    'method',
    'status',
  ]);
  return (req, res, next) => {
    const began = performance.now();
    whenOver(res, () => {
      const route = String(res.locals.route ?? 'none');
      const now = performance.now();
      const answerMs = (res.locals.begunAt ?? now) - began;
      seconds.observe({ route, method: req.method, status: res.statusCode }, answerMs / 1000);
      log.info(
        {
          requestId: requestIdOf(req),
          userId: res.locals.actor?.id,
          method: req.method,
          route,
          path: withoutSecrets(req.originalUrl),
          status: res.statusCode,
          ms: Math.round(now - began),
          traceId: res.locals.span?.traceId,
        },
        'request',
      );
    });
    next();
  };
}

/** What was thrown; a fault instead where the contract of the route announces no such status, so that a test sees it. */
function faultIfUndeclared(res: Response, thrown: unknown): unknown {
  const route: Route | undefined = res.locals.declaration;
  return (route && undeclared(route, asAppError(thrown).status, thrown)) ?? thrown;
}

/** Throws where a handler sent a status by itself that the contract does not announce. */
function refuseUndeclared(route: Route, status: number): void {
  const fault = undeclared(route, status);
  if (fault) throw fault;
}

/** Every error in the one shape of decisions.md 1. */
function answerError(ctx: Context) {
  return (reason: unknown, req: Request, res: Response, _next: NextFunction): void => {
    const thrown = ctx.checkAnswers ? faultIfUndeclared(res, reason) : reason;
    const error = thrown instanceof URIError ? fail('not_found') : asAppError(thrown);
    res.locals.error = error;
    if (isAborted(req)) ctx.log.info({ err: thrown, requestId: requestIdOf(req) }, 'request aborted by client');
    else if (error.status >= 500)
      ctx.log[error.status === 500 ? 'error' : 'warn']({ err: thrown, requestId: requestIdOf(req) }, error.code);
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const language: Language = res.locals.actor?.language ?? 'es';
    answerEarly(req, res);
    if (error.retryAfter) res.set('retry-after', String(error.retryAfter));
    res.status(error.status).set('cache-control', 'no-store');
    res.json(errorAnswer(error, language, requestIdOf(req)));
  };
}

/** Whatever came of it: nobody waits for the answer to a body that was never sent whole. */
const isAborted = (req: Request): boolean => req.destroyed && !req.complete;
