import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { IdentityStub } from '@tribus/community/testing/identity-stub.ts';
import { toVariableName } from '@tribus/kit/core/settings.ts';
import type { TimeLimits } from '@tribus/kit/core/time-limits.ts';
import { openServiceBench } from '@tribus/kit/testing/bench.ts';
import type { TestService } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { Session } from '@tribus/proto/identity/v1/service.ts';
import jwt from 'jsonwebtoken';
import type { Health } from '../api.ts';
import { type ServiceName, services } from '../src/routes.ts';
import { gatewayWith, type Options } from '../src/service.ts';
import { StubUpstream } from './stub-upstream.ts';

/** A gateway with stub services and an identity stub. */
export interface GatewayFixture {
  gateway: TestService;
  identity: IdentityStub;
  upstream(name: ServiceName): StubUpstream;
  /** Opens a session in the identity stub and returns its token. */
  signIn(userId: string, more?: Partial<Session>): string;
  /** Signs any token, valid or invalid. */
  token(claims: object, options?: jwt.SignOptions, key?: jwt.Secret): string;
  privateKey: KeyObject;
  publicKeyPem: string;
  ask(path: string, options?: AskOptions): Promise<GatewayResponse>;
  /** Polls /api/health until `condition` returns true: a service that was late once stays down until the next query. */
  health(condition: (health: Health) => boolean, what: string): Promise<GatewayResponse>;
  /** Resolves when the log contains the request. */
  logged(response: GatewayResponse): Promise<void>;
  /** Makes identity unavailable. */
  stopIdentity(): Promise<void>;
  stop(): Promise<void>;
}

export interface AskOptions {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  token?: string;
}

export interface GatewayResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read response bodies freely
  json: any;
}

/** Refresh interval of the site settings; shorter than in production. */
const siteEveryMs = 200;

export async function startGateway(
  env: Record<string, string> = {},
  options: Partial<Options> = {},
  timeLimits: Partial<TimeLimits> = {},
): Promise<GatewayFixture> {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKeyPem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const identity = new IdentityStub();
  const upstreams = new Map(
    await Promise.all(services.map(async (name) => [name, await StubUpstream.start(name)] as const)),
  );
  const settings = {
    PORT: '0',
    PUBLIC_URL: 'http://tribus.test',
    JWT_PUBLIC_KEYS: publicKeyPem,
    ...Object.fromEntries([...upstreams].map(([name, { url }]) => [toVariableName(name, 'HTTP'), url])),
  };
  const bench = await openServiceBench(gatewayWith({ siteEveryMs, ...options }), {
    peers: { identity },
    env: { ...settings, ...env },
    timeLimits,
  });
  const token = (claims: object, options: jwt.SignOptions = {}, key: jwt.Secret = keys.privateKey) =>
    jwt.sign({ typ: 'session', ...claims }, key, {
      algorithm: 'ES256',
      keyid: keyIdOf(keys.publicKey),
      issuer: 'tribus',
      audience: 'tribus',
      expiresIn: '30d',
      ...options,
    });
  const { httpUrl, logged } = bench.service;
  return {
    gateway: bench.service,
    identity,
    privateKey: keys.privateKey,
    publicKeyPem,
    token,
    upstream: (name) => upstreams.get(name) ?? missing(name),
    signIn: (userId, more) => token({ sub: userId, sid: identity.openSession(userId, more).sessionId }),
    ask: (path, options) => ask(httpUrl, path, options),
    health: (condition, what) => pollHealth(httpUrl, condition, what),
    logged: (answer) => untilLogged(logged, answer),
    stopIdentity: () => bench.stopPeer('identity'),
    async stop() {
      await bench.close();
      await Promise.all([...upstreams.values()].map((upstream) => upstream.stop()));
    },
  };
}

async function pollHealth(
  origin: string,
  condition: (health: Health) => boolean,
  what: string,
): Promise<GatewayResponse> {
  let response = await ask(origin, '/api/health');
  const isMet = async () => {
    if (condition(response.json)) return true;
    response = await ask(origin, '/api/health');
    return condition(response.json);
  };
  await until(isMet, what);
  return response;
}

function untilLogged(log: readonly string[], { headers }: GatewayResponse): Promise<void> {
  const field = `"requestId":"${headers['x-request-id']}"`;
  return until(() => log.some((line) => line.includes(field)), 'the request is in the log');
}

/** A unique key prefix on the shared test Redis. */
export function redisUrl(prefix = randomBytes(6).toString('hex')): string {
  const url = process.env.TEST_REDIS_URL;
  if (!url) throw new Error('TEST_REDIS_URL is not set: tests run through "npm test", which starts the stores');
  return `${url}?prefix=${prefix}:`;
}

function missing(name: string): never {
  throw new Error(`no stub named ${name}`);
}

/** RFC 7638 thumbprint. */
function keyIdOf(key: KeyObject): string {
  const { crv, kty, x, y } = key.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** Requests exactly this path, without normalisation. */
export async function ask(origin: string, path: string, options: AskOptions = {}): Promise<GatewayResponse> {
  const { method = 'GET', headers = {}, body, token } = options;
  const { hostname, port } = new URL(origin);
  const sent = request({
    hostname,
    port,
    path,
    method,
    agent: false,
    headers: {
      connection: 'keep-alive',
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  sent.end(body);
  const [answer]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  const text = bytes.toString();
  sent.destroy();
  const isJson = answer.headers['content-type']?.includes('json') && !answer.headers['content-encoding'] && text !== '';
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    bytes,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}
