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

test('a service that is gone costs its own routes 503; the others go on, and it is back by itself', async () => {
  const messaging = fixture.upstream('messaging');
  expect((await fixture.ask('/api/messages/recent')).status).toBe(200);
  await messaging.stop();

  for (let i = 0; i < 10; i++) {
    const away = await fixture.ask('/api/messages/recent', { headers: { 'accept-language': 'en' } });
    expect(away.status).toBe(503);
    expect(away.json.code).toBe('unavailable');
    expect(Number(away.headers['retry-after'])).toBeGreaterThan(0);
    expect((await fixture.ask('/api/tribes')).status).toBe(200);
  }
  const isSeen = ({ services }: Health) => services.messaging === 'down' && services.tribes === 'up';
  expect((await fixture.health(isSeen, 'messaging is down, and tribes is not')).json).toMatchObject({
    status: 'degraded',
    services: { messaging: 'down', tribes: 'up' },
  });

  await messaging.restart();
  await until(async () => (await fixture.ask('/api/messages/recent')).status === 200, 'messaging is back');
  await fixture.health(({ status }) => status === 'ok', 'health says so');
});

test('a read that met a connection just closed is sent once more, a write is not', async () => {
  const content = fixture.upstream('content');
  expect((await fixture.ask('/api/public/hominini/info')).status).toBe(200);
  const cut: string[] = [];
  const cutKeptConnections = () =>
    content.handle((req) => {
      cut.push(req.method ?? '');
      content.handle();
      req.socket.destroy();
    });

  cutKeptConnections();
  expect((await fixture.ask('/api/public/hominini/info')).status).toBe(200);
  cutKeptConnections();
  expect((await fixture.ask('/api/tribes/38/posts', { method: 'POST', body: '{}' })).status).toBe(503);
  expect(cut).toEqual(['GET', 'POST']);
});

test('a read whose new connection breaks before the answer is sent once more, and not for ever', async () => {
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

test('whoever asked while a service was not there yet does not shut it for those who ask when it is', async () => {
  const media = fixture.upstream('media');
  await media.stop();
  for (let asked = 0; asked < 20; asked++) expect((await fixture.ask('/api/proxy-media/x')).status).toBe(503);
  await media.restart();
  expect((await fixture.ask('/api/proxy-media/x')).status).toBe(200);
});

test('a service that does not answer in time is 504, and a write is not sent twice', async () => {
  const hasty = await startGateway({ ...trueTimeLimits, UPSTREAM_TIMEOUT_MS: '300' });
  let asked = 0;
  hasty.upstream('gamification').handle((req) => {
    asked += 1;
    req.resume();
  });
  const late = await hasty.ask('/api/gamification/me', { method: 'POST', body: '{}' });
  expect(late.status).toBe(504);
  expect(late.json.code).toBe('timeout');
  expect(asked).toBe(1);
  await hasty.stop();
});

test('the breaker of a service that froze closes without a request, and then all requests are answered', async () => {
  const hasty = await startGateway({ ...trueTimeLimits, UPSTREAM_TIMEOUT_MS: '1000' });
  const isOpen = async () => {
    const gauge = await hasty.gateway.metrics.registry.getSingleMetric('breaker_open')?.get();
    return gauge?.values.some(({ labels, value }) => labels.peer === 'tribes' && value === 1);
  };
  let asked = 0;
  hasty.upstream('tribes').handle((req) => {
    if (req.url !== '/') asked += 1;
  });
  const statuses = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => hasty.ask('/api/tribes')))).map(({ status }) => status);
  expect(await statuses(5)).toEqual(Array(5).fill(504));
  expect([await statuses(50), asked]).toEqual([Array(50).fill(503), 5]);
  hasty.upstream('tribes').handle();
  await until(async () => !(await isOpen()), 'the breaker is closed');
  await until(async () => (await statuses(50)).every((status) => status === 200), 'each of fifty is answered');
  await hasty.stop();
});

test('a service that breaks off in the middle of an answer breaks the answer off', async () => {
  const agents = fixture.upstream('agents');
  agents.handle((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    res.write('{"items":[', () => res.destroy());
  });
  await expect(fixture.ask('/api/admin/agents')).rejects.toThrow(/aborted|hang up|reset/);
  agents.handle();
});

test('with identity away nobody new is believed, visitors read on, and the last settings hold', async () => {
  const token = fixture.signIn('ana');
  // The cached session does not expire while the clock stands still.
  const frozen = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  expect((await fixture.ask('/api/tribes', { token })).status).toBe(200);
  await fixture.stopIdentity();
  expect((await fixture.ask('/api/tribes', { token })).status).toBe(200);
  frozen.mockRestore();

  const stranger = await fixture.ask('/api/tribes', { token: fixture.signIn('eva') });
  expect(stranger.status).toBe(503);
  expect(stranger.json.code).toBe('unavailable');
  expect((await fixture.ask('/api/tribes')).status).toBe(200);
  await until(async () => (await fixture.ask('/api/tribes', { token })).status === 503, 'the session is too old');
});
