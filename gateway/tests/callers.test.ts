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

test('a service learns who is calling from the internal token alone', async () => {
  const token = fixture.signIn('ana', { role: 'admin' });
  const answer = await fixture.ask('/api/tribes/38', { token, headers: { 'accept-language': 'zh-CN,zh;q=0.9' } });
  expect(answer.json).toEqual({ service: 'tribes' });
  const { caller, last } = fixture.upstream('tribes');
  expect(caller).toMatchObject({ kind: 'user', id: 'ana', role: 'admin', language: 'zh', isAgent: false });
  expect(caller.visitor).toMatch(/^[\w-]{22}$/);
  expect(caller.sessionId).not.toBe('');
  expect(last.headers['accept-language']).toBe('zh-CN,zh;q=0.9');
  expect(last.headers['x-request-id']).toBe(answer.headers['x-request-id']);
});

test('a visitor is known by a mark that tells nothing of the address', async () => {
  await fixture.ask('/api/public/hominini/posts');
  const { caller } = fixture.upstream('content');
  expect(caller).toMatchObject({ kind: 'visitor', id: '', language: 'es' });
  expect(caller.visitor).toMatch(/^[\w-]{22}$/);
});

test('headers that look like ours or say who somebody is end at the gateway', async () => {
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
  expect(fixture.upstream('tribes').caller.kind).toBe('visitor');
});

test('the token of the caller does not reach the service', async () => {
  await fixture.ask('/api/tribes', { token: fixture.signIn('ana') });
  expect(fixture.upstream('tribes').last.headers.authorization).toBeUndefined();
});

const claims = () => ({ sub: 'ana', sid: fixture.identity.openSession('ana').sessionId });
const unsigned = (header: object, payload: object) =>
  [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
const full = () => ({ ...claims(), typ: 'session', iss: 'tribus', aud: 'tribus', exp: 4_000_000_000 });

test.each<[string, () => string]>([
  ['that is none', () => 'null'],
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
  ['signed by a stranger under our key id', () => fixture.token(claims(), {}, strangersKey())],
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
  ['of a session that nobody opened', () => fixture.token({ sub: 'ana', sid: 'unknown' })],
  [
    "of somebody else's session",
    () => fixture.token({ sub: 'eva', sid: fixture.identity.openSession('ana').sessionId }),
  ],
  ['of a suspended account', () => fixture.signIn('ana', { status: 'suspended' })],
  ['of a session that has run out', () => fixture.signIn('ana', { expiresAt: '2020-01-01T00:00:00.000Z' })],
  ['that was cut', () => fixture.token(claims()).slice(0, -3)],
  ['that is huge', () => 'a'.repeat(5_000)],
])('a token %s is nobody', async (_what, make) => {
  const before = fixture.upstream('tribes').received.length;
  const answer = await fixture.ask('/api/tribes', { token: make() });
  expect(answer.status).toBe(401);
  expect(answer.json.code).toBe('unauthenticated');
  expect(fixture.upstream('tribes').received.length).toBe(before);
});

test('another scheme than Bearer is nobody', async () => {
  expect((await fixture.ask('/api/tribes', { headers: { authorization: 'Basic eDp5' } })).status).toBe(401);
});

test.each(['/api/auth/login', '/api/auth/register'])('%s works with a dead token, as for a visitor', async (path) => {
  const answer = await fixture.ask(path, { method: 'POST', body: '{}', token: 'dead' });
  expect(answer.status).toBe(200);
  expect(fixture.upstream('identity').caller.kind).toBe('visitor');
});

test('signing in with a living token still counts for the address', async () => {
  await fixture.ask('/api/auth/login', { method: 'POST', body: '{}', token: fixture.signIn('ana') });
  expect(fixture.upstream('identity').caller).toMatchObject({ kind: 'visitor', id: '' });
  expect(fixture.upstream('identity').caller.visitor).not.toBe('');
});

test('what the browser keeps of its logins goes to what opens a session, and to nothing else', async () => {
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

test('identity learns from which network a request comes, as a hash that stays the same, and nobody else does', async () => {
  const networkOf = (service: 'identity' | 'tribes') => fixture.upstream(service).last.headers[networkHeader];
  const headers = { [networkHeader]: 'forged' };
  await fixture.ask('/api/auth/me', { headers });
  const mark = networkOf('identity');
  expect(mark).toMatch(/^[\w-]{22}$/);
  await fixture.ask('/api/auth/login', { method: 'POST', body: '{}', headers });
  expect(networkOf('identity')).toBe(mark);
  await fixture.ask('/api/tribes', { headers });
  expect(networkOf('tribes')).toBeUndefined();
});

test.each([
  ['in the header of ours', { [deviceHeader]: 'forged' }],
  ['in the wrong letters', { cookie: 'tribus_device=a"b' }],
  ['without an end', { cookie: `tribus_device=${'a'.repeat(1_001)}` }],
])('what pretends to be of earlier logins %s goes nowhere', async (_how, headers) => {
  await fixture.ask('/api/auth/login', { method: 'POST', body: '{}', headers });
  expect(fixture.upstream('identity').last.headers[deviceHeader]).toBeUndefined();
});

test.each([
  ['http://tribus.test', ''],
  ['https://tribus.test', '; Secure'],
])('at %s the answer to a login is kept where neither scripts nor other sites reach it', async (PUBLIC_URL, secure) => {
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

test('health, the contract and its page do not look at a token', async () => {
  for (const path of ['/api/health', '/api/openapi.json', '/api/docs'])
    expect((await fixture.ask(path, { token: 'dead' })).status).toBe(200);
});

test('a token in the query opens the two streams only, and goes no further', async () => {
  const token = fixture.signIn('ana');
  const vibes = fixture.upstream('vibes-realtime');

  await fixture.ask(`/api/stream?since=5&token=${token}`);
  expect(vibes.last.url).toBe('/api/stream?since=5');
  expect(vibes.caller.id).toBe('ana');

  await fixture.ask(`/api/vibes/v1/stream?%74oken=${token}`);
  expect(vibes.last.url).toBe('/api/vibes/v1/stream');
  expect(vibes.caller.id).toBe('ana');

  expect((await fixture.ask('/api/stream?token=dead')).status).toBe(401);

  await fixture.ask(`/api/vibes/v1/reactions?token=${token}`);
  expect(vibes.caller.kind).toBe('visitor');
  await fixture.ask(`/api/stream/ticket?token=${token}`, { method: 'POST' });
  expect(vibes.caller.kind).toBe('visitor');
});

test('nothing that opens a door is ever logged', async () => {
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

test('an ended session is nobody, and a lost role is gone', async () => {
  const [ended, demoted] = [
    fixture.identity.openSession('eva'),
    fixture.identity.openSession('ida', { role: 'admin' }),
  ];
  const [evas, idas] = [ended, demoted].map(({ userId, sessionId }) => fixture.token({ sub: userId, sid: sessionId }));
  expect((await fixture.ask('/api/tribes', { token: evas })).status).toBe(200);
  await fixture.ask('/api/tribes', { token: idas });
  expect(fixture.upstream('tribes').caller).toMatchObject({ id: 'ida', role: 'admin' });

  fixture.identity.endedSessions.add(ended.sessionId);
  demoted.role = 'user';
  const bothGone = async () => {
    await fixture.ask('/api/tribes', { token: idas });
    const { role } = fixture.upstream('tribes').caller;
    return role === 'user' && (await fixture.ask('/api/tribes', { token: evas })).status === 401;
  };
  await until(bothGone, 'the session and the role are gone');
});

test('requests of one session at the same time ask identity once', async () => {
  const session = fixture.identity.openSession('ivo');
  const token = fixture.token({ sub: 'ivo', sid: session.sessionId });
  // The cached session does not expire meanwhile, however long the requests take.
  const frozen = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  await Promise.all(Array.from({ length: 20 }, () => fixture.ask('/api/tribes', { token })));
  frozen.mockRestore();
  expect(fixture.identity.sessionCalls.filter((ids) => ids.includes(session.sessionId))).toHaveLength(1);
});

test('a request id of the caller is kept when it is well-formed, and replaced when not', async () => {
  const given = await fixture.ask('/api/tribes', { headers: { 'x-request-id': 'abcd-1234_EFGH' } });
  expect(given.headers['x-request-id']).toBe('abcd-1234_EFGH');
  for (const id of ['short', 'with space and more', '"};{"level":60', 'x'.repeat(65)]) {
    const answer = await fixture.ask('/api/tribes', { headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});

const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
const strangersKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
