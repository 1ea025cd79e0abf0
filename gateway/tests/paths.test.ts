import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { services } from '../src/routes.ts';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway();
});
afterAll(() => fixture.stop());

const receivedAnywhere = () => services.flatMap((name) => fixture.upstream(name).received);

test.each([
  '//api/auth/me',
  '/api//auth/me',
  '/api/./auth/me',
  '/api/tribes/../auth/me',
  '/api/tribes/%2e%2e/auth/me',
  '/api/tribes/..%2fauth/me',
  '/api/tribes/..%5cauth%5cme',
  '/api/tribes\\..\\auth\\me',
  '/api/auth%2fme',
  '/api%2fauth%2fme',
  '/api/auth;/me',
  '/api/auth/me;x=1',
  '/api/auth/..;/auth/me',
  '/api/auth/me%00',
  '/api/auth/me%0a',
  '/api/auth/me%23',
  '/api/auth/me%3f',
  '/api/auth/%252e%252e/me',
  '/api/auth/%c0%ae%c0%ae/me',
  '/api/auth/%u002e/me',
  '/API/auth/me',
  '/Api/auth/me',
  '/api/AUTH/me',
  '/api/../metrics',
  '/api',
  '/api/',
  '/api/unknown',
  '/api/metrics',
  '/api/healthz',
  '/api/identity.v1.IdentityService/GetUsers',
])('%s reaches no service', async (path) => {
  const before = receivedAnywhere().length;
  const response = await fixture.ask(path, { token: fixture.signIn('ana') });
  expect(response.status).toBe(404);
  expect(response.json).toEqual({
    error: expect.any(String),
    code: 'not_found',
    requestId: response.headers['x-request-id'],
  });
  expect(receivedAnywhere().length).toBe(before);
});

test.each([
  ['/api/tribes/38/', '/api/tribes/38', 'tribes'],
  ['/api/tribes/%40me/activity', '/api/tribes/@me/activity', 'content'],
  ['/%61pi/tribes/38/p%6Fsts', '/api/tribes/38/posts', 'content'],
  ['/api/tribes/caf%c3%a9?s=a%2Fb', '/api/tribes/caf%C3%A9?s=a%2Fb', 'tribes'],
] as const)('%s is forwarded as %s to %s', async (path, forwarded, service) => {
  await fixture.ask(path);
  expect(fixture.upstream(service).last.url).toBe(forwarded);
});

test('an absolute URL is not proxied', async () => {
  expect((await fixture.ask('http://evil.test/api/tribes')).status).toBe(404);
  expect((await fixture.ask('http://127.0.0.1/metrics')).status).toBe(404);
});

test.each(['/metrics', '/healthz', '/readyz', '/debug', '/.env', '/openapi.json'])(
  '%s is not on the public port',
  async (path) => {
    const response = await fixture.ask(path);
    expect(response.status).toBe(404);
    expect(response.text).not.toContain('http_request_duration_seconds');
  },
);

test.each([
  ['es-MX,es;q=0.9', 'No existe o no está disponible.'],
  ['en-GB', 'It does not exist or is not available.'],
  ['zh-Hans,en;q=0.5', '内容不存在或不可用。'],
  ['fr', 'No existe o no está disponible.'],
])('for "%s" an unknown route is "%s"', async (language, sentence) => {
  const response = await fixture.ask('/api/unknown', { headers: { 'accept-language': language } });
  expect(response.json.error).toBe(sentence);
});

test.each([
  ['PATCH', '/api/tribes/38', 'Este método no se admite aquí.', 'es'],
  ['OPTIONS', '/api/tribes', 'This method is not allowed here.', 'en'],
  ['PROPFIND', '/api/auth/me', '此处不支持该方法。', 'zh'],
  ['POST', '/api/health', 'This method is not allowed here.', 'en'],
  ['POST', '/tools', 'This method is not allowed here.', 'en'],
])('%s %s is 405: "%s"', async (method, path, sentence, language) => {
  const response = await fixture.ask(path, { method, headers: { 'accept-language': language } });
  expect(response.status).toBe(405);
  expect(response.json).toMatchObject({ error: sentence, code: 'method_not_allowed' });
  expect(response.headers.allow).toContain('GET, HEAD');
  expect(response.headers['access-control-allow-origin']).toBeUndefined();
});

test('a request smuggled in a body is not executed', async () => {
  const smuggled = 'GET /api/admin/agents HTTP/1.1\r\nHost: x\r\n\r\n';
  const before = fixture.upstream('agents').received.length;
  const both = await raw(
    `POST /api/tribes HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n${smuggled}`,
  );
  expect(both).toMatch(/^HTTP\/1.1 400 /);
  const inGet = await raw(
    `GET /api/tribes HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled.length}\r\nConnection: close\r\n\r\n${smuggled}`,
  );
  expect(inGet).toMatch(/^HTTP\/1.1 400 /);
  expect(fixture.upstream('agents').received.length).toBe(before);
});

test('an upgrade to another protocol is an ordinary request', async () => {
  const response = await raw(
    'GET /api/tribes HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
  );
  expect(response).toMatch(/^HTTP\/1.1 200 /);
  expect(fixture.upstream('tribes').last.headers.upgrade).toBeUndefined();
});

/** Sends these bytes and reads until the connection ends. */
async function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(fixture.gateway.httpUrl);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}
