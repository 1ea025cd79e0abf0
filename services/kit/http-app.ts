import { performance } from 'node:perf_hooks';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Context } from './context.ts';
import { type AppError, asAppError, type Catalogue, fail } from './errors.ts';
import type { Route, Routes } from './http.ts';
import type { Language } from './language.ts';
import { withoutSecrets } from './log.ts';
import { openApiFragment } from './openapi.ts';
import { inScope, type Scope } from './scope.ts';
import type { Tracing } from './trace.ts';
import { validate } from './validation.ts';

/** The header in which the gateway says who is calling. */
export const internalHeader = 'x-tribus-internal';
const requestTimeoutMs = 30_000;

export interface HttpAppOptions {
  /** The service's errors, for messages of its schemas. */
  catalogue?: Catalogue;
}

/**
 * The express app of a service: its routes below `/api`, and `/openapi.json` for the gateway to gather.
 * Every request carries the gateway's internal token; without it nobody is anybody (trust.md 3).
 */
export function createHttpApp(ctx: Context, routes: Routes, options: HttpAppOptions = {}): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple').set('case sensitive routing', true);
  let contract: object | undefined;
  app.get('/openapi.json', (_req, res) => {
    contract ??= openApiFragment(routes.list);
    res.json(contract);
  });
  app.use(observe(ctx));
  const json = express.json({ limit: '1mb', strict: true, type: ['application/json', 'application/*+json'] });
  for (const route of routes.list) {
    const steps = [
      ...(ctx.tracing ? [follow(ctx.tracing, route)] : []),
      ...(route.spec.body ? [requireJson, json] : []),
      serve(ctx, route, options),
    ];
    app[route.method](`/api${route.path}`, ...steps);
  }
  app.use(() => {
    throw fail('not_found');
  });
  app.use(answerError(ctx));
  return app;
}

const requireJson: RequestHandler = (req, _res, next) => {
  const empty = req.headers['content-length'] === '0' || !('content-type' in req.headers);
  next(empty || req.is(['json', '+json']) ? undefined : fail('unsupported_media_type'));
};

/** Goes on with the gateway's trace. Whoever gets past the gateway's token may not begin one here. */
function follow(tracing: Tracing, { method, path }: Route): RequestHandler {
  const word = method.toUpperCase();
  return (req, res, next) => {
    const work = { does: 'serve', method: word, route: `/api${path}`, requestId: requestIdOf(req) } as const;
    const span = tracing.follow(req.get('traceparent'), work);
    res.locals.span = span;
    if (span) res.once('close', () => span.end({ status: res.statusCode, error: res.locals.error }));
    next();
  };
}

function serve(ctx: Context, route: Route, { catalogue = {} }: HttpAppOptions): RequestHandler {
  const { spec } = route;
  return async (req, res) => {
    res.locals.route = `/api${route.path}`;
    const actor = ctx.tokens.verify(req.get(internalHeader), ctx.name);
    res.locals.actor = actor;
    for (const guard of spec.guards) guard(actor);

    const { language } = actor;
    const call = {
      params: spec.params ? notFoundIfInvalid(() => validate(spec.params ?? never(), req.params, language)) : {},
      query: spec.query ? validate(spec.query, req.query, language, catalogue) : {},
      body: spec.body ? validate(spec.body, req.body ?? {}, language, catalogue) : undefined,
      actor,
      req,
      res,
    };
    const scope: Scope = {
      requestId: requestIdOf(req),
      actor,
      deadline: Date.now() + requestTimeoutMs,
      span: res.locals.span,
      ...idempotencyOf(ctx, req, route),
    };
    const answer = await inScope(scope, () => route.handle(call));
    if (spec.streams) return begun(res);
    if (res.headersSent) return;
    res.status(spec.status ?? 200);
    res.set('cache-control', 'no-store');
    res.json(ctx.checkAnswers ? spec.answer.parse(answer) : answer);
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

function idempotencyOf(ctx: Context, req: Request, route: Route): Pick<Scope, 'idempotency'> {
  const key = req.get('idempotency-key');
  if (!key || route.method !== 'post') return {};
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw fail('invalid_input');
  const hash = (body: unknown) => ctx.tokens.fingerprint([req.originalUrl, body]);
  return { idempotency: { key, route: `${route.method} ${route.path}`, bodyHash: hash(req.body ?? null), hash } };
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
    res.once('close', () => {
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

/** Every error in the one shape of decisions.md 1. */
function answerError(ctx: Context) {
  return (thrown: unknown, req: Request, res: Response, _next: NextFunction): void => {
    const error = bodyError(thrown) ?? asAppError(thrown);
    res.locals.error = error;
    if (error.status >= 500)
      ctx.log[error.status === 500 ? 'error' : 'warn']({ err: thrown, requestId: requestIdOf(req) }, error.code);
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const language: Language = res.locals.actor?.language ?? 'es';
    if (error.retryAfter) res.set('retry-after', String(error.retryAfter));
    res.status(error.status).set('cache-control', 'no-store');
    res.json(errorAnswer(error, language, requestIdOf(req)));
  };
}

export function errorAnswer(error: AppError, language: Language, requestId: string) {
  return {
    error: error.text(language),
    code: error.code,
    requestId,
    ...(error.details && { details: error.details }),
  };
}

/** What express and its body parser throw, in our words. */
function bodyError(thrown: unknown): AppError | undefined {
  if (thrown instanceof URIError) return fail('not_found');
  const { type, status, expose } = (thrown ?? {}) as { type?: unknown; status?: unknown; expose?: unknown };
  // What cannot be unpacked is the sender's fault, too, though the parser has no name for it.
  if (typeof status !== 'number' || (typeof type !== 'string' && expose !== true)) return undefined;
  if (type === 'entity.too.large') return fail('payload_too_large');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') return fail('unsupported_media_type');
  return status < 500 ? fail('malformed_body') : undefined;
}
