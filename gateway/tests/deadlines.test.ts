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
const calls = { slow: 0, hurried: 0 };

/** A service with a slow and an overdue route. */
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
      calls.slow += 1;
      await released.promise;
      return { late: true };
    });
    routes.get('/admin/agents/hurried', { ...spec, timeoutMs: 50 }, () => {
      calls.hurried += 1;
      return new Promise<never>(() => undefined);
    });
    return routes;
  },
});

let service: TestService;
/** A gateway with the time limits of production. */
let fixture: GatewayFixture;
beforeAll(async () => {
  service = await bootService(agents, {});
  fixture = await startGateway({ AGENTS_HTTP: service.httpUrl, ...trueTimeLimits });
});
afterAll(async () => {
  await fixture.stop();
  await service.stop();
});

/**
 * Sends a request to a service that never responds. Afterwards the time limit of every earlier request has also passed.
 */
async function requestSilentService({ upstream, ask }: GatewayFixture, method = 'GET') {
  let taken = 0;
  upstream('gamification').handle((req) => {
    taken += 1;
    req.resume();
  });
  const { status, json } = await ask('/api/gamification/me', { method, ...(method === 'POST' && { body: '{}' }) });
  return [status, json.code, taken];
}

test.each(['GET', 'POST'])('a service that is silent after a %s results in 504, after one attempt', async (method) => {
  expect(await requestSilentService(fixture, method)).toEqual([504, 'timeout', 1]);
});

test('a route with a longer declared timeout is awaited', async () => {
  const response = fixture.ask('/api/admin/agents/slow');
  await until(() => calls.slow === 1, 'the route is at work');
  expect(await requestSilentService(fixture)).toEqual([504, 'timeout', 1]);
  released.resolve();
  expect((await response).status).toBe(200);
});

test('a service ends an overdue route with 504, without opening the breaker', async () => {
  const lenient = await startGateway({ AGENTS_HTTP: service.httpUrl });
  for (let count = 1; count <= 8; count += 1) {
    expect((await lenient.ask('/api/admin/agents/hurried')).status).toBe(504);
    expect(calls.hurried).toBe(count);
  }
  expect((await lenient.ask('/api/admin/agents/none')).status).toBe(404);
  await lenient.stop();
});

test("a service that freezes after a sender's pause is detected", async () => {
  const strict = await startGateway({ ...trueTimeLimits, UPSTREAM_TIMEOUT_MS: '200' });
  const begun = new Promise<void>((resolve) => {
    strict.upstream('tribes').handle((req) => void req.once('data', () => resolve()).resume());
  });
  const { hostname, port } = new URL(strict.gateway.httpUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write('POST /api/tribes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{');
  await begun;
  for (let times = 0; times < 2; times += 1) expect(await requestSilentService(strict)).toEqual([504, 'timeout', 1]);
  expect(answer).toBe('');
  socket.write('}');
  await until(() => answer.startsWith('HTTP/1.1 504'), 'the freeze is detected');
  socket.destroy();
  await strict.stop();
});
