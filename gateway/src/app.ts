import type { Context } from '@tribus/kit/core/context.ts';
import { asAppError, errorBody, fail } from '@tribus/kit/core/errors.ts';
import { respondEarly } from '@tribus/kit/http/listen.ts';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { adFrameHandler } from './ad-frame.ts';
import { type AuthenticateDeps, authenticate } from './authenticate.ts';
import { limitBodies } from './body-timeout.ts';
import { compressTexts } from './compress.ts';
import type { GatewayConfig } from './config.ts';
import { docsHandler } from './docs.ts';
import { healthHandler } from './health.ts';
import type { MaintenanceWatch } from './maintenance.ts';
import { oauthErrorPage } from './oauth-cookie.ts';
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
  responseIdleMs: ProxyDeps['responseIdleMs'];
}

/** The public HTTP app. Its steps run in this order, so that a request is refused before its body is forwarded. */
export function createGatewayApp(deps: GatewayDeps): Express {
  const { ctx, config, auth, maintenance, upstreams, responseIdleMs } = deps;
  const app = express().disable('x-powered-by').disable('etag').set('query parser', false);
  const answer = sendError(ctx);
  app.use(securityHeaders(config.publicUrl));
  app.use(openContext(ctx, config.trustedHops));
  app.use(compressTexts());
  app.use(webApp(config.webRoot, config.publicUrl));
  app.use(guardRequest(config.uploadMaxMb * bytesPerMb));
  app.use(authenticate(auth));
  app.use(refuseInMaintenance(maintenance));
  app.use(limitBodies(ctx, config));
  app.use(
    forward(ctx, upstreams, {
      silentMs: config.upstreamSilentMs * ctx.timeLimits.factor,
      responseIdleMs,
      answer,
      byTls: config.publicUrl.startsWith('https:'),
    }),
  );
  app.use(ownEndpoints(ctx, [...upstreams.values()]));
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

/** The gateway's own endpoints, all read-only. */
function ownEndpoints(ctx: Context, upstreams: readonly Upstream[]): RequestHandler {
  const document = new OpenApiDocument(ctx, upstreams);
  const handlers = new Map<string, RequestHandler>([
    ['health', healthHandler(upstreams)],
    ['openapi.json', document.answer],
    ['docs', docsHandler()],
    ['ad-frame', adFrameHandler()],
  ]);
  return (req, res, next) => {
    const [, , first = ''] = contextOf(res).path.split('/');
    const handler = handlers.get(first);
    if (!handler) return next();
    assertMethod(req, ['GET', 'HEAD'], (methods) => res.set('allow', methods));
    return handler(req, res, next);
  };
}

/** Sends every error in the format of decisions.md 1, in the client's language. */
function sendError(ctx: Context) {
  return (thrown: unknown, req: Request, res: Response): void => {
    const error = asAppError(thrown);
    const { requestId, language } = contextOf(res);
    // The client closed the connection before the body was complete: not a fault.
    if (req.destroyed && !req.complete) ctx.log.info({ err: thrown, requestId }, 'request aborted by client');
    else if (error.status === 500) ctx.log.error({ err: thrown, reason: error.code, requestId }, 'request failed');
    else if (error.status > 500) ctx.log.warn({ err: error.cause, reason: error.code, requestId }, 'request failed');
    if (res.headersSent) {
      if (!res.writableEnded) res.destroy();
      return;
    }
    if (res.destroyed) return;
    respondEarly(req, res);
    if (error.retryAfter) res.set('retry-after', String(error.retryAfter));
    const page = oauthErrorPage(res, error.status);
    if (page) {
      res.status(302).set({ location: page, 'cache-control': 'no-store' }).end();
      return;
    }
    res
      .status(error.status)
      .set('cache-control', 'no-store')
      .json(errorBody(error, language, requestId));
  };
}
