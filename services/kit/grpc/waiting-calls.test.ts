import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { failuresToOpen } from '../core/circuit-breaker.ts';
import { fail } from '../core/errors.ts';
import { Metrics } from '../core/metrics.ts';
import { openPolicies } from './call-class.ts';

/** Limits of concurrent and queued slow calls. */
const [parallel, queued] = [50, 100];
const probeEveryMs = 3_600_000;

/** The pending calls. */
let sent: PromiseWithResolvers<void>[];
/** The results of finished calls: whether each was answered. */
let results: boolean[];
let isAlive: boolean;
let policy: ReturnType<typeof openPolicies>['slow'];

beforeEach(async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  [sent, results, isAlive] = [[], [], false];
  policy = openPolicies(new Metrics('caller'), 'media', { probe: async () => isAlive, probeEveryMs }).slow;
  make(parallel + queued);
  await setImmediate();
});
afterEach(() => {
  policy.stop();
  mock.timers.reset();
});

function make(count: number): void {
  const call = () => {
    const pending = Promise.withResolvers<void>();
    sent.push(pending);
    return pending.promise;
  };
  for (let made = 0; made < count; made += 1) {
    policy.execute(call).then(
      () => results.push(true),
      () => results.push(false),
    );
  }
}

/** Advances the clock to the next probe, which the peer answers or not. */
async function probe(isAnswered: boolean): Promise<void> {
  isAlive = isAnswered;
  mock.timers.tick(probeEveryMs);
  await setImmediate();
}

/** Ends the calls one after the other with `end` and lets queued calls start. */
async function endEach(calls: PromiseWithResolvers<void>[], end: typeof timeOut): Promise<void> {
  for (const call of calls) {
    end(call);
    await setImmediate();
  }
}
const timeOut = (call: PromiseWithResolvers<void>) => call.reject(fail('timeout'));
const answer = (call: PromiseWithResolvers<void>) => call.resolve();

test('calls queued when the peer becomes unavailable are not sent', async () => {
  expect(sent).toHaveLength(parallel);
  await endEach(sent.splice(0), timeOut);
  // Each failure before the fifth, which opens the breaker, let one queued call start.
  const late = failuresToOpen - 1;
  expect([sent.length, results]).toEqual([late, Array(parallel + queued - late).fill(false)]);
});

test('only one in eight queued calls is sent at once after an outage', async () => {
  await endEach(sent.splice(0, failuresToOpen), timeOut);
  expect(sent).toHaveLength(parallel - 1);
  await probe(true);
  const admitted = 41;
  make(8 * admitted);
  await setImmediate();
  expect(sent).toHaveLength(parallel);
  await probe(false);
  await probe(true);
  const before = results.length;
  await endEach(sent.splice(0), answer);
  const left = admitted - 1;
  expect([sent.length, results.length - before]).toEqual([left / 8, parallel + left - left / 8]);
});
