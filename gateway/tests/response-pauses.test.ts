import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

/** More failures than it takes to open a breaker. */
const times = 6;
const pauseMs = 300;

let fixture: GatewayFixture;
beforeEach(async () => {
  fixture = await startGateway({}, { responseIdleMs: () => pauseMs });
});
afterEach(() => fixture.stop());

/**
 * Lets `begin` respond to `/api/tribes/7` and other requests succeed, but leaves probes unanswered: an open breaker
 * stays open.
 */
function answerWith(begin: (res: ServerResponse) => void): { over(): number } {
  let over = 0;
  const handle: RequestListener = (req, res) => {
    if (req.url === '/') return;
    if (req.url !== '/api/tribes/7') return void res.end('{}');
    res.once('close', () => {
      over += 1;
    });
    begin(res);
  };
  fixture.upstream('tribes').handle(handle);
  return { over: () => over };
}

/** Sends a request and reads nothing of the response. */
async function requestWithPausedResponse({ gateway } = fixture): Promise<Socket> {
  const { hostname, port } = new URL(gateway.httpUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  socket.write('GET /api/tribes/7 HTTP/1.1\r\nhost: x\r\n\r\n');
  return socket;
}

const statuses = async () =>
  (await Promise.all(Array.from({ length: times }, () => fixture.ask('/api/tribes')))).map(({ status }) => status);

interface Line {
  level: number;
  msg: string;
  reason?: string;
  err?: { message: string };
}
const logged = () => fixture.gateway.logged.map((line): Line => JSON.parse(line));

function endless(res: ServerResponse): void {
  while (res.write('x'.repeat(65_536)));
  res.once('drain', () => endless(res));
}

test('responses to clients that do not read are ended, without opening the breaker', async () => {
  const { over } = answerWith(endless);
  const clients = await Promise.all(Array.from({ length: times }, () => requestWithPausedResponse()));
  await until(() => over() === times, 'the responses are ended');
  expect(await statuses()).toEqual(Array(times).fill(200));
  expect(logged().filter(({ msg }) => msg === 'response ended: client stopped reading')).toHaveLength(times);
  expect(logged().filter(({ level }) => level > 30)).toEqual([]);
  for (const client of clients) client.destroy();
});

test('a service that pauses within its responses is logged with the pause, without opening the breaker', async () => {
  const { over } = answerWith((res) => void res.write('begun'));
  const broken = Array.from({ length: times }, () => fixture.ask('/api/tribes/7'));
  for (const { status } of await Promise.allSettled(broken)) expect(status).toBe('rejected');
  await until(() => over() === times, 'the responses are ended');
  expect(await statuses()).toEqual(Array(times).fill(200));
  const warnings = logged().filter(({ level }) => level > 30);
  expect(warnings.map(({ msg, reason, err }) => [msg, reason, err?.message])).toEqual(
    Array(times).fill(['request failed', 'timeout', `no output from tribes for ${pauseMs} ms`]),
  );
});

/** Slots of the service in use: in flight, and by responses that wait for their clients. */
async function slots({ gateway }: GatewayFixture): Promise<[inFlight: number, sending: number]> {
  const gauge = await gateway.metrics.registry.getSingleMetric('slots_in_use')?.get();
  const inUse = (kind: string) =>
    gauge?.values.find(({ labels }) => labels.peer === 'tribes' && labels.kind === kind)?.value ?? Number.NaN;
  return [inUse('request'), inUse('sending')];
}

const untilSlots = (of: GatewayFixture, ...expected: readonly [number, number]) =>
  until(async () => (await slots(of)).join() === expected.join(), `slots in flight and sending: ${expected}`);

test('clients that read slowly do not fill a service for others, up to a limit of their number', async () => {
  const small = await startGateway({}, { maxInFlight: 3, maxSending: 4 });
  try {
    small.upstream('tribes').handle((req, res) => (req.url === '/api/tribes/7' ? endless(res) : void res.end('{}')));
    const clients: Socket[] = [];
    const addSlow = async (count: number) =>
      clients.push(...(await Promise.all(Array.from({ length: count }, () => requestWithPausedResponse(small)))));
    await addSlow(3);
    await untilSlots(small, 0, 3);
    expect((await small.ask('/api/tribes')).status).toBe(200);
    await addSlow(3);
    await untilSlots(small, 2, 4);
    await addSlow(1);
    await untilSlots(small, 3, 4);
    const refused = await small.ask('/api/tribes');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    for (const client of clients) client.destroy();
    await untilSlots(small, 0, 0);
    expect((await small.ask('/api/tribes')).status).toBe(200);
  } finally {
    await small.stop();
  }
});
