import { redisStore } from '@tribus/kit/service/redis-store.ts';
import { defineService } from '@tribus/kit/service/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { createGatewayApp, type GatewayDeps } from './app.ts';
import { VisitorIds } from './authenticate.ts';
import { gatewaySettings, publicPort } from './config.ts';
import { errors } from './errors.ts';
import { MaintenanceWatch } from './maintenance.ts';
import { limitKeys, openLimits } from './rate-limit.ts';
import { responseIdleMs } from './response-idle.ts';
import { SessionVerifier } from './session-keys.ts';
import { SessionCache } from './sessions.ts';
import { openUpstreams, type SlotLimits, usualSlots } from './upstream.ts';

/** Options for tests. */
export interface Options extends Pick<GatewayDeps, 'responseIdleMs'>, SlotLimits {
  /** Refresh interval of the site settings. */
  siteEveryMs: number;
}

const usual: Options = { siteEveryMs: 2_000, responseIdleMs, ...usualSlots };

/** The public entry point: sessions, limits, maintenance, security headers, the web app and proxying to services. */
export const gateway = gatewayWith();

export function gatewayWith(options: Partial<Options> = {}) {
  const { siteEveryMs, responseIdleMs, maxInFlight, maxSending } = { ...usual, ...options };
  return defineService({
    name: 'gateway',
    peers: { identity: IdentityServiceService },
    stores: { redis: redisStore(limitKeys) },
    settings: gatewaySettings,
    httpPort: publicPort,
    errors,
    build: ({ ctx, config, redis, peers: { identity }, secret }): GatewayDeps => ({
      ctx,
      config,
      upstreams: openUpstreams(ctx, config.upstreams, { maxInFlight, maxSending }),
      responseIdleMs,
      maintenance: new MaintenanceWatch().watch(ctx, () => identity.getSite({}), siteEveryMs),
      auth: {
        ctx,
        sessions: new SessionCache(async (sessionIds) => (await identity.resolveSessions({ sessionIds })).sessions),
        verifier: new SessionVerifier(config.sessionKeys, ctx.clock),
        limits: openLimits(ctx, redis.commands, config.limits),
        visitors: new VisitorIds(ctx, secret),
      },
    }),
    http: createGatewayApp,
  });
}
