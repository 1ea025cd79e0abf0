import { join } from 'node:path';
import { currentActorBy } from '@tribus/community/current-actor.ts';
import { Secrets } from '@tribus/community/secrets.ts';
import { UploadKeeper } from '@tribus/community/upload-keeper.ts';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { openOutbound } from '@tribus/kit/outbound/fetch.ts';
import { busStore } from '@tribus/kit/service/bus-store.ts';
import type { BuildContext } from '@tribus/kit/service/definition.ts';
import { postgresStore } from '@tribus/kit/service/postgres-store.ts';
import { redisStore } from '@tribus/kit/service/redis-store.ts';
import { defineService } from '@tribus/kit/service/service.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { GamificationServiceService } from '@tribus/proto/gamification/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { MessagingServiceService } from '@tribus/proto/messaging/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { VibesServiceService } from '@tribus/proto/vibes/v1/service.ts';
import { identitySettings } from './config.ts';
import type { Deps } from './deps.ts';
import { renewMailPassword } from './email-settings.ts';
import { errors } from './errors.ts';
import { storeHandlers } from './events.ts';
import { appointFirstAdmin } from './first-admin.ts';
import { GoogleClient } from './google-client.ts';
import type { GoogleConfig } from './google-settings.ts';
import { identityJobs } from './jobs.ts';
import { KnownDevices } from './known-devices.ts';
import { LoginAttempts } from './login-attempts.ts';
import { SiteMailer } from './mail/site-mailer.ts';
import { Networks } from './networks.ts';
import { PasskeyChallenges } from './passkey-challenges.ts';
import { defaultCost, type HashCost, Passwords } from './passwords.ts';
import { identityRoutes } from './routes.ts';
import { identityRpc } from './rpc.ts';
import { SessionUses } from './session-uses.ts';
import { ownSessions } from './sessions.ts';
import { Presence, presenceKeys } from './store/presence.ts';
import { identityFiles, identityRetention } from './store/retention.ts';
import { openIdentityStore } from './store/store.ts';
import { readSigningKeys, SessionTokens } from './tokens.ts';

function openGoogle(
  { clock }: Context,
  config: GoogleConfig,
  { publicUrl, outboundHosts: allowedHosts }: { publicUrl: string; outboundHosts: readonly string[] },
): GoogleClient {
  return new GoogleClient({ config, publicUrl, allowedHosts, clock, fetch: openOutbound({ allowedHosts }) });
}

/**
 * Maximum delay until a replica notices that another one switched mail on or off; each mail is sent with the current
 * settings.
 */
const mailRefreshMs = 3_000;
/** Interval at which session uses are written, in one batch. */
const sessionUsesMs = 1_000;

const peers = {
  tribes: TribesServiceService,
  media: MediaServiceService,
  gamification: GamificationServiceService,
  content: ContentServiceService,
  messaging: MessagingServiceService,
  'vibes-realtime': VibesServiceService,
};

const stores = {
  store: postgresStore({
    migrations: join(import.meta.dirname, '../migrations'),
    retention: identityRetention,
    open: openIdentityStore,
  }),
  redis: redisStore(presenceKeys),
  bus: busStore,
};

type Opened = BuildContext<typeof peers, typeof stores, typeof identitySettings>;

async function openDeps(
  { ctx, config, store, redis, peers, secret, urls, cursors }: Opened,
  passwordCost: HashCost,
): Promise<Deps> {
  const signingKeys = readSigningKeys(config.signingKeys);
  const secrets = new Secrets(config.settingsKey);
  const mailer = new SiteMailer({
    store,
    secrets,
    fromEnvironment: config.mail,
    allowedHosts: config.outboundHosts,
    log: ctx.log,
  });
  await mailer.refresh();
  const devices = new KnownDevices(signingKeys, ctx.clock);
  const deps: Deps = {
    ctx,
    store,
    presence: new Presence(ctx, redis.commands),
    passwords: await Passwords.open(passwordCost),
    attempts: new LoginAttempts(ctx, store.loginCounts, devices, config.loginFailures),
    devices,
    sessionUses: new SessionUses(ctx, store.sessions),
    networks: new Networks(secret),
    passkeyChallenges: new PasskeyChallenges(secret, ctx.clock),
    secrets,
    tokens: new SessionTokens(signingKeys[0]),
    presenter: new UserPresenter(secret),
    cursors,
    mailer,
    contactEmail: config.contactEmail,
    newAccountHours: config.newAccountHours,
    publicUrl: config.publicUrl,
    google: config.google && openGoogle(ctx, config.google, config),
    ...peers,
    uploads: new UploadKeeper(ctx, peers.media, ['profile']),
    vibes: peers['vibes-realtime'],
    urls,
  };
  await renewMailPassword(deps);
  if (config.firstAdmin) await appointFirstAdmin(deps, config.firstAdmin);
  return deps;
}

/** Accounts, sessions, follows, presence, tasks, site settings and contact messages. */
export const identity = identityWith({ passwordCost: defaultCost });

/** The service with another password cost, for tests that are not about it. */
export function identityWith({ passwordCost }: { passwordCost: HashCost }) {
  return defineService({
    name: 'identity',
    peers,
    stores,
    files: identityFiles,
    settings: identitySettings,
    errors,
    build: (context) => openDeps(context, passwordCost),
    routes: identityRoutes,
    currentActor: (deps) => currentActorBy({ identity: ownSessions(deps) }),
    rpc: { service: IdentityServiceService, handlers: identityRpc },
    events: { on: storeHandlers },
    jobs: identityJobs,
    loops: ({ mailer, sessionUses }) => [
      { what: 'mail settings', everyMs: mailRefreshMs, work: () => mailer.refresh() },
      { what: 'session uses', everyMs: sessionUsesMs, work: () => sessionUses.write() },
    ],
  });
}
