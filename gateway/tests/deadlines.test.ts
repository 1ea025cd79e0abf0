import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anyone, Routes } from '@tribus/kit/http/routes.ts';
import { defineService } from '@tribus/kit/service/service.ts';
import { bootService, type TestService, trueTimeLimits } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { z } from 'zod';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

const released = Promise.withResolvers<void>();
const asked = { slow: 0, hurried: 0 };

/** A service of the kit with routes of each kind. */
const agents = defineService({
  name: 'agents',
  build: () => undefined,
  routes() {
    const routes = new Routes();
    const spec = {
      guards: [anyone],
      operationId: 'answerLate',
      summary: 'Answer late',
      answer: z.object({ late: z.boolean() }),
    } as const;
    routes.get('/admin/agents/slow', { ...spec, timeoutMs: 60_000 }, async () => {
      asked.slow += 1;
      await released.promise;
      return { late: true };
    });
    routes.get('/admin/agents/hurried', { ...spec, timeoutMs: 50 }, () => {
      asked.hurried += 1;
      return new Promise<never>(() => undefined);
    });
    return routes;
  },
});

let service: TestService;
/** A gateway that waits for a silent service as long as in production. */
let fixture: GatewayFixture;
beforeAll(async () => {
  service = await bootService(agents, {});
  fixture = await startGateway({ AGENTS_HTTP: service.httpUrl, ...trueTimeLimits });
});
afterAll(async () => {
  await fixture.stop();
  await service.stop();
});

/** Asks a service that never answers. When it resolves, the time limit of every earlier request has passed, too. */
async function askInVain({ upstream, ask }: GatewayFixture, method = 'GET') {
  let taken = 0;
  upstream('gamification').handle((req) => {
    taken += 1;
    req.resume();
  });
  const { status, json } = await ask('/api/gamification/me', { method, ...(method === 'POST' && { body: '{}' }) });
  return [status, json.code, taken];
}

test.each(['GET', 'POST'])(
  'a service that takes a %s and shows no sign of life costs 504, after one try',
  async (method) => {
    expect(await askInVain(fixture, method)).toEqual([504, 'timeout', 1]);
  },
);

test('a route that declares a longer time is waited for', async () => {
  const answer = fixture.ask('/api/admin/agents/slow');
  await until(() => asked.slow === 1, 'the route is at work');
  expect(await askInVain(fixture)).toEqual([504, 'timeout', 1]);
  released.resolve();
  expect((await answer).status).toBe(200);
});

test('a route that takes longer than it declares is 504 by the word of its service, which stays open to others', async () => {
  const patient = await startGateway({ AGENTS_HTTP: service.httpUrl });
  for (let count = 1; count <= 8; count += 1) {
    expect((await patient.ask('/api/admin/agents/hurried')).status).toBe(504);
    expect(asked.hurried).toBe(count);
  }
  expect((await patient.ask('/api/admin/agents/none')).status).toBe(404);
  await patient.stop();
});

test('a service that freezes after a sender had paused is noticed all the same', async () => {
  const hasty = await startGateway({ ...trueTimeLimits, UPSTREAM_TIMEOUT_MS: '200' });
  const begun = new Promise<void>((resolve) => {
    hasty.upstream('tribes').handle((req) => void req.once('data', () => resolve()).resume());
  });
  const { hostname, port } = new URL(hasty.gateway.httpUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write('POST /api/tribes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{');
  await begun;
  for (let times = 0; times < 2; times += 1) expect(await askInVain(hasty)).toEqual([504, 'timeout', 1]);
  expect(answer).toBe('');
  socket.write('}');
  await until(() => answer.startsWith('HTTP/1.1 504'), 'it is noticed');
  socket.destroy();
  await hasty.stop();
});
