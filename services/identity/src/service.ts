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
import { errors } from './errors.ts';
import { appointFirstAdmin } from './first-admin.ts';
import { ensureHomininiMember } from './hominini.ts';
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
    const tribes = connect(ctx, TribesServiceService, 'tribes', config.tribesGrpc);
    const store = new IdentityStore(postgres);
    const passwords = await Passwords.open();
    const signingKeys = readSigningKeys(config.signingKeys);
    const devices = new KnownDevices(signingKeys, ctx.clock);
    const counts = new LoginCounts(postgres.db);
    const attempts = new LoginAttempts(ctx, counts, devices, config.loginFailures);
    const cursors = new Cursors(config.internalTokenSecret);

    if (config.firstAdmin) await appointFirstAdmin(ctx, store, passwords, config.firstAdmin);
    const relay = startRelay(ctx, postgres, bus);
    const sweep = startLoop(ctx, 'sweep of sessions', sweepEveryMs, async () => {
      await store.sessions.sweep(ctx.clock.now());
      await counts.sweep(ctx.clock.now());
    });
    ctx.onStop('sweep of sessions', () => sweep.stop());

    const routes = identityRoutes({
      ctx,
      store,
      door: { ctx, store, passwords, attempts, devices },
      tokens: new SessionTokens(signingKeys[0]),
      presence: new Presence(ctx, redis.commands),
      people: new UserPresenter(config.internalTokenSecret),
      cursors,
      welcome: (userId) => ensureHomininiMember(ctx, tribes, userId),
    });
    return {
      http: createHttpApp(ctx, routes, { catalogue: errors.catalogue }),
      rpc: new GrpcServer(ctx).serve(IdentityServiceService, identityRpc(ctx, store, cursors)),
      commands: { replay: replayCommand(relay) },
    };
  },
});
