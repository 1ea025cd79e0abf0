import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { anyone, Routes } from '@tribus/kit/http/routes.ts';
import { defineService } from '@tribus/kit/service/service.ts';
import { bootService, trueTimeLimits } from '@tribus/kit/testing/service.ts';
import { z } from 'zod';
import { type GatewayFixture, startGateway } from '../../gateway/tests/gateway-fixture.ts';
import { type DurationRow, Durations, expectStatus } from './durations.ts';
import { measureSlowSenders } from './slow-senders.ts';

const rounds = 3;

/**
 * Measures how the gateway responds while a dependency is unavailable or hangs: a gateway between stubs of all
 * services.
 */
export async function measureEdges(): Promise<DurationRow[]> {
  return [
    await measureFrozenService(),
    await measureRoute(),
    await measureHealth(),
    await measureStoppedService(),
    await measureIdentity(),
    await measureRedisUnavailable(),
    await measureRedisHanging(),
    await measureSlowSenders(),
    await measureStop(),
  ];
}

/** Starts a gateway of its own with the time limits of production. */
async function withGateway<T>(env: Record<string, string>, work: (fixture: GatewayFixture) => Promise<T>): Promise<T> {
  const fixture = await startGateway({ ...trueTimeLimits, ...env });
  try {
    return await work(fixture);
  } finally {
    await fixture.stop();
  }
}

/** Sends a request; throws unless the status is expected. */
async function expectGatewayStatus(
  fixture: GatewayFixture,
  path: string,
  expected: number,
  token?: string,
  method = 'GET',
) {
  const { status } = await fixture.ask(path, { method, token, ...(method === 'POST' && { body: '{}' }) });
  expectStatus(status, [expected], path);
}

const measureFrozenService = () =>
  withGateway({}, async (fixture) => {
    const refused = new Durations();
    for (const method of ['GET', 'POST']) {
      fixture.upstream('gamification').handle((req) => void req.resume());
      await refused.time(() => expectGatewayStatus(fixture, '/api/gamification/me', 504, undefined, method));
    }
    return refused.row('edge-silent', 'frozen service, until a request is refused', 3_500);
  });

const never = () => new Promise<never>(() => undefined);

const hurried = defineService({
  name: 'agents',
  build: () => undefined,
  routes() {
    const spec = {
      guards: [anyone],
      operationId: 'answerNever',
      summary: 'Answer never',
      answer: z.object({}),
      timeoutMs: 300,
    } as const;
    const routes = new Routes();
    routes.get('/admin/agents/hurried', spec, never);
    return routes;
  },
});

async function measureRoute(): Promise<DurationRow> {
  const service = await bootService(hurried, trueTimeLimits);
  try {
    return await withGateway({ AGENTS_HTTP: service.httpUrl }, async (fixture) => {
      const refused = new Durations();
      for (let requests = 0; requests < 8; requests += 1)
        await refused.time(() => expectGatewayStatus(fixture, '/api/admin/agents/hurried', 504));
      return refused.row('edge-route', 'a route that may take 300 ms and hangs', 2_000);
    });
  } finally {
    await service.stop();
  }
}

/** Each round uses another gateway: the gateway caches its health result for a second. */
async function measureHealth(): Promise<DurationRow> {
  const answered = new Durations();
  for (let round = 0; round < rounds; round += 1)
    await withGateway({}, async (fixture) => {
      fixture.upstream('agents').handle((req) => void req.resume());
      const { json } = await answered.time(() => fixture.ask('/api/health'));
      if (json.services.agents !== 'down') throw new Error('a service that hangs is not down');
    });
  return answered.row('edge-health', 'health while a service hangs', 900);
}

const measureStoppedService = () =>
  withGateway({}, async (fixture) => {
    await fixture.upstream('messaging').stop();
    const requests = new Durations();
    const runBoth = async () => {
      await expectGatewayStatus(fixture, '/api/messages/recent', 503);
      await expectGatewayStatus(fixture, '/api/tribes', 200);
    };
    for (let round = 0; round < rounds; round += 1)
      await requests.time(async () => {
        for (let count = 0; count < 10; count += 1) await runBoth();
      });
    return requests.row('edge-gone', 'ten requests each to a stopped service and to another one', 3_000);
  });

const measureIdentity = () =>
  withGateway({}, async (fixture) => {
    await fixture.stopIdentity();
    const refused = new Durations();
    for (let round = 0; round < rounds; round += 1) {
      const token = fixture.signIn(`eva${round}`);
      await refused.time(() => expectGatewayStatus(fixture, '/api/tribes', 503, token));
    }
    return refused.row('edge-identity', 'identity stopped, until an unknown session is refused', 3_000);
  });

const measureRedisUnavailable = () =>
  withGateway({ REDIS_URL: 'redis://127.0.0.1:1' }, async (fixture) => {
    const [token, requests] = [fixture.signIn('ana'), new Durations()];
    for (let round = 0; round < rounds; round += 1)
      await requests.time(async () => {
        for (let count = 0; count < 8; count += 1) await expectGatewayStatus(fixture, '/api/tribes', 200, token);
      });
    return requests.row('edge-redis-away', 'eight requests with Redis unavailable', 2_000);
  });

async function measureRedisHanging(): Promise<DurationRow> {
  const hanging = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((listening) => hanging.listen(0, '127.0.0.1', listening));
  const { port } = hanging.address() as AddressInfo;
  try {
    return await withGateway({ REDIS_URL: `redis://127.0.0.1:${port}` }, async (fixture) => {
      const [token, requests] = [fixture.signIn('ana'), new Durations()];
      for (let count = 0; count < 8; count += 1)
        await requests.time(() => expectGatewayStatus(fixture, '/api/tribes', 200, token));
      return requests.row('edge-redis-hangs', 'a request with a Redis that hangs', 3_000);
    });
  } finally {
    hanging.close();
  }
}

/** Measures from the stop until the client's connection is closed and the gateway has ended. */
async function measureStop(): Promise<DurationRow> {
  const stopped = new Durations();
  for (let round = 0; round < rounds; round += 1) {
    const fixture = await startGateway(trueTimeLimits);
    fixture.upstream('vibes-realtime').handle((_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    });
    const closed = await openStream(fixture.gateway.httpUrl);
    await stopped.time(() => Promise.all([fixture.stop(), closed.promise]));
  }
  return stopped.row('edge-stop', 'stop of a gateway with an open stream', 3_000);
}

/** Resolves when the stream is open; the promise in the result resolves when it is closed. */
function openStream(url: string): Promise<{ promise: Promise<void> }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/stream`, { agent: false }).once('error', reject);
    sent.once('response', (response) => {
      const promise = new Promise<void>((close) => {
        response
          .resume()
          .on('error', () => undefined)
          .once('close', () => close());
      });
      resolve({ promise });
    });
    sent.end();
  });
}
