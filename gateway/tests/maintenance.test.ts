import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
let member: string;
let admin: string;
beforeAll(async () => {
  fixture = await startGateway();
  member = fixture.signIn('ana');
  admin = fixture.signIn('ada', { role: 'admin' });
});
afterAll(() => fixture.stop());

const isClosed = async () => (await fixture.ask('/api/tribes')).status === 503;

test("maintenance closes the site with the admin's message", async () => {
  expect(await isClosed()).toBe(false);
  fixture.identity.site = { maintenanceEnabled: true, maintenanceMessage: 'Volvemos a las 10.', disableSignup: false };
  await until(isClosed, 'the site is closed');
  for (const token of [undefined, member]) {
    const response = await fixture.ask('/api/tribes/38/posts', { token });
    expect(response.status).toBe(503);
    expect(response.json).toMatchObject({ code: 'maintenance', error: 'Volvemos a las 10.' });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  }
});

test.each([
  ['POST', '/api/auth/login'],
  ['GET', '/api/auth/me'],
  ['GET', '/api/maintenance'],
  ['GET', '/api/public/site'],
  ['GET', '/api/admin/maintenance-config'],
  ['GET', '/api/health'],
  ['GET', '/'],
])('%s %s is available during maintenance', async (method, path) => {
  expect((await fixture.ask(path, { method, token: path.endsWith('login') ? undefined : member })).status).not.toBe(
    503,
  );
});

test('during maintenance a member cannot end it, and an admin has full access', async () => {
  const change = { method: 'PUT', body: '{"enabled":false}' };
  expect((await fixture.ask('/api/admin/maintenance-config', { ...change, token: member })).status).toBe(503);
  expect((await fixture.ask('/api/admin/maintenance-config', { ...change, token: admin })).status).toBe(200);
  expect((await fixture.ask('/api/tribes', { token: admin })).status).toBe(200);
});

test('during maintenance an admin opens a stream with a ticket alone', async () => {
  const issue = (token: string) => fixture.ask('/api/stream/ticket', { method: 'POST', token });
  expect((await issue(member)).status).toBe(503);
  expect((await issue(admin)).status).toBe(200);
  for (const stream of ['/api/stream', '/api/vibes/v1/stream']) {
    expect((await fixture.ask(`${stream}?ticket=t&since=7`)).status).toBe(200);
    expect((await fixture.ask(stream)).status).toBe(503);
  }
});

test.each([
  ['es', 'Estamos en obra'],
  ['en', 'We are under maintenance'],
  ['zh', '网站维护中'],
])("the default is shown in %s without an admin's message", async (language, sentence) => {
  fixture.identity.site = { ...fixture.identity.site, maintenanceMessage: '' };
  const read = async () => (await fixture.ask('/api/tribes', { headers: { 'accept-language': language } })).json.error;
  await until(async () => (await read()) === sentence, 'the default message');
});

test('while identity is unavailable the last known settings apply', async () => {
  await fixture.stopIdentity();
  const isLogged = () => fixture.gateway.logged.some((line) => line.includes('settings of the site'));
  await until(isLogged, 'the failed fetch is logged');
  expect(await isClosed()).toBe(true);
});
