import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { failuresToOpen } from '../core/circuit-breaker.ts';
import { LateServer } from '../testing/late-server.ts';
import { stubPeer, testContext } from '../testing/service.ts';
import { until } from '../testing/until.ts';
import { type Calls, connect } from './client.ts';

let ctx: ReturnType<typeof testContext>;
/** A proxy between the client and its peer; blocks all bytes while the peer is frozen. */
let connection: LateServer;
let peer: Awaited<ReturnType<typeof stubPeer>>;
let tribes: Calls<TribesServiceService>;
/** The time limit of a call. */
let callMs: number;

beforeEach(async () => {
  callMs = 100;
  peer = await stubPeer('tribes', TribesServiceService, { getTribes: async () => ({ tribes: [] }) });
  connection = await LateServer.open(`http://${peer.address}`);
  ctx = testContext('content', undefined, 1);
  const timeLimits = {
    ...ctx.timeLimits,
    get callMs() {
      return callMs;
    },
  };
  tribes = connect({ ...ctx, timeLimits }, TribesServiceService, 'tribes', new URL(connection.url).host);
});
afterEach(async () => {
  await ctx.close();
  await connection.close();
  await peer.stop();
});

/** Makes concurrent calls; returns the number of responses. */
async function callTimes(times: number): Promise<number> {
  const calls = Array.from({ length: times }, () => tribes.getTribes({ ids: [] }));
  return (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;
}

async function isOpen(): Promise<boolean> {
  const gauge = await ctx.metrics.registry.getSingleMetric('breaker_open')?.get();
  return (gauge?.values ?? []).some(({ value }) => value === 1);
}

/** Freezes the peer and makes calls until they are refused. */
async function freeze(): Promise<void> {
  await until(async () => (await callTimes(1)) === 1 && !(await isOpen()), 'the peer answers');
  connection.hang();
  await callTimes(failuresToOpen);
  expect(await isOpen()).toBe(true);
}

test('calls to a frozen peer fail immediately after a few unanswered calls', async () => {
  await freeze();
  // Longer than the test's own timeout.
  callMs = 3_600_000;
  expect(await callTimes(200)).toBe(0);
});

test('the breaker of a resumed peer closes without traffic, and then all calls are answered', async () => {
  await freeze();
  connection.goOn();
  await until(async () => !(await isOpen()), 'the breaker is closed');
  callMs = 60_000;
  expect(await callTimes(100)).toBe(100);
});
