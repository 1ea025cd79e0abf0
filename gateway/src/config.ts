import type { Environment } from '@tribus/kit/core/config.ts';
import {
  group,
  integer,
  optionalText,
  type Setting,
  type SettingValues,
  toVariableName,
  url,
  variable,
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
    about: 'Requests a minute per user; five times as many per address without a session.',
    default: 1_200,
    min: 1,
  }),
  registrationsPerMinute: integer('RATE_LIMIT_REGISTER_PER_MINUTE', {
    about: 'Registrations a minute per address.',
    default: 60,
    min: 1,
  }),
  contactsPerHour: integer('RATE_LIMIT_CONTACT_PER_HOUR', {
    about: 'Messages an hour from the contact form per address.',
    default: 20,
    min: 1,
  }),
});

const sessionKeys: Setting<SessionKey[]> = {
  variables: [
    variable('JWT_PUBLIC_KEYS', {
      about: 'Keys that verify sessions.',
      type: 'PEM public keys on the curve P-256',
      required: true,
      secret: true,
    }),
  ],
  read: readCheckedKeys,
};

const addressOf = (service: ServiceName): Setting<string> =>
  url(toVariableName(service, 'HTTP'), ['http:'], { about: `HTTP address of ${service}.`, wired: true });

const upstreams: Setting<ReadonlyMap<ServiceName, string>> = {
  variables: services.flatMap((service) => addressOf(service).variables),
  read: (env) => new Map(services.map((service) => [service, addressOf(service).read(env)])),
};

export const gatewaySettings = {
  /** https means that clients connect by TLS. */
  publicUrl: url('PUBLIC_URL', ['http:', 'https:'], {
    about: 'The public URL of the site, used in links of mails; https enables HSTS.',
    example: 'http://localhost:8080',
  }),
  upstreams,
  sessionKeys,
  /** Number of trusted proxies in front of the gateway (`X-Forwarded-For`). */
  trustedHops: integer('TRUST_PROXY_HOPS', {
    about: 'Trusted proxies in front, whose `X-Forwarded-For` is used.',
    default: 0,
    max: 16,
  }),
  limits,
  upstreamSilentMs: integer('UPSTREAM_TIMEOUT_MS', {
    about: 'Idle timeout of a service before its response begins, in milliseconds.',
    default: 2_500,
    min: 1,
  }),
  /** Also determines the minimum rate (body-rate.ts). */
  bodyIdleMs: integer('BODY_IDLE_MS', {
    about: 'The longest pause within a body, in milliseconds. After six such intervals 8 KB/s are required.',
    default: 20_000,
    min: 100,
  }),
  /** Each service enforces its own exact limit. */
  uploadMaxMb: integer('UPLOAD_MAX_MB', {
    about: 'The maximum size of an upload, in megabytes.',
    default: 210,
    min: 1,
    max: 10_000,
  }),
  webRoot: optionalText('WEB_ROOT', {
    about: 'The folder of the built web app, if the gateway serves it.',
  }),
};

function readCheckedKeys(env: Environment): SessionKey[] {
  const pems = env.text('JWT_PUBLIC_KEYS');
  if (!pems) return [];
  try {
    return readSessionKeys(pems);
  } catch {
    env.problems.push('JWT_PUBLIC_KEYS must contain PEM public keys on the curve P-256');
    return [];
  }
}
