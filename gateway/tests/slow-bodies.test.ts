import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { trueTimeLimits } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';
import type { StubUpstream } from './stub-upstream.ts';

/** Longer than a test takes. */
const bodyIdleMs = '600000';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway({ BODY_IDLE_MS: bodyIdleMs, RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000' });
});
afterAll(() => fixture.stop());

/** Begins a request from `address` whose body never ends. */
async function begin(address: string, { gateway }: GatewayFixture = fixture, token?: string): Promise<Socket> {
  const { hostname, port } = new URL(gateway.httpUrl);
  const socket = connect({ host: hostname, port: Number(port), localAddress: address });
  await once(socket, 'connect');
  // The test ends these connections, or the gateway refuses them.
  socket.on('error', () => undefined);
  const authorization = token ? `authorization: Bearer ${token}\r\n` : '';
  socket.write(
    `POST /api/tribes HTTP/1.1\r\nhost: x\r\n${authorization}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  );
  return socket;
}

/** Returns the response status of a connection, if any. */
function statusOf(socket: Socket): () => number | undefined {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  return () => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]) || undefined;
}

/** Resolves when a body begins to arrive at a service, which responds once it is complete. */
function arrival(upstream: StubUpstream): Promise<void> {
  return new Promise((resolve) =>
    upstream.handle((req, res) => {
      req.once('data', () => resolve());
      req.once('end', () => res.end('{}')).resume();
    }),
  );
}

/** Sends `count` requests of a user, ten at a time; returns their statuses. */
async function statusesOf(count: number, token: string): Promise<number[]> {
  const statuses: number[] = [];
  const work = async () => {
    for (let times = 0; times < count / 10; times += 1)
      statuses.push((await fixture.ask('/api/tribes', { method: 'POST', body: '{}', token })).status);
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return statuses;
}

test('only 64 of 2,000 slow connections from one address are accepted, and others get responses', async () => {
  const slow: Socket[] = [];
  const most = 64;
  while (slow.length < 2_000) slow.push(...(await Promise.all(Array.from({ length: 100 }, () => begin('127.0.0.2')))));
  const statuses = slow.map(statusOf);
  const answered = () => statuses.map((status) => status()).filter((status) => status !== undefined);
  await until(() => answered().length === 2_000 - most, 'the excess is refused');
  expect(await statusesOf(200, fixture.signIn('eva'))).toEqual(Array(200).fill(200));
  expect(answered()).toEqual(Array(2_000 - most).fill(429));
  for (const socket of slow) socket.destroy();
});

test('arriving bodies are limited per address and per user, and complete ones do not count', async () => {
  const sockets: Socket[] = [];
  const refusedOf = async (count: number, address: string, token?: string) => {
    const opened = await Promise.all(Array.from({ length: count }, () => begin(address, fixture, token)));
    const statuses = opened.map(statusOf);
    sockets.push(...opened);
    return { statuses, count: () => statuses.filter((status) => status() === 429).length };
  };
  const visitors = await refusedOf(70, '127.0.0.3');
  await until(() => visitors.count() === 6, 'six of the address are refused');
  const ofAna = await refusedOf(40, '127.0.0.4', fixture.signIn('ana'));
  await until(() => ofAna.count() === 8, 'eight of the user are refused');
  const others = await refusedOf(1, '127.0.0.4', fixture.signIn('eva'));
  for (const socket of sockets) socket.write('x'.repeat(999));
  await until(() => others.statuses[0]?.() === 200, 'another user of that address has a response');
  await until(() => visitors.statuses.every((status) => status()), 'all have responses');
  const after = await refusedOf(1, '127.0.0.3');
  sockets.at(-1)?.write('x'.repeat(999));
  await until(() => after.statuses[0]?.() === 200, 'the address may send again');
  for (const socket of sockets) socket.destroy();
});

test('concurrent bodies are limited per service from all addresses, and reads get responses', async () => {
  const [addresses, perAddress, most] = [16, 64, 1_000];
  const sockets: Socket[] = [];
  for (let host = 1; host <= addresses; host += 1)
    sockets.push(...(await Promise.all(Array.from({ length: perAddress }, () => begin(`127.0.5.${host}`)))));
  const statuses = sockets.map(statusOf);
  const answered = () => statuses.map((status) => status()).filter((status) => status !== undefined);
  const refused = addresses * perAddress - most;
  await until(() => answered().length === refused, 'the excess is refused');
  expect(answered()).toEqual(Array(refused).fill(503));
  expect((await fixture.ask('/api/tribes')).status).toBe(200);
  expect((await fixture.ask('/api/tribes/38/posts', { method: 'POST', body: '{}' })).status).toBe(200);
  for (const socket of sockets) socket.write('x'.repeat(999));
  await until(() => answered().length === sockets.length, 'all have responses');
  expect((await fixture.ask('/api/tribes', { method: 'POST', body: '{}' })).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test('a steady body may take longer than the response timeout', async () => {
  const strict = await startGateway({ ...trueTimeLimits, UPSTREAM_TIMEOUT_MS: '5000', BODY_IDLE_MS: bodyIdleMs });
  const arriving = arrival(strict.upstream('tribes'));
  const socket = await begin('127.0.0.1', strict);
  const status = statusOf(socket);
  await arriving;
  // The timeout of a silent service passes while the body arrives.
  strict.upstream('media').handle((req) => void req.resume());
  expect((await strict.ask('/api/proxy-media?key=k')).status).toBe(504);
  expect(status()).toBeUndefined();
  socket.write('x'.repeat(999));
  await until(() => status() !== undefined, 'it has a response');
  expect(status()).toBe(200);
  socket.destroy();
  await strict.stop();
});

test('the head of a request reaches its service before the body', async () => {
  const upstream = fixture.upstream('tribes');
  const begun = new Promise<void>((resolve) =>
    upstream.handle((req, res) => {
      resolve();
      req.once('end', () => res.end('{}')).resume();
    }),
  );
  const { hostname, port } = new URL(fixture.gateway.httpUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  const status = statusOf(socket);
  socket.write('POST /api/tribes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n');
  await begun;
  expect(status()).toBeUndefined();
  socket.write('{}');
  await until(() => status() !== undefined, 'it has a response');
  expect(status()).toBe(200);
  socket.destroy();
  upstream.handle();
});

test('a sender that pauses gets 408, without opening the breaker', async () => {
  const strict = await startGateway({ ...trueTimeLimits, BODY_IDLE_MS: '200', UPSTREAM_TIMEOUT_MS: '100' });
  const sockets = await Promise.all(Array.from({ length: 10 }, () => begin('127.0.0.1', strict)));
  const statuses = sockets.map(statusOf);
  await until(() => statuses.every((status) => status()), 'all have responses');
  expect(statuses.map((status) => status())).toEqual(Array(10).fill(408));
  const breakers = await strict.gateway.metrics.registry.getSingleMetric('breaker_open')?.get();
  const ofTribes = breakers?.values.find(({ labels }) => labels.peer === 'tribes');
  expect(ofTribes?.value).toBe(0);
  for (const socket of sockets) socket.destroy();
  await strict.stop();
});

test('a sender below the minimum rate gets 408', async () => {
  const strict = await startGateway({ BODY_IDLE_MS: '400' });
  const socket = await begin('127.0.0.1', strict);
  const status = statusOf(socket);
  // The whole body would take ten seconds; the free checks are over before a third of that.
  let left = 999;
  const trickle = setInterval(() => left-- > 0 && socket.write('x'), 10);
  try {
    await until(() => status() !== undefined, 'it has a response');
    expect(status()).toBe(408);
    expect((await strict.ask('/api/tribes')).status).toBe(200);
  } finally {
    clearInterval(trickle);
    socket.destroy();
    await strict.stop();
  }
});

test('an aborted body is not logged as an error', async () => {
  const before = fixture.gateway.logged.length;
  const arriving = arrival(fixture.upstream('tribes'));
  const socket = await begin('127.0.0.1');
  await arriving;
  socket.destroy();
  const since = () => fixture.gateway.logged.slice(before).map((line) => JSON.parse(line));
  await until(() => since().some(({ msg, status }) => msg === 'request' && status === 499), 'it is in the log');
  fixture.upstream('tribes').handle();
  expect((await fixture.ask('/api/tribes')).status).toBe(200);
  expect(since().filter(({ level }) => level !== 30)).toEqual([]);
});
