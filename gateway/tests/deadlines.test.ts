import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anyone, Routes } from '@tribus/kit/http/routes.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { bootService, type TestService } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { z } from 'zod';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

const never = () => new Promise<never>(() => undefined);
const slowMs = 4_000;

/** A service of the kit with routes of each kind. */
const agents = defineService({
  name: 'agents',
  build: () => undefined,
  routes() {
    const routes = new Routes();
    const spec = { guards: [anyone], summary: 'Answer late', answer: z.object({ slept: z.number() }) } as const;
    routes.get('/admin/agents/slow', { ...spec, timeoutMs: 60_000 }, async () => {
      await delay(slowMs);
      return { slept: slowMs };
    });
    routes.get('/admin/agents/hurried', { ...spec, timeoutMs: 300 }, never);
    return routes;
  },
});

let service: TestService;
let fixture: GatewayFixture;
beforeAll(async () => {
  service = await bootService(agents, {});
  fixture = await startGateway({ AGENTS_HTTP: service.httpUrl });
});
afterAll(async () => {
  await fixture.stop();
  await service.stop();
});

const timed = async (path: string, method = 'GET') => {
  const began = performance.now();
  const { status } = await fixture.ask(path, { method, ...(method === 'POST' && { body: '{}' }) });
  return { status, ms: performance.now() - began };
};

test.each(['GET', 'POST'])(
  'a service that takes a %s and shows no sign of life costs 504 within 3.5 s',
  async (method) => {
    fixture.upstream('gamification').handle((req) => void req.resume());
    const { status, ms } = await timed('/api/gamification/me', method);
    // Three seconds; the rest is for a busy machine.
    expect([status, ms < 3_500]).toEqual([504, true]);
  },
);

test('a route that declares a longer time is waited for', async () => {
  const { status, ms } = await timed('/api/admin/agents/slow');
  expect([status, ms >= slowMs]).toEqual([200, true]);
});

test('a route that takes longer than it declares is 504 by the word of its service, which stays open to others', async () => {
  for (let asked = 0; asked < 8; asked += 1) {
    const { status, ms } = await timed('/api/admin/agents/hurried');
    expect([status, ms < 2_000]).toEqual([504, true]);
  }
  expect((await fixture.ask('/api/admin/agents/none')).status).toBe(404);
});

test('a service that freezes after a sender had paused is noticed as soon', async () => {
  const paused = await startGateway({ UPSTREAM_TIMEOUT_MS: '200' });
  paused.upstream('tribes').handle((req) => void req.resume());
  const { hostname, port } = new URL(paused.gateway.httpUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write('POST /api/tribes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{');
  await delay(600);
  expect(answer).toBe('');
  socket.write('}');
  await until(() => answer.startsWith('HTTP/1.1 504'), 'it is noticed');
  socket.destroy();
  await paused.stop();
});
