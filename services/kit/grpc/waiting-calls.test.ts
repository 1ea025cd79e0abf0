import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { failuresToOpen } from '../core/circuit-breaker.ts';
import { fail } from '../core/errors.ts';
import { Metrics } from '../core/metrics.ts';
import { openPolicies } from './call-class.ts';

/** Slow calls at work at once, and those that wait for their turn. */
const [parallel, waiting] = [50, 100];
const probeEveryMs = 3_600_000;

/** The calls that were sent and have no answer yet. */
let sent: PromiseWithResolvers<void>[];
/** Whether each call that is over was answered. */
let over: boolean[];
let isAlive: boolean;
let policy: ReturnType<typeof openPolicies>['slow'];

beforeEach(async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  [sent, over, isAlive] = [[], [], false];
  policy = openPolicies(new Metrics('caller'), 'media', { probe: async () => isAlive, probeEveryMs }).slow;
  make(parallel + waiting);
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
      () => over.push(true),
      () => over.push(false),
    );
  }
}

/** Lets the time of a probe pass, which the peer answers or not. */
async function probe(isAnswered: boolean): Promise<void> {
  isAlive = isAnswered;
  mock.timers.tick(probeEveryMs);
  await setImmediate();
}

/** Ends one call after the other as `end` says, and lets the next ones begin. */
async function endEach(calls: PromiseWithResolvers<void>[], end: typeof timeOut): Promise<void> {
  for (const call of calls) {
    end(call);
    await setImmediate();
  }
}
const timeOut = (call: PromiseWithResolvers<void>) => call.reject(fail('timeout'));
const answer = (call: PromiseWithResolvers<void>) => call.resolve();

test('calls that waited for their turn when the peer went away are not sent to it', async () => {
  expect(sent).toHaveLength(parallel);
  await endEach(sent.splice(0), timeOut);
  // Each of those before the fifth, which opens the breaker, made room for one that waited.
  const late = failuresToOpen - 1;
  expect([sent.length, over]).toEqual([late, Array(parallel + waiting - late).fill(false)]);
});

test('of the calls that wait while the peer goes and comes back one in eight is sent, not all at once', async () => {
  await endEach(sent.splice(0, failuresToOpen), timeOut);
  expect(sent).toHaveLength(parallel - 1);
  await probe(true);
  const admitted = 41;
  make(8 * admitted);
  await setImmediate();
  expect(sent).toHaveLength(parallel);
  await probe(false);
  await probe(true);
  const before = over.length;
  await endEach(sent.splice(0), answer);
  const left = admitted - 1;
  expect([sent.length, over.length - before]).toEqual([left / 8, parallel + left - left / 8]);
});
