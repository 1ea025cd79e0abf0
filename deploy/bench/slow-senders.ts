import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { trueTimeLimits } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, startGateway } from '../../gateway/tests/gateway-fixture.ts';
import { summary } from './delivery.ts';
import { type DurationRow, Durations, expectStatus } from './durations.ts';

const connections = 2_000;
/** Bodies that one address may send at once; more are refused. */
const admitted = 64;
/** Smallest difference that is not noise of the machine. */
const floorMs = 250;
const settings = { BODY_IDLE_MS: '60000', RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000' };

/**
 * Measures the effect of 2,000 connections of one address that send next to nothing on another client: the 99th
 * percentile of its requests may be twice the value before.
 */
export async function measureSlowSenders(): Promise<DurationRow> {
  const fixture = await startGateway({ ...trueTimeLimits, ...settings });
  const slow: Socket[] = [];
  try {
    const token = fixture.signIn('eva');
    await timesOf(fixture, token, 100);
    const idleP99 = await slowest(fixture, token);
    let refused = 0;
    const begin = () => beginBody(fixture, () => (refused += 1));
    while (slow.length < connections) slow.push(...(await Promise.all(Array.from({ length: 100 }, begin))));
    await until(
      () => refused === connections - admitted,
      () => `${connections - admitted} slow senders are refused (${refused} are)`,
    );
    const busy = new Durations();
    busy.add(await slowest(fixture, token));
    return busy.row('edge-slow-senders', `p99 with 2,000 slow senders (idle ${idleP99.toFixed(0)})`, limitOf(idleP99));
  } finally {
    for (const socket of slow) socket.destroy();
    await fixture.stop();
  }
}

const limitOf = (idleP99Ms: number): number => Math.max(2 * idleP99Ms, floorMs);

/** Begins a request from another address whose body never ends. */
async function beginBody({ gateway }: GatewayFixture, refused: () => void): Promise<Socket> {
  const { hostname, port } = new URL(gateway.httpUrl);
  const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' });
  await once(socket, 'connect');
  // The connections are closed here or refused by the gateway.
  socket.on('error', () => undefined);
  socket.once('data', (response) => response.toString().startsWith('HTTP/1.1 429') && refused());
  socket.write(
    'POST /api/tribes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  );
  return socket;
}

/** Returns the durations of `count` requests, ten at a time. */
async function timesOf(fixture: GatewayFixture, token: string, count: number): Promise<number[]> {
  const times: number[] = [];
  const work = async () => {
    while (times.length < count) {
      const began = performance.now();
      const { status } = await fixture.ask('/api/tribes', { method: 'POST', body: '{}', token });
      times.push(performance.now() - began);
      expectStatus(status, [200], 'a request during slow uploads');
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return times;
}

/**
 * The 99th percentile of the best of three rounds: a delay by the senders shows in each, a pause of the machine does
 * not.
 */
async function slowest(fixture: GatewayFixture, token: string): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 3; round += 1) rounds.push(summary(await timesOf(fixture, token, 200)).p99);
  return Math.min(...rounds);
}
