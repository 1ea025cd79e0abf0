import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  const limits = { RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000' };
  fixture = await startGateway({ UPSTREAM_TIMEOUT_MS: '1000', BODY_IDLE_MS: '20000', ...limits });
});
afterAll(() => fixture.stop());

/** Begins a request from `address` whose body never ends. */
async function begin(address: string, { gateway }: GatewayFixture = fixture, token?: string): Promise<Socket> {
  const { hostname, port } = new URL(gateway.httpUrl);
  const socket = connect({ host: hostname, port: Number(port), localAddress: address });
  await once(socket, 'connect');
  // They are ended by the test, or refused by the gateway.
  socket.on('error', () => undefined);
  const authorization = token ? `authorization: Bearer ${token}\r\n` : '';
  socket.write(
    `POST /api/tribes HTTP/1.1\r\nhost: x\r\n${authorization}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  );
  return socket;
}

/** The status line that a connection has been answered with so far. */
function statusOf(socket: Socket): () => number | undefined {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  return () => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]) || undefined;
}

const percentile = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

/** How long each of so many requests took, ten at a time; fails when one is not answered with 200. */
async function timesOf(count: number, token: string): Promise<number[]> {
  const times: number[] = [];
  const work = async () => {
    while (times.length < count) {
      const began = performance.now();
      const { status } = await fixture.ask('/api/tribes', { method: 'POST', body: '{}', token });
      times.push(performance.now() - began);
      expect(status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return times;
}

/** The 99th percentile of the best of three rounds: who is kept waiting is so in each, a stall of the machine is not. */
async function slowest(token: string): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 3; round += 1) rounds.push(percentile(await timesOf(200, token), 0.99));
  return Math.min(...rounds);
}

/** Below this a difference says more of the machine than of the gateway. */
const floorMs = 250;

test('2,000 slow connections from one address keep nobody else waiting', async () => {
  const eva = fixture.signIn('eva');
  await timesOf(100, eva);
  const calm = await slowest(eva);
  const slow: Socket[] = [];
  const most = 64;
  while (slow.length < 2_000) slow.push(...(await Promise.all(Array.from({ length: 100 }, () => begin('127.0.0.2')))));
  const statuses = slow.map(statusOf);
  await until(
    () => statuses.filter((status) => status() === 429).length === 2_000 - most,
    'what is too much is refused',
  );
  const busy = await slowest(eva);
  expect(busy).toBeLessThan(Math.max(2 * calm, floorMs));
  for (const socket of slow) socket.destroy();
});

test('an address and a user have so many bodies on their way at once, and what has arrived counts no more', async () => {
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
  await until(() => others.statuses[0]?.() === 200, 'another user of that address is answered');
  await until(() => visitors.statuses.every((status) => status()), 'all are answered');
  const after = await refusedOf(1, '127.0.0.3');
  sockets.at(-1)?.write('x'.repeat(999));
  await until(() => after.statuses[0]?.() === 200, 'the address may send again');
  for (const socket of sockets) socket.destroy();
});

test('a body may take longer than an answer, as long as it comes', async () => {
  const socket = await begin('127.0.0.1');
  const status = statusOf(socket);
  for (let piece = 0; piece < 9; piece += 1) {
    await delay(250);
    socket.write('x'.repeat(111));
  }
  await until(() => status() !== undefined, 'it is answered');
  expect(status()).toBe(200);
  socket.destroy();
});

test('a sender who pauses is told so, and the service is not taken for away', async () => {
  const impatient = await startGateway({ BODY_IDLE_MS: '200', UPSTREAM_TIMEOUT_MS: '100' });
  const sockets = await Promise.all(Array.from({ length: 10 }, () => begin('127.0.0.1', impatient)));
  const statuses = sockets.map(statusOf);
  await until(() => statuses.every((status) => status()), 'all are answered');
  expect(statuses.map((status) => status())).toEqual(Array(10).fill(408));
  expect((await impatient.ask('/api/tribes')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await impatient.stop();
});

test('a sender who never pauses and trickles is told so in the end', async () => {
  const impatient = await startGateway({ BODY_IDLE_MS: '400' });
  const socket = await begin('127.0.0.1', impatient);
  const status = statusOf(socket);
  // The whole body would be there after ten seconds; the time for any pace is over before a third of it.
  let left = 999;
  const trickle = setInterval(() => left-- > 0 && socket.write('x'), 10);
  try {
    await until(() => status() !== undefined, 'it is answered');
    expect(status()).toBe(408);
    expect((await impatient.ask('/api/tribes')).status).toBe(200);
  } finally {
    clearInterval(trickle);
    socket.destroy();
    await impatient.stop();
  }
});

test('a body that breaks off is no error in the log', async () => {
  const before = fixture.gateway.logged.length;
  const received = new Promise<void>((resolve) => {
    fixture.upstream('tribes').handle((req) => void req.once('data', () => resolve()));
  });
  const socket = await begin('127.0.0.1');
  await received;
  socket.destroy();
  const since = () => fixture.gateway.logged.slice(before).map((line) => JSON.parse(line));
  await until(() => since().some(({ msg, status }) => msg === 'request' && status === 499), 'it is in the log');
  fixture.upstream('tribes').handle();
  expect((await fixture.ask('/api/tribes')).status).toBe(200);
  expect(since().filter(({ level }) => level !== 30)).toEqual([]);
});
