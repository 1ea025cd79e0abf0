import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { services } from '../src/routes.ts';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway();
});
afterAll(() => fixture.stop());

test('health names every service', async () => {
  const answer = await fixture.health(({ status }) => status === 'ok', 'every service has answered in time');
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({
    status: 'ok',
    services: Object.fromEntries(services.map((name) => [name, 'up'])),
  });
});

test('however many ask for health, a service is asked once a second', async () => {
  const before = fixture.upstream('media').received.length;
  await Promise.all(Array.from({ length: 30 }, () => fixture.ask('/api/health')));
  expect(fixture.upstream('media').received.length - before).toBeLessThanOrEqual(2);
});

test('a service that hangs is down after half a second', async () => {
  fixture.upstream('agents').handle((req) => req.resume());
  const seenDown = async () => {
    const began = performance.now();
    const { json } = await fixture.ask('/api/health');
    expect(performance.now() - began).toBeLessThan(900);
    return json.status === 'degraded' && json.services.agents === 'down' && json.services.media === 'up';
  };
  await until(seenDown, 'agents is down, and media is not');
  fixture.upstream('agents').handle();
  const seenUp = async () => (await fixture.ask('/api/health')).json.status === 'ok';
  await until(seenUp, 'agents is back');
});

test('the contract joins what the services say with what the gateway answers', async () => {
  const { json } = await fixture.ask('/api/openapi.json');
  expect(json.openapi).toBe('3.1.0');
  expect(json.servers).toEqual([{ url: 'http://tribus.test' }]);
  for (const name of services) {
    expect(json.paths[`/api/${name}/example`]).toBeDefined();
    expect(json.components.schemas[name]).toBeDefined();
  }
  expect(json.paths['/api/health']).toBeDefined();
  expect(json.components.schemas.Health).toBeDefined();
  expect(json.components.securitySchemes.session.scheme).toBe('bearer');
});

test('a service that is away is shown as last known, and asked again when it is back', async () => {
  const other = await startGateway();
  await other.upstream('media').stop();
  expect((await other.ask('/api/openapi.json')).json.paths['/api/media/example']).toBeUndefined();
  await other.upstream('media').restart();
  expect((await other.ask('/api/openapi.json')).json.paths['/api/media/example']).toBeDefined();
  await other.upstream('media').stop();
  expect((await other.ask('/api/openapi.json')).json.paths['/api/media/example']).toBeDefined();
  await other.stop();
});

test('the page of the contract needs nothing from elsewhere and nothing inline', async () => {
  const page = await fixture.ask('/api/docs');
  expect(page.headers['content-type']).toContain('text/html');
  const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '');
  expect(sources).toHaveLength(3);
  for (const source of sources) {
    const [plain, packed] = [
      await fixture.ask(source),
      await fixture.ask(source, { headers: { 'accept-encoding': 'gzip' } }),
    ];
    expect(plain.status).toBe(200);
    const unpacked = packed.headers['content-encoding'] === 'gzip' ? gunzipSync(packed.bytes) : packed.bytes;
    expect(unpacked.toString() === plain.text).toBe(true);
  }
  expect(page.text).not.toMatch(/<script>|<style|style=|https?:/);
  expect((await fixture.ask('/api/docs/package.json')).status).toBe(404);
});
