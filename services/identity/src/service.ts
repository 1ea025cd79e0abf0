import { join } from 'node:path';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
import { openBus } from '@tribus/kit/events/bus.ts';
import { replayCommand } from '@tribus/kit/events/relay.ts';
import { connect } from '@tribus/kit/grpc/client.ts';
import { GrpcServer } from '@tribus/kit/grpc/server.ts';
import { createHttpApp } from '@tribus/kit/http/app.ts';
import { Cursors } from '@tribus/kit/http/cursor.ts';
import { migrate } from '@tribus/kit/postgres/migrate.ts';
import { startRelay } from '@tribus/kit/postgres/outbox.ts';
import { openPostgres } from '@tribus/kit/postgres/postgres.ts';
import { openRedis } from '@tribus/kit/redis/redis.ts';
import { startLoop } from '@tribus/kit/runtime/loop.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { readIdentityConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { appointFirstAdmin } from './first-admin.ts';
import { KnownDevices } from './known-devices.ts';
import { LoginAttempts } from './login-attempts.ts';
import { Passwords } from './passwords.ts';
import { identityRoutes } from './routes.ts';
import { identityRpc } from './rpc.ts';
import { LoginCounts } from './store/login-counts.ts';
import { Presence } from './store/presence.ts';
import { IdentityStore } from './store/store.ts';
import type { IdentityDb } from './store/tables.ts';
import { readSigningKeys, SessionTokens } from './tokens.ts';

const sweepEveryMs = 60 * 60 * 1000;

const migrations = join(import.meta.dirname, '..', 'migrations');

/** Accounts, sessions, who follows whom, presence and the settings of the site. */
export const identity = defineService({
  name: 'identity',
  config: readIdentityConfig,
  migrate: (ctx, config) => migrate(ctx, config.postgresUrl, migrations),
  async start(ctx, config) {
    const postgres = await openPostgres<IdentityDb>(ctx, { url: config.postgresUrl, migrations });
    const redis = await openRedis(ctx, { url: config.redisUrl });
    const bus = await openBus(ctx, { url: config.natsUrl });
    const store = new IdentityStore(postgres);
    const signingKeys = readSigningKeys(config.signingKeys);
    const devices = new KnownDevices(signingKeys, ctx.clock);
    const loginCounts = new LoginCounts(postgres.db);
    const deps: Deps = {
      ctx,
      store,
      presence: new Presence(ctx, redis.commands),
      passwords: await Passwords.open(),
      attempts: new LoginAttempts(ctx, loginCounts, devices, config.loginFailures),
      devices,
      tokens: new SessionTokens(signingKeys[0]),
      presenter: new UserPresenter(config.internalTokenSecret),
      cursors: new Cursors(config.internalTokenSecret),
      tribes: connect(ctx, TribesServiceService, 'tribes', config.tribesGrpc),
    };

    if (config.firstAdmin) await appointFirstAdmin(deps, config.firstAdmin);
    const relay = startRelay(ctx, postgres, bus);
    const sweep = startLoop(ctx, 'sweep of sessions', sweepEveryMs, async () => {
      await store.sessions.sweep(ctx.clock.now());
      await loginCounts.sweep(ctx.clock.now());
    });
    ctx.onStop('sweep of sessions', () => sweep.stop());

    return {
      http: createHttpApp(ctx, identityRoutes(deps), { catalogue: errors.catalogue }),
      rpc: new GrpcServer(ctx).serve(IdentityServiceService, identityRpc(deps)),
      commands: { replay: replayCommand(relay) },
    };
  },
});
