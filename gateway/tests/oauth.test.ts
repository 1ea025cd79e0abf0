import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { oauthHeader } from '@tribus/kit/http/device-header.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway({ PUBLIC_URL: 'https://tribus.test' });
});
afterAll(() => fixture.stop());

const secret = 'a'.repeat(43);
const callback = '/api/oauth/google/callback?code=the-code&state=the-state';

test('an OAuth sign-in is bound to its browser by a cookie hidden from scripts and other routes', async () => {
  const answers = await startGateway({ PUBLIC_URL: 'https://tribus.test' });
  const redirect = { location: 'https://google.test/', [oauthHeader]: secret };
  answers.upstream('identity').handle((_req, res) => void res.writeHead(302, redirect).end());
  const { status, headers } = await answers.ask('/api/oauth/google');
  expect([status, headers.location]).toEqual([302, 'https://google.test/']);
  expect(headers['set-cookie']).toEqual([
    `tribus_oauth=${secret}; Path=/api/oauth; Max-Age=600; HttpOnly; SameSite=Lax; Secure`,
  ]);
  expect(headers[oauthHeader]).toBeUndefined();
  const other = (await answers.ask('/api/auth/me')).headers;
  expect([other.location, other['set-cookie']]).toEqual([undefined, undefined]);
  await answers.stop();
});

test('the OAuth secret is forwarded only to the two OAuth routes', async () => {
  const identity = fixture.upstream('identity');
  const headers = { cookie: `other=1; tribus_oauth=${secret}; tribus_device=abc.1` };
  for (const [path, forwarded] of [
    [callback, secret],
    ['/api/oauth/google', secret],
    ['/api/auth/me', undefined],
  ] as const) {
    await fixture.ask(path, { headers });
    expect(identity.last.headers[oauthHeader]).toBe(forwarded);
    expect(identity.last.headers.cookie).toBeUndefined();
  }
});

test.each([
  ['in the internal header', { [oauthHeader]: secret }],
  ['with invalid characters', { cookie: `tribus_oauth=${'a'.repeat(42)}"` }],
  ['of another length', { cookie: `tribus_oauth=${'a'.repeat(44)}` }],
])('a forged OAuth secret %s is dropped', async (_how, headers) => {
  await fixture.ask(callback, { headers });
  expect(fixture.upstream('identity').last.headers[oauthHeader]).toBeUndefined();
});

test('a browser gets a page that explains a failed sign-in, and a client of the API gets the error', async () => {
  const failing = await startGateway({ PUBLIC_URL: 'https://tribus.test' });
  const identity = failing.upstream('identity');
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  for (const [status, page] of [
    [400, '/auth/callback?error=failed'],
    [404, '/auth/callback?error=failed'],
    [429, '/auth/callback?error=unavailable'],
    [503, '/auth/callback?error=unavailable'],
  ] as const) {
    identity.handle((_req, res) => void res.writeHead(status, { 'content-type': 'application/json' }).end('{}'));
    for (const path of [callback, '/api/oauth/google']) {
      const shown = await failing.ask(path, { headers: browser });
      expect([path, shown.status, shown.headers.location]).toEqual([path, 302, page]);
      expect((await failing.ask(path)).status).toBe(status);
    }
    expect((await failing.ask('/api/auth/me', { headers: browser })).status).toBe(status);
  }
  identity.handle((req) => void req.socket.destroy());
  const unreachable = await failing.ask(callback, { headers: browser });
  expect([unreachable.status, unreachable.headers.location]).toEqual([302, '/auth/callback?error=unavailable']);
  expect((await failing.ask(callback)).status).toBe(503);
  await failing.stop();
});

test('OAuth codes are not logged, and the host header is not forwarded', async () => {
  const answer = await fixture.ask(callback, {
    headers: { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' },
  });
  const { headers } = fixture.upstream('identity').last;
  expect(JSON.stringify(headers)).not.toContain('evil.test');
  await fixture.logged(answer);
  expect(fixture.gateway.logged.join('')).not.toMatch(/the-code|the-state/);
});

test('a user may only accept the terms or log out before accepting them', async () => {
  const token = fixture.signIn('nueva', { termsAccepted: false });
  for (const [method, path] of [
    ['GET', '/api/auth/me'],
    ['GET', '/api/tribes'],
    ['GET', '/api/public/site'],
    ['POST', '/api/user/heartbeat'],
    ['GET', '/api/auth/accept-terms'],
  ] as const) {
    const answer = await fixture.ask(path, { method, token });
    expect([path, answer.status, answer.json.code]).toEqual([path, 403, 'terms_not_accepted']);
  }
  for (const path of ['/api/auth/accept-terms', '/api/auth/logout'])
    expect((await fixture.ask(path, { method: 'POST', token })).status).not.toBe(403);
});

test('the OAuth callback is available during maintenance', async () => {
  fixture.identity.site = { maintenanceEnabled: true, maintenanceMessage: '', disableSignup: false };
  await until(async () => (await fixture.ask('/api/tribes')).status === 503, 'the site is closed');
  for (const path of ['/api/oauth/google', callback]) expect((await fixture.ask(path)).status).not.toBe(503);
});

test.each([callback, '/api/oauth/google', '/api/auth/verify-email?token=t', '/api/auth/suspension?notice=n'])(
  'HEAD of %s, whose GET consumes or creates a token, is refused and not forwarded',
  async (path) => {
    const before = fixture.upstream('identity').received.length;
    const { status, headers } = await fixture.ask(path, {
      method: 'HEAD',
      headers: { cookie: `tribus_oauth=${secret}` },
    });
    expect([status, headers.allow]).toEqual([405, 'GET']);
    expect(fixture.upstream('identity').received).toHaveLength(before);
  },
);
