import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { trueTimeLimits } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { Health } from '../api.ts';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway();
});
afterAll(() => fixture.stop());

test('a stopped service fails only its own routes with 503, and recovers after a restart', async () => {
  const messaging = fixture.upstream('messaging');
  expect((await fixture.ask('/api/messages/recent')).status).toBe(200);
  await messaging.stop();

  for (let i = 0; i < 10; i++) {
    const response = await fixture.ask('/api/messages/recent', { headers: { 'accept-language': 'en' } });
    expect(response.status).toBe(503);
    expect(response.json.code).toBe('unavailable');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect((await fixture.ask('/api/tribes')).status).toBe(200);
  }
  const failures = fixture.gateway.logged.filter((line) => line.includes('"msg":"request failed"'));
  expect(failures.map((line) => JSON.parse(line).reason)).toEqual(Array(10).fill('unavailable'));
  const isSeen = ({ services }: Health) => services.messaging === 'down' && services.tribes === 'up';
  expect((await fixture.health(isSeen, 'messaging is down, and tribes is not')).json).toMatchObject({
    status: 'degraded',
    services: { messaging: 'down', tribes: 'up' },
  });

  await messaging.restart();
  await until(async () => (await fixture.ask('/api/messages/recent')).status === 200, 'messaging is back');
  await fixture.health(({ status }) => status === 'ok', 'health is ok');
});

test('a read on a connection just closed is retried once, a write is not', async () => {
  const content = fixture.upstream('content');
  expect((await fixture.ask('/api/public/hominini/info')).status).toBe(200);
  const cut: string[] = [];
  const cutOpenConnections = () =>
    content.handle((req) => {
      cut.push(req.method ?? '');
      content.handle();
      req.socket.destroy();
    });

  cutOpenConnections();
  expect((await fixture.ask('/api/public/hominini/info')).status).toBe(200);
  cutOpenConnections();
  expect((await fixture.ask('/api/tribes/38/posts', { method: 'POST', body: '{}' })).status).toBe(503);
  expect(cut).toEqual(['GET', 'POST']);
});

test('a read whose new connection breaks before the response is retried only once', async () => {
  const content = fixture.upstream('content');
  await content.stop();
  await content.restart();
  let cut = 0;
  const cutConnections = (times: number) => {
    cut = 0;
    content.handle((req) => {
      cut += 1;
      if (cut === times) content.handle();
      req.socket.destroy();
    });
  };
  cutConnections(1);
  expect((await fixture.ask('/api/public/hominini/info')).status).toBe(200);
  cutConnections(2);
  expect((await fixture.ask('/api/public/hominini/info')).status).toBe(503);
  expect(cut).toBe(2);
});

test('requests before a service has started do not open its breaker', async () => {
  const media = fixture.upstream('media');
  await media.stop();
  for (let requests = 0; requests < 20; requests++) expect((await fixture.ask('/api/proxy-media/x')).status).toBe(503);
  await media.restart();
  expect((await fixture.ask('/api/proxy-media/x')).status).toBe(200);
});

test('a silent service results in 504, and a write is not sent twice', async () => {
  const strict = await startGateway({ ...trueTimeLimits, UPSTREAM_TIMEOUT_MS: '300' });
  let requests = 0;
  strict.upstream('gamification').handle((req) => {
    requests += 1;
    req.resume();
  });
  const late = await strict.ask('/api/gamification/me', { method: 'POST', body: '{}' });
  expect(late.status).toBe(504);
  expect(late.json.code).toBe('timeout');
  expect(requests).toBe(1);
  await strict.stop();
});

test('the breaker of a frozen service closes by probing, and all requests succeed again', async () => {
  const strict = await startGateway({ ...trueTimeLimits, UPSTREAM_TIMEOUT_MS: '1000' });
  const isOpen = async () => {
    const gauge = await strict.gateway.metrics.registry.getSingleMetric('breaker_open')?.get();
    return gauge?.values.some(({ labels, value }) => labels.peer === 'tribes' && value === 1);
  };
  let requests = 0;
  strict.upstream('tribes').handle((req) => {
    if (req.url !== '/') requests += 1;
  });
  const statuses = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => strict.ask('/api/tribes')))).map(({ status }) => status);
  expect(await statuses(5)).toEqual(Array(5).fill(504));
  expect([await statuses(50), requests]).toEqual([Array(50).fill(503), 5]);
  strict.upstream('tribes').handle();
  await until(async () => !(await isOpen()), 'the breaker is closed');
  await until(async () => (await statuses(50)).every((status) => status === 200), 'all fifty succeed');
  await strict.stop();
});

test('a response that its service aborts is aborted', async () => {
  const agents = fixture.upstream('agents');
  agents.handle((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    res.write('{"items":[', () => res.destroy());
  });
  await expect(fixture.ask('/api/admin/agents')).rejects.toThrow(/aborted|hang up|reset/);
  agents.handle();
});

test('while identity is unavailable new sessions get 503, visitors can read, and the last settings apply', async () => {
  const token = fixture.signIn('ana');
  // Freezes the clock, so that the cached session does not expire.
  const frozen = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  expect((await fixture.ask('/api/tribes', { token })).status).toBe(200);
  await fixture.stopIdentity();
  expect((await fixture.ask('/api/tribes', { token })).status).toBe(200);
  frozen.mockRestore();

  const outsider = await fixture.ask('/api/tribes', { token: fixture.signIn('eva') });
  expect(outsider.status).toBe(503);
  expect(outsider.json.code).toBe('unavailable');
  expect((await fixture.ask('/api/tribes')).status).toBe(200);
  await until(async () => (await fixture.ask('/api/tribes', { token })).status === 503, 'the session is too old');
});
