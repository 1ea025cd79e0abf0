import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { deviceHeader, networkHeader } from '@tribus/kit/http/device-header.ts';
import { until } from '@tribus/kit/testing/until.ts';
import jwt from 'jsonwebtoken';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway();
});
afterAll(() => fixture.stop());

test('a service receives the actor in the internal token', async () => {
  const token = fixture.signIn('ana', { role: 'admin' });
  const response = await fixture.ask('/api/tribes/38', { token, headers: { 'accept-language': 'zh-CN,zh;q=0.9' } });
  expect(response.json).toEqual({ service: 'tribes' });
  const { actor, last } = fixture.upstream('tribes');
  expect(actor).toMatchObject({ kind: 'user', id: 'ana', role: 'admin', language: 'zh', isAgent: false });
  expect(actor.visitor).toMatch(/^[\w-]{22}$/);
  expect(actor.sessionId).not.toBe('');
  expect(last.headers['accept-language']).toBe('zh-CN,zh;q=0.9');
  expect(last.headers['x-request-id']).toBe(response.headers['x-request-id']);
});

test('a visitor has a pseudonymous id instead of the address', async () => {
  await fixture.ask('/api/public/hominini/posts');
  const { actor } = fixture.upstream('content');
  expect(actor).toMatchObject({ kind: 'visitor', id: '', language: 'es' });
  expect(actor.visitor).toMatch(/^[\w-]{22}$/);
});

test('forged internal, identity and address headers are dropped', async () => {
  await fixture.ask('/api/tribes', {
    headers: {
      'x-tribus-internal': 'forged',
      'X-Internal-User': 'ana',
      'x-user-id': 'ana',
      'x-user': 'ana',
      'x-forwarded-for': '198.51.100.1',
      'x-forwarded-user': 'ana',
      'x-forwarded-host': 'evil.test',
      'x-real-ip': '198.51.100.1',
      forwarded: 'for=198.51.100.1',
      cookie: 'session=1',
      connection: 'keep-alive, accept',
      te: 'trailers',
      'proxy-authorization': 'Basic eA==',
      'x-http-method-override': 'DELETE',
    },
  });
  const { headers } = fixture.upstream('tribes').last;
  expect(Object.keys(headers).sort()).toEqual(['connection', 'host', 'x-request-id', 'x-tribus-internal']);
  expect(fixture.upstream('tribes').actor.kind).toBe('visitor');
});

test('the session token does not reach the service', async () => {
  await fixture.ask('/api/tribes', { token: fixture.signIn('ana') });
  expect(fixture.upstream('tribes').last.headers.authorization).toBeUndefined();
});

const claims = () => ({ sub: 'ana', sid: fixture.identity.openSession('ana').sessionId });
const unsigned = (header: object, payload: object) =>
  [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
const full = () => ({ ...claims(), typ: 'session', iss: 'tribus', aud: 'tribus', exp: 4_000_000_000 });

test.each<[string, () => string]>([
  ['that is not one', () => 'null'],
  ['that is empty', () => ''],
  ['without a signature', () => `${unsigned({ alg: 'none', typ: 'JWT' }, full())}.`],
  [
    'of algorithm none under our key id',
    () => `${unsigned({ alg: 'none', kid: kidOf(fixture.token(claims())) }, full())}.`,
  ],
  [
    'signed by HMAC with the public key',
    () => {
      const body = unsigned({ alg: 'HS256', typ: 'JWT', kid: kidOf(fixture.token(claims())) }, full());
      const [, payload = ''] = body.split('.');
      return jwt.sign(JSON.parse(Buffer.from(payload, 'base64url').toString()), fixture.publicKeyPem, {
        algorithm: 'HS256',
        keyid: kidOf(fixture.token(claims())),
        allowInvalidAsymmetricKeyTypes: true,
      });
    },
  ],
  ['signed by a foreign key under a known key id', () => fixture.token(claims(), {}, foreignKey())],
  ['under an unknown key id', () => fixture.token(claims(), { keyid: 'unknown' })],
  ['without a key id', () => jwt.sign(full(), fixture.privateKey, { algorithm: 'ES256' })],
  [
    'that brings its own key',
    () => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const jwk = publicKey.export({ format: 'jwk' });
      return fixture.token(
        claims(),
        { header: { alg: 'ES256', jwk, jku: 'https://evil.test/keys' } as jwt.JwtHeader },
        privateKey,
      );
    },
  ],
  ['for another audience', () => fixture.token(claims(), { audience: 'tribes' })],
  ['of another issuer', () => fixture.token(claims(), { issuer: 'evil' })],
  ['of another type', () => fixture.token({ ...claims(), typ: 'ticket' })],
  ['without a type', () => fixture.token({ ...claims(), typ: undefined })],
  ['that has expired', () => fixture.token(claims(), { expiresIn: -1 })],
  [
    'that never expires',
    () => {
      const { exp: _exp, ...endless } = full();
      return jwt.sign(endless, fixture.privateKey, { algorithm: 'ES256', keyid: kidOf(fixture.token(claims())) });
    },
  ],
  ['that is not yet valid', () => fixture.token(claims(), { notBefore: 3_600 })],
  ['without a session', () => fixture.token({ sub: 'ana' })],
  ['of an unknown session', () => fixture.token({ sub: 'ana', sid: 'unknown' })],
  [
    "of another user's session",
    () => fixture.token({ sub: 'eva', sid: fixture.identity.openSession('ana').sessionId }),
  ],
  ['of a suspended account', () => fixture.signIn('ana', { status: 'suspended' })],
  ['of a session that has expired', () => fixture.signIn('ana', { expiresAt: '2020-01-01T00:00:00.000Z' })],
  ['that is truncated', () => fixture.token(claims()).slice(0, -3)],
  ['that is huge', () => 'a'.repeat(5_000)],
])('a token %s is refused with 401', async (_what, make) => {
  const before = fixture.upstream('tribes').received.length;
  const response = await fixture.ask('/api/tribes', { token: make() });
  expect(response.status).toBe(401);
  expect(response.json.code).toBe('unauthenticated');
  expect(fixture.upstream('tribes').received.length).toBe(before);
});

test('an authorization scheme other than Bearer is refused with 401', async () => {
  expect((await fixture.ask('/api/tribes', { headers: { authorization: 'Basic eDp5' } })).status).toBe(401);
});

test.each(['/api/auth/login', '/api/auth/register'])('%s ignores an invalid token', async (path) => {
  const response = await fixture.ask(path, { method: 'POST', body: '{}', token: 'dead' });
  expect(response.status).toBe(200);
  expect(fixture.upstream('identity').actor.kind).toBe('visitor');
});

test('a login with a valid token is still by a visitor', async () => {
  await fixture.ask('/api/auth/login', { method: 'POST', body: '{}', token: fixture.signIn('ana') });
  expect(fixture.upstream('identity').actor).toMatchObject({ kind: 'visitor', id: '' });
  expect(fixture.upstream('identity').actor.visitor).not.toBe('');
});

test('the device cookie is forwarded only to routes that open a session', async () => {
  const headers = { cookie: 'other=1; tribus_device=abc.1~def.2; last=2' };
  for (const path of ['/api/auth/login', '/api/auth/register']) {
    await fixture.ask(path, { method: 'POST', body: '{}', headers });
    expect(fixture.upstream('identity').last.headers).toMatchObject({ [deviceHeader]: 'abc.1~def.2' });
    expect(fixture.upstream('identity').last.headers.cookie).toBeUndefined();
  }
  await fixture.ask('/api/oauth/google/callback?code=x', { headers });
  expect(fixture.upstream('identity').last.headers).toMatchObject({ [deviceHeader]: 'abc.1~def.2' });
  for (const path of ['/api/auth/me', '/api/oauth/google']) {
    await fixture.ask(path, { headers });
    expect(fixture.upstream('identity').last.headers[deviceHeader]).toBeUndefined();
  }
  await fixture.ask('/api/tribes', { headers });
  expect(fixture.upstream('tribes').last.headers[deviceHeader]).toBeUndefined();
});

test("only identity receives the client's network, as a stable hash", async () => {
  const networkOf = (service: 'identity' | 'tribes') => fixture.upstream(service).last.headers[networkHeader];
  const headers = { [networkHeader]: 'forged' };
  await fixture.ask('/api/auth/me', { headers });
  const hash = networkOf('identity');
  expect(hash).toMatch(/^[\w-]{22}$/);
  await fixture.ask('/api/auth/login', { method: 'POST', body: '{}', headers });
  expect(networkOf('identity')).toBe(hash);
  await fixture.ask('/api/tribes', { headers });
  expect(networkOf('tribes')).toBeUndefined();
});

test.each([
  ['in the internal header', { [deviceHeader]: 'forged' }],
  ['with invalid characters', { cookie: 'tribus_device=a"b' }],
  ['that is too long', { cookie: `tribus_device=${'a'.repeat(1_001)}` }],
])('a forged device proof %s is dropped', async (_how, headers) => {
  await fixture.ask('/api/auth/login', { method: 'POST', body: '{}', headers });
  expect(fixture.upstream('identity').last.headers[deviceHeader]).toBeUndefined();
});

test.each([
  ['http://tribus.test', ''],
  ['https://tribus.test', '; Secure'],
])('at %s a login sets a device cookie hidden from scripts and other sites', async (PUBLIC_URL, secure) => {
  const own = await startGateway({ PUBLIC_URL });
  const answers = ['identity', 'tribes'] as const;
  for (const name of answers)
    own.upstream(name).handle((_req, res) => void res.setHeader(deviceHeader, 'abc.1').end('{}'));
  const login = await own.ask('/api/auth/login', { method: 'POST', body: '{}' });
  for (const { headers } of [login, await own.ask('/api/oauth/google/callback')]) {
    expect(headers['set-cookie']).toEqual([
      `tribus_device=abc.1; Path=/api/auth; SameSite=Strict; Max-Age=15552000; HttpOnly${secure}`,
      `tribus_device=abc.1; Path=/api/oauth; SameSite=Lax; Max-Age=15552000; HttpOnly${secure}`,
    ]);
    expect(headers[deviceHeader]).toBeUndefined();
  }
  for (const path of ['/api/auth/me', '/api/tribes'])
    expect((await own.ask(path)).headers).not.toMatchObject({ 'set-cookie': expect.anything() });
  await own.stop();
});

test('health, the contract and its page ignore tokens', async () => {
  for (const path of ['/api/health', '/api/openapi.json', '/api/docs'])
    expect((await fixture.ask(path, { token: 'dead' })).status).toBe(200);
});

test('a token in the query works for the two streams only, and is not forwarded', async () => {
  const token = fixture.signIn('ana');
  const vibes = fixture.upstream('vibes-realtime');

  await fixture.ask(`/api/stream?since=5&token=${token}`);
  expect(vibes.last.url).toBe('/api/stream?since=5');
  expect(vibes.actor.id).toBe('ana');

  await fixture.ask(`/api/vibes/v1/stream?%74oken=${token}`);
  expect(vibes.last.url).toBe('/api/vibes/v1/stream');
  expect(vibes.actor.id).toBe('ana');

  expect((await fixture.ask('/api/stream?token=dead')).status).toBe(401);

  await fixture.ask(`/api/vibes/v1/reactions?token=${token}`);
  expect(vibes.actor.kind).toBe('visitor');
  await fixture.ask(`/api/stream/ticket?token=${token}`, { method: 'POST' });
  expect(vibes.actor.kind).toBe('visitor');
});

test('tokens, tickets and signatures are never logged', async () => {
  const token = fixture.signIn('ana');
  await fixture.ask('/api/tribes', { token });
  await fixture.ask(`/api/stream?token=${token}`);
  await fixture.ask(`/api/vibes/v1/stream?%74oken=${token}`);
  await fixture.ask('/api/stream?ticket=tick-tock');
  await fixture.logged(await fixture.ask('/api/proxy-media?key=k&sig=signed-here'));
  const log = fixture.gateway.logged.join('');
  for (const secret of [token, token.split('.')[2] ?? '', 'tick-tock', 'signed-here'])
    expect(log).not.toContain(secret);
  expect(log).toContain('"route":"/api/stream","path":"/api/stream"');
});

test('an ended session is refused, and a revoked role has no effect', async () => {
  const [ended, demoted] = [
    fixture.identity.openSession('eva'),
    fixture.identity.openSession('ida', { role: 'admin' }),
  ];
  const [evas, idas] = [ended, demoted].map(({ userId, sessionId }) => fixture.token({ sub: userId, sid: sessionId }));
  expect((await fixture.ask('/api/tribes', { token: evas })).status).toBe(200);
  await fixture.ask('/api/tribes', { token: idas });
  expect(fixture.upstream('tribes').actor).toMatchObject({ id: 'ida', role: 'admin' });

  fixture.identity.endedSessions.add(ended.sessionId);
  demoted.role = 'user';
  const isRevoked = async () => {
    await fixture.ask('/api/tribes', { token: idas });
    const { role } = fixture.upstream('tribes').actor;
    return role === 'user' && (await fixture.ask('/api/tribes', { token: evas })).status === 401;
  };
  await until(isRevoked, 'the session and the role are revoked');
});

test('concurrent requests of one session call identity once', async () => {
  const session = fixture.identity.openSession('ivo');
  const token = fixture.token({ sub: 'ivo', sid: session.sessionId });
  // Freezes the clock, so that the cached session does not expire during the test.
  const frozen = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  await Promise.all(Array.from({ length: 20 }, () => fixture.ask('/api/tribes', { token })));
  frozen.mockRestore();
  expect(fixture.identity.sessionCalls.filter((ids) => ids.includes(session.sessionId))).toHaveLength(1);
});

test('a well-formed request id is kept, another is replaced', async () => {
  const received = await fixture.ask('/api/tribes', { headers: { 'x-request-id': 'abcd-1234_EFGH' } });
  expect(received.headers['x-request-id']).toBe('abcd-1234_EFGH');
  for (const id of ['short', 'with space and more', '"};{"level":60', 'x'.repeat(65)]) {
    const response = await fixture.ask('/api/tribes', { headers: { 'x-request-id': id } });
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});

const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
const foreignKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
