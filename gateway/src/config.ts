import type { EnvReader } from '@tribus/kit/runtime/config.ts';
import { readRedisUrl } from '@tribus/kit/runtime/store-addresses.ts';
import { type ServiceName, services } from './routes.ts';
import { readSessionKeys, type SessionKey } from './session-keys.ts';

export interface GatewayConfig {
  /** How people reach the site; https means that they come by TLS. */
  publicUrl: string;
  upstreams: Readonly<Record<ServiceName, string>>;
  /** host:port */
  identityGrpc: string;
  redisUrl: string;
  sessionKeys: SessionKey[];
  internalTokenSecret: string;
  /** Proxies in front of the gateway whose `X-Forwarded-For` is believed. */
  trustedHops: number;
  limits: LimitsConfig;
  /** How long a service may show no sign of life before its answer begins. */
  upstreamSilentMs: number;
  /** How long a sender may pause in the middle of a body; how long it may be slow follows from it (arrival-pace.ts). */
  bodyIdleMs: number;
  /** The greatest multipart body that is let in; each service bounds its own exactly. */
  uploadMaxBytes: number;
  /** The folder of the built web app. */
  webRoot: string | undefined;
}

export interface LimitsConfig {
  requestsPerMinute: number;
  registrationsPerMinute: number;
}

export const readPort = (read: EnvReader): number => read.integer('PORT', 8080, { max: 65_535 });

export function readGatewayConfig(read: EnvReader): GatewayConfig {
  return {
    publicUrl: read.url('PUBLIC_URL', ['http:', 'https:']),
    upstreams: readUpstreams(read),
    identityGrpc: read.text('IDENTITY_GRPC'),
    redisUrl: readRedisUrl(read),
    sessionKeys: readSessionKeysOf(read),
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    trustedHops: read.integer('TRUST_PROXY_HOPS', 0, { max: 16 }),
    limits: {
      requestsPerMinute: read.integer('RATE_LIMIT_REQUESTS_PER_MINUTE', 1_200, { min: 1 }),
      registrationsPerMinute: read.integer('RATE_LIMIT_REGISTER_PER_MINUTE', 60, { min: 1 }),
    },
    upstreamSilentMs: read.integer('UPSTREAM_TIMEOUT_MS', 2_500, { min: 1 }),
    bodyIdleMs: read.integer('BODY_IDLE_MS', 20_000, { min: 100 }),
    uploadMaxBytes: read.integer('UPLOAD_MAX_MB', 210, { min: 1, max: 10_000 }) * 1_048_576,
    webRoot: read.optional('WEB_ROOT'),
  };
}

function readUpstreams(read: EnvReader): Record<ServiceName, string> {
  const address = (service: ServiceName) => read.url(`${service.toUpperCase().replaceAll('-', '_')}_HTTP`, ['http:']);
  const entries = services.map((service): [ServiceName, string] => [service, address(service)]);
  return Object.fromEntries(entries) as Record<ServiceName, string>;
}

function readSessionKeysOf(read: EnvReader): SessionKey[] {
  const pems = read.text('JWT_PUBLIC_KEYS');
  if (!pems) return [];
  try {
    return readSessionKeys(pems);
  } catch {
    read.problems.push('JWT_PUBLIC_KEYS must hold PEM public keys on the curve P-256');
    return [];
  }
}
