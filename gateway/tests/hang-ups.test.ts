import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { LateServer } from '@tribus/kit/testing/late-server.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, redisUrl, startGateway } from './gateway-fixture.ts';

/** A thousand clients in all, so many of an address at once. */
const [rounds, perRound] = [20, 50];

let redis: LateServer;
let fixture: GatewayFixture;
beforeAll(async () => {
  redis = await LateServer.open(redisUrl());
  fixture = await startGateway({ RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000', REDIS_URL: redis.url });
});
afterAll(async () => {
  await fixture.stop();
  await redis.close();
});
/** The services that the tests hold. */
const held = ['tribes', 'content', 'vibes-realtime'] as const;
afterEach(() => {
  for (const name of held) fixture.upstream(name).handle();
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

/** Resolves when the gateway has handled whatever reached it before: it answers this at once, from nothing. */
async function handled(): Promise<void> {
  expect((await fixture.ask('/%zz')).status).toBe(404);
}

/** What requests, streams and bodies hold in the gateway. */
async function slotsInUse(): Promise<number> {
  const gauge = await fixture.gateway.metrics.registry.getSingleMetric('slots_in_use')?.get();
  return (gauge?.values ?? []).reduce((sum, { value }) => sum + value, 0);
}

/** Each test has addresses of its own, whose requests Redis has not counted yet. */
let network = 1;
const addressOf = (round: number): string => `127.0.${network}.${round + 1}`;

interface Stage {
  /** Called before the clients of a round connect. */
  begin?(): void;
  /** What each client of a round sends. */
  text(round: number): string;
  /** Resolves when the clients of a round are where they hang up. */
  reached(clients: readonly Socket[]): Promise<void>;
  /** Called once they have hung up. */
  end?(): void;
}

/** Has a thousand clients hang up, and expects that nothing is left of them. */
async function hangUp({ begin, text, reached, end }: Stage): Promise<void> {
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
  const nothingHeld = () => until(async () => (await slotsInUse()) === 0, 'nothing is held');
  await nothingHeld();
  for (const name of held) fixture.upstream(name).handle();
  const after = Array.from({ length: rounds }, (_, round) => statusFrom(addressOf(round)));
  expect(await Promise.all(after)).toEqual(Array(rounds).fill('HTTP/1.1 200'));
  // What clients had waited for has reached the gateway by now: it came before what these were answered with.
  await nothingHeld();
}

/** The status line of an answer to a client of this address. */
async function statusFrom(address: string): Promise<string> {
  const client = await open(address);
  client.write(headOf('GET', '/api/tribes'));
  const [answer] = await once(client, 'data');
  client.destroy();
  return String(answer).slice(0, 'HTTP/1.1 200'.length);
}

/** Resolves when each client has received something. */
const answered = (clients: readonly Socket[]) => Promise.all(clients.map((client) => once(client, 'data')));

/** Keeps the requests to a service unanswered, apart from what `begin` does. Returns how many came. */
function hold(name: (typeof held)[number], begin: (res: ServerResponse) => void = () => undefined): () => number {
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

test('clients who hang up right after they have written leave nothing behind', () =>
  hangUp({ text: () => request, reached: async () => undefined }));

/** What clients send: each kind of request holds something else. */
const kinds: readonly [kind: string, text: (...lines: string[]) => string][] = [
  ['a request', (...lines) => headOf('GET', '/api/tribes', ...lines)],
  ['a request with a body', (...lines) => `${bodyOf('content-length: 100', ...lines)}{`],
  ['a stream of events', (...lines) => headOf('GET', '/api/stream', ...lines)],
];

test.each(kinds)(
  'clients of %s who hang up while Redis, which counts requests, is silent leave nothing behind, and reach no service',
  async (_kind, text) => {
    const counts = held.map((name) => hold(name, (res) => res.end()));
    await hangUp({ begin: () => redis.hang(), text: () => text(), reached: handled, end: () => redis.goOn() });
    expect(counts.map((count) => count())).toEqual(held.map(() => 0));
  },
);

test.each(kinds)(
  'clients of %s who hang up while identity looks up their session leave nothing behind',
  async (kind, text) => {
    let goOn: () => void = () => undefined;
    await hangUp({
      begin() {
        fixture.identity.sessionsHeld = new Promise((resolve) => {
          goOn = resolve;
        });
      },
      // The gateway caches sessions, so that each round needs another.
      text: (round) => text(`authorization: Bearer ${fixture.signIn(`ana-${kind}-${round}`)}`),
      reached: handled,
      end: () => goOn(),
    });
  },
);

test('clients who hang up in the middle of a body leave nothing behind', () =>
  hangUp({ text: () => `${bodyOf('content-length: 100')}{`, reached: handled }));

test('clients who hang up while a service is at work leave nothing behind', () => {
  const asked = hold('tribes');
  let expected = 0;
  const reached = (clients: readonly Socket[]) => {
    expected += clients.length;
    return until(() => asked() === expected, 'the service has all of them');
  };
  return hangUp({ text: () => request, reached });
});

test('clients who hang up in the middle of an answer leave nothing behind', () => {
  hold('tribes', (res) => void res.write('begun'));
  return hangUp({ text: () => request, reached: async (clients) => void (await answered(clients)) });
});

test('clients who hang up on a stream of events leave nothing behind', () => {
  hold('vibes-realtime', (res) => res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders());
  return hangUp({
    text: () => headOf('GET', '/api/stream'),
    reached: async (clients) => void (await answered(clients)),
  });
});

test('no client who hangs up is logged as a fault', () => {
  expect(fixture.gateway.logged.filter((line) => Number(/"level":(\d+)/.exec(line)?.[1]) >= 50)).toEqual([]);
});
