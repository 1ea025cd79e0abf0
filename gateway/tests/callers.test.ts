import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deviceHeader } from '@tribus/kit/http/device-header.ts';
import { until } from '@tribus/kit/testing/until.ts';
import jwt from 'jsonwebtoken';
import { buildHouse, type House } from './gateway-fixture.ts';

let house: House;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(() => house.stop());

test('a service learns who is calling from the internal token alone', async () => {
  const token = house.signIn('ana', { role: 'admin' });
  const answer = await house.ask('/api/tribes/38', { token, headers: { 'accept-language': 'zh-CN,zh;q=0.9' } });
  expect(answer.json).toEqual({ service: 'tribes' });
  const { caller, last } = house.upstream('tribes');
  expect(caller).toMatchObject({ kind: 'user', id: 'ana', role: 'admin', language: 'zh', isAgent: false, visitor: '' });
  expect(caller.sessionId).not.toBe('');
  expect(last.headers['accept-language']).toBe('zh-CN,zh;q=0.9');
  expect(last.headers['x-request-id']).toBe(answer.headers['x-request-id']);
});

test('a visitor is known by a mark that tells nothing of the address', async () => {
  await house.ask('/api/public/hominini/posts');
  const { caller } = house.upstream('content');
  expect(caller).toMatchObject({ kind: 'visitor', id: '', language: 'es' });
  expect(caller.visitor).toMatch(/^[\w-]{22}$/);
});

test('headers that look like ours or say who somebody is end at the gateway', async () => {
  await house.ask('/api/tribes', {
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
  const { headers } = house.upstream('tribes').last;
  expect(Object.keys(headers).sort()).toEqual(['connection', 'host', 'x-request-id', 'x-tribus-internal']);
  expect(house.upstream('tribes').caller.kind).toBe('visitor');
});

test('the token of the caller does not reach the service', async () => {
  await house.ask('/api/tribes', { token: house.signIn('ana') });
  expect(house.upstream('tribes').last.headers.authorization).toBeUndefined();
});

const claims = () => ({ sub: 'ana', sid: house.identity.openSession('ana').sessionId });
const unsigned = (header: object, payload: object) =>
  [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
const full = () => ({ ...claims(), typ: 'session', iss: 'tribus', aud: 'tribus', exp: 4_000_000_000 });

test.each<[string, () => string]>([
  ['that is none', () => 'null'],
  ['that is empty', () => ''],
  ['without a signature', () => `${unsigned({ alg: 'none', typ: 'JWT' }, full())}.`],
  [
    'of algorithm none under our key id',
    () => `${unsigned({ alg: 'none', kid: kidOf(house.token(claims())) }, full())}.`,
  ],
  [
    'signed by HMAC with the public key',
    () => {
      const body = unsigned({ alg: 'HS256', typ: 'JWT', kid: kidOf(house.token(claims())) }, full());
      const [, payload = ''] = body.split('.');
      return jwt.sign(JSON.parse(Buffer.from(payload, 'base64url').toString()), house.publicKeyPem, {
        algorithm: 'HS256',
        keyid: kidOf(house.token(claims())),
        allowInvalidAsymmetricKeyTypes: true,
      });
    },
  ],
  ['signed by a stranger under our key id', () => house.token(claims(), {}, strangersKey())],
  ['under an unknown key id', () => house.token(claims(), { keyid: 'unknown' })],
  ['without a key id', () => jwt.sign(full(), house.privateKey, { algorithm: 'ES256' })],
  [
    'that brings its own key',
    () => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const jwk = publicKey.export({ format: 'jwk' });
      return house.token(
        claims(),
        { header: { alg: 'ES256', jwk, jku: 'https://evil.test/keys' } as jwt.JwtHeader },
        privateKey,
      );
    },
  ],
  ['for another audience', () => house.token(claims(), { audience: 'tribes' })],
  ['of another issuer', () => house.token(claims(), { issuer: 'evil' })],
  ['of another type', () => house.token({ ...claims(), typ: 'ticket' })],
  ['without a type', () => house.token({ ...claims(), typ: undefined })],
  ['that has expired', () => house.token(claims(), { expiresIn: -1 })],
  [
    'that never expires',
    () => {
      const { exp: _exp, ...endless } = full();
      return jwt.sign(endless, house.privateKey, { algorithm: 'ES256', keyid: kidOf(house.token(claims())) });
    },
  ],
  ['that is not yet valid', () => house.token(claims(), { notBefore: 3_600 })],
  ['without a session', () => house.token({ sub: 'ana' })],
  ['of a session that nobody opened', () => house.token({ sub: 'ana', sid: 'unknown' })],
  ["of somebody else's session", () => house.token({ sub: 'eva', sid: house.identity.openSession('ana').sessionId })],
  ['of a suspended account', () => house.signIn('ana', { status: 'suspended' })],
  ['of a session that has run out', () => house.signIn('ana', { expiresAt: '2020-01-01T00:00:00.000Z' })],
  ['that was cut', () => house.token(claims()).slice(0, -3)],
  ['that is huge', () => 'a'.repeat(5_000)],
])('a token %s is nobody', async (_what, make) => {
  const before = house.upstream('tribes').received.length;
  const answer = await house.ask('/api/tribes', { token: make() });
  expect(answer.status).toBe(401);
  expect(answer.json.code).toBe('unauthenticated');
  expect(house.upstream('tribes').received.length).toBe(before);
});

test('another scheme than Bearer is nobody', async () => {
  expect((await house.ask('/api/tribes', { headers: { authorization: 'Basic eDp5' } })).status).toBe(401);
});

test.each(['/api/auth/login', '/api/auth/register'])('%s works with a dead token, as for a visitor', async (path) => {
  const answer = await house.ask(path, { method: 'POST', body: '{}', token: 'dead' });
  expect(answer.status).toBe(200);
  expect(house.upstream('identity').caller.kind).toBe('visitor');
});

test('signing in with a living token still counts for the address', async () => {
  await house.ask('/api/auth/login', { method: 'POST', body: '{}', token: house.signIn('ana') });
  expect(house.upstream('identity').caller).toMatchObject({ kind: 'visitor', id: '' });
  expect(house.upstream('identity').caller.visitor).not.toBe('');
});

test('what the browser keeps of its logins goes to login and registration alone', async () => {
  const headers = { cookie: 'other=1; tribus_device=abc.1~def.2; last=2' };
  for (const path of ['/api/auth/login', '/api/auth/register']) {
    await house.ask(path, { method: 'POST', body: '{}', headers });
    expect(house.upstream('identity').last.headers).toMatchObject({ [deviceHeader]: 'abc.1~def.2' });
    expect(house.upstream('identity').last.headers.cookie).toBeUndefined();
  }
  await house.ask('/api/auth/me', { headers });
  expect(house.upstream('identity').last.headers[deviceHeader]).toBeUndefined();
  await house.ask('/api/tribes', { headers });
  expect(house.upstream('tribes').last.headers[deviceHeader]).toBeUndefined();
});

test.each([
  ['in the header of ours', { [deviceHeader]: 'forged' }],
  ['in the wrong letters', { cookie: 'tribus_device=a"b' }],
  ['without an end', { cookie: `tribus_device=${'a'.repeat(1_001)}` }],
])('what pretends to be of earlier logins %s goes nowhere', async (_how, headers) => {
  await house.ask('/api/auth/login', { method: 'POST', body: '{}', headers });
  expect(house.upstream('identity').last.headers[deviceHeader]).toBeUndefined();
});

test.each([
  ['http://tribus.test', ''],
  ['https://tribus.test', '; Secure'],
])('at %s the answer to a login is kept where neither scripts nor other sites reach it', async (PUBLIC_URL, secure) => {
  const own = await buildHouse({ PUBLIC_URL });
  const answers = ['identity', 'tribes'] as const;
  for (const name of answers)
    own.upstream(name).handle((_req, res) => void res.setHeader(deviceHeader, 'abc.1').end('{}'));
  const { headers } = await own.ask('/api/auth/login', { method: 'POST', body: '{}' });
  const attributes = `Path=/api/auth; Max-Age=15552000; HttpOnly; SameSite=Strict${secure}`;
  expect(headers['set-cookie']).toEqual([`tribus_device=abc.1; ${attributes}`]);
  expect(headers[deviceHeader]).toBeUndefined();
  for (const path of ['/api/auth/me', '/api/tribes'])
    expect((await own.ask(path)).headers).not.toMatchObject({ 'set-cookie': expect.anything() });
  await own.stop();
});

test('health, the contract and its page do not look at a token', async () => {
  for (const path of ['/api/health', '/api/openapi.json', '/api/docs'])
    expect((await house.ask(path, { token: 'dead' })).status).toBe(200);
});

test('a token in the query opens the two streams only, and goes no further', async () => {
  const token = house.signIn('ana');
  const vibes = house.upstream('vibes-realtime');

  await house.ask(`/api/stream?since=5&token=${token}`);
  expect(vibes.last.url).toBe('/api/stream?since=5');
  expect(vibes.caller.id).toBe('ana');

  await house.ask(`/api/vibes/v1/stream?%74oken=${token}`);
  expect(vibes.last.url).toBe('/api/vibes/v1/stream');
  expect(vibes.caller.id).toBe('ana');

  expect((await house.ask('/api/stream?token=dead')).status).toBe(401);

  await house.ask(`/api/vibes/v1/reactions?token=${token}`);
  expect(vibes.caller.kind).toBe('visitor');
  await house.ask(`/api/stream/ticket?token=${token}`, { method: 'POST' });
  expect(vibes.caller.kind).toBe('visitor');
});

test('nothing that opens a door is ever logged', async () => {
  const token = house.signIn('ana');
  await house.ask('/api/tribes', { token });
  await house.ask(`/api/stream?token=${token}`);
  await house.ask(`/api/vibes/v1/stream?%74oken=${token}`);
  await house.ask('/api/stream?ticket=tick-tock');
  await house.ask('/api/proxy-media?key=k&sig=signed-here');
  await until(() => house.gateway.logged.some((line) => line.includes('/api/proxy-media')), 'the last request logged');
  const log = house.gateway.logged.join('');
  for (const secret of [token, token.split('.')[2] ?? '', 'tick-tock', 'signed-here'])
    expect(log).not.toContain(secret);
  expect(log).toContain('"route":"/api/stream","path":"/api/stream"');
});

test('an ended session is nobody within five seconds, and a lost role is gone as fast', async () => {
  const [ended, demoted] = [house.identity.openSession('eva'), house.identity.openSession('ida', { role: 'admin' })];
  const [evas, idas] = [ended, demoted].map(({ userId, sessionId }) => house.token({ sub: userId, sid: sessionId }));
  expect((await house.ask('/api/tribes', { token: evas })).status).toBe(200);
  await house.ask('/api/tribes', { token: idas });
  expect(house.upstream('tribes').caller).toMatchObject({ id: 'ida', role: 'admin' });

  house.identity.endedSessions.add(ended.sessionId);
  demoted.role = 'user';
  const bothGone = async () => {
    await house.ask('/api/tribes', { token: idas });
    const { role } = house.upstream('tribes').caller;
    return role === 'user' && (await house.ask('/api/tribes', { token: evas })).status === 401;
  };
  await until(bothGone, 'the session and the role are gone', 5_000);
});

test('requests of one session at the same time ask identity once', async () => {
  const session = house.identity.openSession('ivo');
  const token = house.token({ sub: 'ivo', sid: session.sessionId });
  await Promise.all(Array.from({ length: 20 }, () => house.ask('/api/tribes', { token })));
  expect(house.identity.sessionCalls.filter((ids) => ids.includes(session.sessionId))).toHaveLength(1);
});

test('a request id of the caller is kept when it is well-formed, and replaced when not', async () => {
  const given = await house.ask('/api/tribes', { headers: { 'x-request-id': 'abcd-1234_EFGH' } });
  expect(given.headers['x-request-id']).toBe('abcd-1234_EFGH');
  for (const id of ['short', 'with space and more', '"};{"level":60', 'x'.repeat(65)]) {
    const answer = await house.ask('/api/tribes', { headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});

const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
const strangersKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
