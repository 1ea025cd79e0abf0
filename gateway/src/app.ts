import { errorAnswer } from '@tribus/kit/http/app.ts';
import { answerEarly } from '@tribus/kit/http/listen.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { asAppError, fail } from '@tribus/kit/runtime/errors.ts';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { type AuthenticateDeps, authenticate } from './authenticate.ts';
import { limitBodies } from './body-timeout.ts';
import { compressTexts } from './compress.ts';
import type { GatewayConfig } from './config.ts';
import { answerDocs } from './docs.ts';
import { answerHealth } from './health.ts';
import type { MaintenanceWatch } from './maintenance.ts';
import { Contract } from './openapi.ts';
import { forward } from './proxy.ts';
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
  caller: AuthenticateDeps;
  site: MaintenanceWatch;
  links: ReadonlyMap<ServiceName, Upstream>;
}

/** The public side of the house. The order of the steps is the design (architecture.md 5). */
export function createGatewayApp({ ctx, config, caller, site, links }: GatewayDeps): Express {
  const app = express().disable('x-powered-by').disable('etag').set('query parser', false);
  const answer = answerError(ctx);
  app.use(securityHeaders(config.publicUrl));
  app.use(openContext(ctx, config.trustedHops));
  app.use(compressTexts());
  app.use(webApp(config.webRoot));
  app.use(guardRequest(config.uploadMaxMb * bytesPerMb));
  app.use(authenticate(caller));
  app.use(keepOutInMaintenance(site));
  app.use(limitBodies(config));
  app.use(
    forward(ctx, links, { silentMs: config.upstreamSilentMs, answer, byTls: config.publicUrl.startsWith('https:') }),
  );
  app.use(answerOwn(ctx, [...links.values()], config.publicUrl));
  app.use(() => {
    throw fail('not_found');
  });
  app.use((thrown: unknown, req: Request, res: Response, _next: NextFunction) => answer(thrown, req, res));
  return app;
}

function keepOutInMaintenance(site: MaintenanceWatch): RequestHandler {
  return (req, res, next) => {
    const { closed } = site;
    const { actor, path } = contextOf(res);
    next(closed && actor.role !== 'admin' && !worksInMaintenance(req.method, path) ? closed : undefined);
  };
}

/** What the gateway answers itself; all of it for reading. */
function answerOwn(ctx: Context, links: readonly Upstream[], publicUrl: string): RequestHandler {
  const contract = new Contract(ctx, links, publicUrl);
  const handlers = new Map<string, RequestHandler>([
    ['health', answerHealth(links)],
    ['openapi.json', contract.answer],
    ['docs', answerDocs()],
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
    // Whatever came of it: nobody waits for the answer to a body that was never sent whole.
    if (req.destroyed && !req.complete) ctx.log.info({ err: thrown, requestId }, 'request broken off by its sender');
    else if (error.status === 500) ctx.log.error({ err: thrown, requestId }, error.code);
    else if (error.status > 500) ctx.log.warn({ err: error.cause, requestId }, error.code);
    if (res.headersSent) {
      if (!res.writableEnded) res.destroy();
      return;
    }
    answerEarly(req, res);
    if (error.retryAfter) res.set('retry-after', String(error.retryAfter));
    res
      .status(error.status)
      .set('cache-control', 'no-store')
      .json(errorAnswer(error, language, requestId));
  };
}
