import { connect } from '@tribus/kit/grpc/client.ts';
import { openRedis } from '@tribus/kit/redis/redis.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { createGatewayApp } from './app.ts';
import { VisitorIds } from './authenticate.ts';
import { readGatewayConfig, readPort } from './config.ts';
import { MaintenanceWatch } from './maintenance.ts';
import { openLimits } from './rate-limit.ts';
import { services } from './routes.ts';
import { SessionVerifier } from './session-keys.ts';
import { Sessions } from './sessions.ts';
import { Upstream } from './upstream.ts';

/** The one way in: sessions, limits, maintenance, security headers, the web app, and the way to each service. */
export const gateway = defineService({
  name: 'gateway',
  config: readGatewayConfig,
  httpPort: readPort,
  async start(ctx, config) {
    const redis = await openRedis(ctx, { url: config.redisUrl });
    const identity = connect(ctx, IdentityServiceService, 'identity', config.identityGrpc);
    const links = new Map(services.map((name) => [name, new Upstream(name, config.upstreams[name])]));
    for (const link of links.values())
      ctx.metrics.watchBreaker({ peer: link.name, protocol: 'http', isOpen: () => link.isOpen });
    ctx.onStop('connections to the services', () => {
      for (const link of links.values()) link.close();
    });
    const sessions = new Sessions(async (sessionIds) => {
      const { sessions } = await identity.resolveSessions({ sessionIds });
      return sessions;
    });
    const site = new MaintenanceWatch().watch(ctx, () => identity.getSite({}));
    const caller = {
      ctx,
      sessions,
      verifier: new SessionVerifier(config.sessionKeys, ctx.clock),
      limits: openLimits(ctx, redis.commands, config.limits),
      visitors: new VisitorIds(ctx, config.internalTokenSecret),
    };
    return { http: createGatewayApp(ctx, config, { caller, site, links }) };
  },
});
