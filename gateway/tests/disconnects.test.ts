import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { LateServer } from '@tribus/kit/testing/late-server.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, redisUrl, startGateway } from './gateway-fixture.ts';

/** A thousand clients in total, 50 at a time per address. */
const [rounds, perRound] = [20, 50];

let redis: LateServer;
let fixture: GatewayFixture;
beforeAll(async () => {
  redis = await LateServer.open(redisUrl());
  const env = { RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000', REDIS_URL: redis.url };
  // A request goes on without Redis after this time; here Redis is silent for a round, however long that takes.
  fixture = await startGateway(env, {}, { memoryStoreMs: 3_600_000 });
});
afterAll(async () => {
  await fixture.stop();
  await redis.close();
});
/** Services whose responses the tests delay. */
const delayed = ['tribes', 'content', 'vibes-realtime'] as const;
afterEach(() => {
  for (const name of delayed) fixture.upstream(name).handle();
});

const headOf = (method: string, path: string, ...lines: string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'host: x', ...lines, '', ''].join('\r\n');

async function open(address: string): Promise<Socket> {
  const { hostname, port } = new URL(fixture.gateway.httpUrl);
  const socket = connect({ host: hostname, port: Number(port), localAddress: address });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Resolves when the gateway has handled everything received before: it answers this request itself, at once. */
async function handled(): Promise<void> {
  expect((await fixture.ask('/%zz')).status).toBe(404);
}

/** Slots in use by requests, streams and bodies. */
async function slotsInUse(): Promise<number> {
  const gauge = await fixture.gateway.metrics.registry.getSingleMetric('slots_in_use')?.get();
  return (gauge?.values ?? []).reduce((sum, { value }) => sum + value, 0);
}

/** Each test uses its own addresses, with unused rate limits. */
let network = 1;
const addressOf = (round: number): string => `127.0.${network}.${round + 1}`;

interface Scenario {
  /** Called before the clients of a round connect. */
  begin?(): void;
  /** The request text of each client in a round. */
  text(round: number): string;
  /** Resolves when the clients of a round should disconnect. */
  reached(clients: readonly Socket[]): Promise<void>;
  /** Called after they have disconnected. */
  end?(): void;
}

/** Disconnects a thousand clients and asserts that no slots stay in use. */
async function disconnect({ begin, text, reached, end }: Scenario): Promise<void> {
  network += 1;
  for (let round = 0; round < rounds; round += 1) {
    begin?.();
    const clients = await Promise.all(Array.from({ length: perRound }, () => open(addressOf(round))));
    for (const client of clients) client.write(text(round));
    await reached(clients);
    for (const client of clients) client.resetAndDestroy();
    await handled();
    end?.();
  }
  const noSlotsInUse = () => until(async () => (await slotsInUse()) === 0, 'no slots are in use');
  await noSlotsInUse();
  for (const name of delayed) fixture.upstream(name).handle();
  const after = Array.from({ length: rounds }, (_, round) => statusFrom(addressOf(round)));
  expect(await Promise.all(after)).toEqual(Array(rounds).fill('HTTP/1.1 200'));
  // By now the requests that were delayed have been handled, because they came first.
  await noSlotsInUse();
}

/** Returns the status line of a response to a client of this address. */
async function statusFrom(address: string): Promise<string> {
  const client = await open(address);
  client.write(headOf('GET', '/api/tribes'));
  const [answer] = await once(client, 'data');
  client.destroy();
  return String(answer).slice(0, 'HTTP/1.1 200'.length);
}

/** Resolves when each client has received something. */
const answered = (clients: readonly Socket[]) => Promise.all(clients.map((client) => once(client, 'data')));

/** Keeps requests to a service pending, apart from the effect of `begin`. Returns their count. */
function delay(name: (typeof delayed)[number], begin: (res: ServerResponse) => void = () => undefined): () => number {
  let count = 0;
  fixture.upstream(name).handle((req, res) => {
    count += 1;
    req.resume();
    begin(res);
  });
  return () => count;
}

const request = headOf('GET', '/api/tribes');
const bodyOf = (...lines: string[]) =>
  headOf('POST', '/api/tribes/38/posts', 'content-type: application/json', ...lines);

test('clients that disconnect right after writing leave no slots in use', () =>
  disconnect({ text: () => request, reached: async () => undefined }));

/** Request kinds, each of which uses other slots. */
const kinds: readonly [kind: string, text: (...lines: string[]) => string][] = [
  ['a request', (...lines) => headOf('GET', '/api/tribes', ...lines)],
  ['a request with a body', (...lines) => `${bodyOf('content-length: 100', ...lines)}{`],
  ['an event stream', (...lines) => headOf('GET', '/api/stream', ...lines)],
];

test.each(kinds)(
  'clients of %s that disconnect while Redis is silent leave no slots in use and reach no service',
  async (_kind, text) => {
    const counts = delayed.map((name) => delay(name, (res) => res.end()));
    await disconnect({ begin: () => redis.hang(), text: () => text(), reached: handled, end: () => redis.goOn() });
    expect(counts.map((count) => count())).toEqual(delayed.map(() => 0));
  },
);

test.each(kinds)('clients of %s that disconnect during session lookup leave no slots in use', async (kind, text) => {
  let release: () => void = () => undefined;
  await disconnect({
    begin() {
      fixture.identity.sessionsHeld = new Promise((resolve) => {
        release = resolve;
      });
    },
    // The gateway caches sessions, so each round uses a new one.
    text: (round) => text(`authorization: Bearer ${fixture.signIn(`ana-${kind}-${round}`)}`),
    reached: handled,
    end: () => release(),
  });
});

test('clients that disconnect within a body leave no slots in use', () =>
  disconnect({ text: () => `${bodyOf('content-length: 100')}{`, reached: handled }));

test('clients that disconnect while a service works leave no slots in use', () => {
  const requests = delay('tribes');
  let expected = 0;
  const reached = (clients: readonly Socket[]) => {
    expected += clients.length;
    return until(() => requests() === expected, 'the service has received all of them');
  };
  return disconnect({ text: () => request, reached });
});

test('clients that disconnect within a response leave no slots in use', () => {
  delay('tribes', (res) => void res.write('begun'));
  return disconnect({ text: () => request, reached: async (clients) => void (await answered(clients)) });
});

test('clients that disconnect from an event stream leave no slots in use', () => {
  delay('vibes-realtime', (res) => res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders());
  return disconnect({
    text: () => headOf('GET', '/api/stream'),
    reached: async (clients) => void (await answered(clients)),
  });
});

test('a disconnect is not logged as a fault', () => {
  expect(fixture.gateway.logged.filter((line) => Number(/"level":(\d+)/.exec(line)?.[1]) >= 50)).toEqual([]);
});
