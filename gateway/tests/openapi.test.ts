import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { trueTimeLimits } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { Health } from '../api.ts';
import { services } from '../src/routes.ts';
import { type GatewayFixture, type GatewayResponse, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway();
});
afterAll(() => fixture.stop());

test('health names every service', async () => {
  const response = await fixture.health(({ status }) => status === 'ok', 'every service has answered in time');
  expect(response.status).toBe(200);
  expect(response.json).toEqual({
    status: 'ok',
    services: Object.fromEntries(services.map((name) => [name, 'up'])),
  });
});

test('concurrent health requests query a service once', async () => {
  const pending = Promise.withResolvers<void>();
  let requests = 0;
  fixture.upstream('media').handle((_req, res) => {
    requests += 1;
    void pending.promise.then(() => res.end('{}'));
  });
  let arrived = 0;
  const count = (message: unknown) => {
    if ((message as { request: IncomingMessage }).request.url === '/api/health') arrived += 1;
  };
  subscribe('http.server.request.start', count);
  const responses: Promise<GatewayResponse>[] = [];
  const send = () => void responses.push(fixture.ask('/api/health'));
  // The first requests may receive a cached result.
  await until(() => {
    if (requests === 0) send();
    return requests > 0;
  }, 'the service has a request');
  for (let more = 0; more < 30; more += 1) send();
  await until(() => arrived === responses.length, 'all requests have arrived');
  unsubscribe('http.server.request.start', count);
  // A later request has passed the gateway, so the earlier requests have also passed it.
  expect((await fixture.ask('/api/tribes')).status).toBe(200);
  pending.resolve();
  expect((await Promise.all(responses)).every(({ status }) => status === 200)).toBe(true);
  expect(requests).toBe(1);
  fixture.upstream('media').handle();
});

test('a service that hangs is down, and the others are not', async () => {
  const hasty = await startGateway(trueTimeLimits);
  hasty.upstream('agents').handle((req) => req.resume());
  const isSeen = ({ status, services: { agents, media } }: Health) =>
    status === 'degraded' && agents === 'down' && media === 'up';
  await hasty.health(isSeen, 'agents is down, and media is not');
  hasty.upstream('agents').handle();
  await hasty.health(({ status }) => status === 'ok', 'agents is back');
  await hasty.stop();
});

test("the contract joins the fragments of the services with the gateway's own operations", async () => {
  const { json } = await fixture.ask('/api/openapi.json');
  expect(json.openapi).toBe('3.1.0');
  expect(json.servers).toEqual([{ url: '/' }]);
  for (const name of services) {
    expect(json.paths[`/api/${name}/example`]).toBeDefined();
    expect(json.components.schemas[name]).toBeDefined();
  }
  expect(json.paths['/api/health']).toBeDefined();
  expect(json.components.schemas.Health).toBeDefined();
  expect(json.components.securitySchemes.session.scheme).toBe('bearer');
});

test('an unavailable service appears as last known, and is fetched again once available', async () => {
  const other = await startGateway();
  await other.upstream('media').stop();
  expect((await other.ask('/api/openapi.json')).json.paths['/api/media/example']).toBeUndefined();
  await other.upstream('media').restart();
  expect((await other.ask('/api/openapi.json')).json.paths['/api/media/example']).toBeDefined();
  await other.upstream('media').stop();
  expect((await other.ask('/api/openapi.json')).json.paths['/api/media/example']).toBeDefined();
  await other.stop();
});

test('the documentation page uses no external and no inline code', async () => {
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
