import type { Environment } from '@tribus/kit/core/config.ts';
import {
  group,
  integer,
  optionalText,
  type Setting,
  type SettingValues,
  url,
  variable,
  variableOf,
} from '@tribus/kit/core/settings.ts';
import { type ServiceName, services } from './routes.ts';
import { readSessionKeys, type SessionKey } from './session-keys.ts';

export type GatewayConfig = SettingValues<typeof gatewaySettings>;
export type LimitsConfig = GatewayConfig['limits'];

export const publicPort = integer('PORT', {
  about: 'The public port.',
  default: 8080,
  max: 65_535,
  wired: true,
});

const limits = group({
  requestsPerMinute: integer('RATE_LIMIT_REQUESTS_PER_MINUTE', {
    about: 'Requests a minute of one person; five times as many of an address without a session.',
    default: 1_200,
    min: 1,
  }),
  registrationsPerMinute: integer('RATE_LIMIT_REGISTER_PER_MINUTE', {
    about: 'Registrations a minute from one address.',
    default: 60,
    min: 1,
  }),
  contactsPerHour: integer('RATE_LIMIT_CONTACT_PER_HOUR', {
    about: 'Messages an hour that are taken from one address by the contact form.',
    default: 20,
    min: 1,
  }),
});

const sessionKeys: Setting<SessionKey[]> = {
  variables: [
    variable('JWT_PUBLIC_KEYS', {
      about: 'What sessions are verified with.',
      type: 'PEM public keys on the curve P-256',
      required: true,
      secret: true,
    }),
  ],
  read: readCheckedKeys,
};

const addressOf = (service: ServiceName): Setting<string> =>
  url(variableOf(service, 'HTTP'), ['http:'], { about: `Where ${service} answers requests.`, wired: true });

const upstreams: Setting<ReadonlyMap<ServiceName, string>> = {
  variables: services.flatMap((service) => addressOf(service).variables),
  read: (env) => new Map(services.map((service) => [service, addressOf(service).read(env)])),
};

export const gatewaySettings = {
  /** https means that people come by TLS. */
  publicUrl: url('PUBLIC_URL', ['http:', 'https:'], {
    about: 'How people reach the site; links in mails begin with it, and https switches HSTS on.',
    example: 'http://localhost:8080',
  }),
  upstreams,
  sessionKeys,
  /** Proxies in front of the gateway whose `X-Forwarded-For` is believed. */
  trustedHops: integer('TRUST_PROXY_HOPS', {
    about: 'Proxies of ours in front, whose word on addresses is believed.',
    default: 0,
    max: 16,
  }),
  limits,
  upstreamSilentMs: integer('UPSTREAM_TIMEOUT_MS', {
    about: 'Milliseconds that a service may show no sign of life before its answer begins.',
    default: 2_500,
    min: 1,
  }),
  /** How long a sender may be slow follows from it (body-pace.ts). */
  bodyIdleMs: integer('BODY_IDLE_MS', {
    about: 'The longest pause in the middle of a body, in milliseconds; after six times that it must come at 8 KB/s.',
    default: 20_000,
    min: 100,
  }),
  /** Each service bounds its own exactly. */
  uploadMaxMb: integer('UPLOAD_MAX_MB', {
    about: 'The greatest upload that is let in, in megabytes.',
    default: 210,
    min: 1,
    max: 10_000,
  }),
  webRoot: optionalText('WEB_ROOT', {
    about: 'The folder of the built web app, where the gateway gives it out.',
  }),
};

function readCheckedKeys(env: Environment): SessionKey[] {
  const pems = env.text('JWT_PUBLIC_KEYS');
  if (!pems) return [];
  try {
    return readSessionKeys(pems);
  } catch {
    env.problems.push('JWT_PUBLIC_KEYS must hold PEM public keys on the curve P-256');
    return [];
  }
}
