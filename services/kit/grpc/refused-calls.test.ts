import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { failuresToOpen } from '../core/circuit-breaker.ts';
import { LateServer } from '../testing/late-server.ts';
import { stubPeer, testContext } from '../testing/service.ts';
import { until } from '../testing/until.ts';
import { type Calls, connect } from './client.ts';

let ctx: ReturnType<typeof testContext>;
/** Between the client and its peer; lets no byte pass while the peer is frozen. */
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

/** Makes so many calls at once; returns how many were answered. */
async function ask(times: number): Promise<number> {
  const asked = Array.from({ length: times }, () => tribes.getTribes({ ids: [] }));
  return (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length;
}

async function isOpen(): Promise<boolean> {
  const gauge = await ctx.metrics.registry.getSingleMetric('breaker_open')?.get();
  return (gauge?.values ?? []).some(({ value }) => value === 1);
}

/** Freezes the peer, and asks until its calls are refused. */
async function freeze(): Promise<void> {
  await until(async () => (await ask(1)) === 1 && !(await isOpen()), 'the peer answers');
  connection.hang();
  await ask(failuresToOpen);
  expect(await isOpen()).toBe(true);
}

test('after a few unanswered calls to a frozen peer further calls fail without waiting for it', async () => {
  await freeze();
  // Longer than a test may take.
  callMs = 3_600_000;
  expect(await ask(200)).toBe(0);
});

test('the breaker of a peer that goes on closes without a call, and then all calls are answered', async () => {
  await freeze();
  connection.goOn();
  await until(async () => !(await isOpen()), 'the breaker is closed');
  callMs = 60_000;
  expect(await ask(100)).toBe(100);
});
