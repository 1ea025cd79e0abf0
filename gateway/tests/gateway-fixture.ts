import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { IdentityStub } from '@tribus/community/testing/identity-stub.ts';
import { variableOf } from '@tribus/kit/core/settings.ts';
import { openServiceBench } from '@tribus/kit/testing/bench.ts';
import type { TestService } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { Session } from '@tribus/proto/identity/v1/service.ts';
import jwt from 'jsonwebtoken';
import type { Health } from '../api.ts';
import { type ServiceName, services } from '../src/routes.ts';
import { gatewayWith, type Intervals } from '../src/service.ts';
import { StubUpstream } from './stub-upstream.ts';

/** A gateway between real small servers: one for each service, and an identity that knows the sessions it is told. */
export interface GatewayFixture {
  gateway: TestService;
  identity: IdentityStub;
  upstream(name: ServiceName): StubUpstream;
  /** Signs in: identity knows the session, and this is its token. */
  signIn(userId: string, more?: Partial<Session>): string;
  /** Any token, well or badly made. */
  token(claims: object, options?: jwt.SignOptions, key?: jwt.Secret): string;
  privateKey: KeyObject;
  publicKeyPem: string;
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** The answer of /api/health as soon as it holds: a service that was late once is down until it is asked again. */
  health(holds: (health: Health) => boolean, what: string): Promise<Answer>;
  /** Resolves when the request that was answered so is in the log. */
  logged(answer: Answer): Promise<void>;
  /** Takes identity away. */
  stopIdentity(): Promise<void>;
  stop(): Promise<void>;
}

export interface AskOptions {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  token?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  json: any;
}

/** How old the settings of the site are at most: tests do not wait for the interval of production. */
const siteEveryMs = 200;

export async function startGateway(
  env: Record<string, string> = {},
  intervals: Partial<Intervals> = {},
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
    ...Object.fromEntries([...upstreams].map(([name, { url }]) => [variableOf(name, 'HTTP'), url])),
  };
  const bench = await openServiceBench(gatewayWith({ siteEveryMs, ...intervals }), {
    peers: { identity },
    env: { ...settings, ...env },
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
    health: (holds, what) => askHealth(httpUrl, holds, what),
    logged: (answer) => untilLogged(logged, answer),
    stopIdentity: () => bench.stopPeer('identity'),
    async stop() {
      await bench.close();
      await Promise.all([...upstreams.values()].map((upstream) => upstream.stop()));
    },
  };
}

async function askHealth(origin: string, holds: (health: Health) => boolean, what: string): Promise<Answer> {
  let answer = await ask(origin, '/api/health');
  const isSo = async () => {
    if (holds(answer.json)) return true;
    answer = await ask(origin, '/api/health');
    return holds(answer.json);
  };
  await until(isSo, what);
  return answer;
}

function untilLogged(log: readonly string[], { headers }: Answer): Promise<void> {
  const mark = `"requestId":"${headers['x-request-id']}"`;
  return until(() => log.some((line) => line.includes(mark)), 'the request is in the log');
}

/** Keys of its own on the Redis that all tests share. */
export function redisUrl(prefix = randomBytes(6).toString('hex')): string {
  const url = process.env.TEST_REDIS_URL;
  if (!url) throw new Error('TEST_REDIS_URL is not set: tests run through "npm test", which starts the stores');
  return `${url}?prefix=${prefix}:`;
}

function missing(name: string): never {
  throw new Error(`no stub called ${name}`);
}

/** RFC 7638. */
function keyIdOf(key: KeyObject): string {
  const { crv, kty, x, y } = key.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** Asks exactly this path: nothing is normalised on the way out. */
export async function ask(origin: string, path: string, options: AskOptions = {}): Promise<Answer> {
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
  const said = bytes.toString();
  sent.destroy();
  const isJson = answer.headers['content-type']?.includes('json') && !answer.headers['content-encoding'] && said !== '';
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    bytes,
    text: said,
    json: isJson ? JSON.parse(said) : undefined,
  };
}
