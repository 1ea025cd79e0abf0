import type { Context } from '@tribus/kit/core/context.ts';
import { asAppError, errorAnswer, fail } from '@tribus/kit/core/errors.ts';
import { answerEarly } from '@tribus/kit/http/listen.ts';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { answerAdFrame } from './ad-frame.ts';
import { type AuthenticateDeps, authenticate } from './authenticate.ts';
import { limitBodies } from './body-timeout.ts';
import { compressTexts } from './compress.ts';
import type { GatewayConfig } from './config.ts';
import { answerDocs } from './docs.ts';
import { answerHealth } from './health.ts';
import type { MaintenanceWatch } from './maintenance.ts';
import { OpenApiDocument } from './openapi.ts';
import { forward, type ProxyDeps } from './proxy.ts';
import { contextOf, openContext } from './request-context.ts';
import { assertMethod, guardRequest } from './request-guards.ts';
import { type ServiceName, worksInMaintenance } from './routes.ts';
import { securityHeaders } from './security-headers.ts';
import type { Upstream } from './upstream.ts';
import { webApp } from './web-app.ts';

const bytesPerMb = 1_048_576;

export interface GatewayDeps {
  ctx: Context;
  config: GatewayConfig;
  auth: AuthenticateDeps;
  maintenance: MaintenanceWatch;
  upstreams: ReadonlyMap<ServiceName, Upstream>;
  answerIdleMs: ProxyDeps['answerIdleMs'];
}

/** The HTTP app that people reach. The order of the steps is the design (architecture.md 5). */
export function createGatewayApp(deps: GatewayDeps): Express {
  const { ctx, config, auth, maintenance, upstreams, answerIdleMs } = deps;
  const app = express().disable('x-powered-by').disable('etag').set('query parser', false);
  const answer = answerError(ctx);
  app.use(securityHeaders(config.publicUrl));
  app.use(openContext(ctx, config.trustedHops));
  app.use(compressTexts());
  app.use(webApp(config.webRoot));
  app.use(guardRequest(config.uploadMaxMb * bytesPerMb));
  app.use(authenticate(auth));
  app.use(refuseInMaintenance(maintenance));
  app.use(limitBodies(ctx, config));
  app.use(
    forward(ctx, upstreams, {
      silentMs: config.upstreamSilentMs * ctx.timeLimits.factor,
      answerIdleMs,
      answer,
      byTls: config.publicUrl.startsWith('https:'),
    }),
  );
  app.use(answerOwn(ctx, [...upstreams.values()]));
  app.use(() => {
    throw fail('not_found');
  });
  app.use((thrown: unknown, req: Request, res: Response, _next: NextFunction) => answer(thrown, req, res));
  return app;
}

function refuseInMaintenance(maintenance: MaintenanceWatch): RequestHandler {
  return (req, res, next) => {
    const { refusal } = maintenance;
    const { actor, path, search } = contextOf(res);
    next(refusal && actor.role !== 'admin' && !worksInMaintenance(req.method, path, search) ? refusal : undefined);
  };
}

/** The gateway's own answers; all of them are reads. */
function answerOwn(ctx: Context, upstreams: readonly Upstream[]): RequestHandler {
  const document = new OpenApiDocument(ctx, upstreams);
  const handlers = new Map<string, RequestHandler>([
    ['health', answerHealth(upstreams)],
    ['openapi.json', document.answer],
    ['docs', answerDocs()],
    ['ad-frame', answerAdFrame()],
  ]);
  return (req, res, next) => {
    const [, , first = ''] = contextOf(res).path.split('/');
    const handler = handlers.get(first);
    if (!handler) return next();
    assertMethod(req, ['GET', 'HEAD'], (methods) => res.set('allow', methods));
    return handler(req, res, next);
  };
}

/** Every error in the one shape of decisions.md 1, in the caller's language. */
function answerError(ctx: Context) {
  return (thrown: unknown, req: Request, res: Response): void => {
    const error = asAppError(thrown);
    const { requestId, language } = contextOf(res);
    // No error of ours: nobody waits for the answer to a body that was never sent whole.
    if (req.destroyed && !req.complete) ctx.log.info({ err: thrown, requestId }, 'request aborted by client');
    else if (error.status === 500) ctx.log.error({ err: thrown, requestId }, error.code);
    else if (error.status > 500) ctx.log.warn({ err: error.cause, requestId }, error.code);
    if (res.headersSent) {
      if (!res.writableEnded) res.destroy();
      return;
    }
    // The client has left: there is nobody to answer.
    if (res.destroyed) return;
    answerEarly(req, res);
    if (error.retryAfter) res.set('retry-after', String(error.retryAfter));
    res
      .status(error.status)
      .set('cache-control', 'no-store')
      .json(errorAnswer(error, language, requestId));
  };
}
