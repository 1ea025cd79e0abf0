import { join } from 'node:path';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
import { busStore } from '@tribus/kit/events/bus-store.ts';
import { postgresStore } from '@tribus/kit/postgres/store.ts';
import { redisStore } from '@tribus/kit/redis/store.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { identitySettings } from './config.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { appointFirstAdmin } from './first-admin.ts';
import { identityJobs } from './jobs.ts';
import { KnownDevices } from './known-devices.ts';
import { LoginAttempts } from './login-attempts.ts';
import { openMailer } from './mailer.ts';
import { Passwords } from './passwords.ts';
import { identityRoutes } from './routes.ts';
import { identityRpc } from './rpc.ts';
import { Presence } from './store/presence.ts';
import { openIdentityStore } from './store/store.ts';
import type { IdentityDb } from './store/tables.ts';
import { readSigningKeys, SessionTokens } from './tokens.ts';

/** Accounts, sessions, who follows whom, presence, the settings of the site, and what people write to its team. */
export const identity = defineService({
  name: 'identity',
  peers: { tribes: TribesServiceService },
  stores: {
    postgres: postgresStore<IdentityDb>(join(import.meta.dirname, '../migrations')),
    redis: redisStore,
    bus: busStore,
  },
  settings: identitySettings,
  errors,
  async build({ ctx, config, postgres, redis, peers: { tribes }, secret, cursors }): Promise<Deps> {
    const store = openIdentityStore(postgres);
    const signingKeys = readSigningKeys(config.signingKeys);
    const devices = new KnownDevices(signingKeys, ctx.clock);
    const deps: Deps = {
      ctx,
      store,
      presence: new Presence(ctx, redis.commands),
      passwords: await Passwords.open(),
      attempts: new LoginAttempts(ctx, store.loginCounts, devices, config.loginFailures),
      devices,
      tokens: new SessionTokens(signingKeys[0]),
      presenter: new UserPresenter(secret),
      cursors,
      mailer: openMailer(config.mail),
      contactEmail: config.contactEmail,
      tribes,
    };
    if (config.firstAdmin) await appointFirstAdmin(deps, config.firstAdmin);
    return deps;
  },
  routes: identityRoutes,
  rpc: { service: IdentityServiceService, handlers: identityRpc },
  jobs: identityJobs,
});
