import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Admission, CircuitBreaker, failuresToOpen } from './circuit-breaker.ts';

/** Long enough that only the timer sends probes, however slow the machine is. */
const probeEveryMs = 3_600_000;
let isAlive: boolean;
let probes: number;
let breaker: CircuitBreaker;

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  isAlive = false;
  probes = 0;
  const probe = async () => {
    probes += 1;
    return isAlive;
  };
  breaker = new CircuitBreaker({ probe, probeEveryMs });
});
afterEach(() => {
  breaker.stop();
  mock.timers.reset();
});

/** Returns the admission of the next admitted request. */
function nextAdmission(): Admission {
  for (let requests = 0; requests < 64; requests += 1) {
    const admission = breaker.admit();
    if (admission) return admission;
  }
  throw new Error('all requests are refused');
}
const repeat = (times: number, action: () => void) => {
  for (let done = 0; done < times; done += 1) action();
};
const fail = (times: number) => repeat(times, () => nextAdmission().failed());
const open = () => fail(failuresToOpen);
/** Advances the clock by `periods` probe intervals and lets each probe end. */
async function pass(periods: number): Promise<void> {
  for (let period = 0; period < periods; period += 1) {
    mock.timers.tick(probeEveryMs);
    await setImmediate();
  }
}
/** Returns the number of admitted requests out of 64. */
const admitted = () => Array.from({ length: 64 }, () => breaker.admit()).filter(Boolean).length;
const isAdmittedSoon = async () => (await breaker.admitSoon()) !== undefined;

test('a breaker opens after exactly five consecutive unanswered requests', () => {
  fail(failuresToOpen - 1);
  nextAdmission().succeeded();
  fail(failuresToOpen - 1);
  expect([breaker.isOpen, admitted()]).toEqual([false, 64]);
  fail(1);
  expect([breaker.isOpen, admitted()]).toEqual([true, 0]);
});

test('while the peer is unavailable every request is refused and the peer is probed periodically', async () => {
  open();
  await pass(20);
  expect([probes, admitted()]).toEqual([20, 0]);
});

test('a peer that answers probes receives a growing share of the requests', async () => {
  open();
  isAlive = true;
  const shares: number[] = [];
  for (let period = 0; period < 4; period += 1) {
    await pass(1);
    shares.push(admitted());
  }
  expect(shares).toEqual([8, 16, 32, 64]);
  expect([breaker.isOpen, probes]).toEqual([false, 4]);
});

test('sequential requests are not refused after the first answered probe', async () => {
  open();
  isAlive = true;
  await pass(1);
  for (let requests = 0; requests < 10; requests += 1) {
    const admission = breaker.admit();
    expect(admission).toBeDefined();
    admission?.succeeded();
  }
  expect([breaker.isOpen, probes]).toEqual([false, 1]);
});

test('a breaker closes without traffic and then stops probing', async () => {
  open();
  await pass(40);
  isAlive = true;
  await pass(4);
  expect(admitted()).toBe(64);
  const before = probes;
  await pass(40);
  expect(probes).toBe(before);
});

test('the first request after an outage triggers a probe and is admitted', async () => {
  open();
  expect([await isAdmittedSoon(), probes]).toEqual([false, 1]);
  isAlive = true;
  expect([await isAdmittedSoon(), probes]).toEqual([true, 2]);
});

test('a request is refused when its probe takes too long', async () => {
  breaker = new CircuitBreaker({ probe: () => new Promise(() => undefined), probeEveryMs });
  open();
  const isAdmitted = isAdmittedSoon();
  mock.timers.tick(40);
  expect(await isAdmitted).toBe(false);
});

test('an unanswered probe makes the breaker refuse all requests again', async () => {
  open();
  isAlive = true;
  await pass(2);
  expect(admitted()).toBe(16);
  isAlive = false;
  await pass(1);
  expect(admitted()).toBe(0);
});

test('a probe sent before the breaker reopened is ignored and does not stop later probes', async () => {
  const answers: ((isAlive: boolean) => void)[] = [];
  const probe = () => new Promise<boolean>((resolve) => void answers.push(resolve));
  breaker = new CircuitBreaker({ probe, probeEveryMs });
  open();
  await pass(1);
  answers[0]?.(true);
  await setImmediate();
  await pass(1);
  expect([answers.length, admitted()]).toEqual([2, 8]);
  open();
  await pass(2);
  expect([answers.length, admitted()]).toEqual([3, 0]);
  answers[1]?.(true);
  await setImmediate();
  expect(admitted()).toBe(0);
  answers[2]?.(true);
  await setImmediate();
  expect(admitted()).toBe(8);
  await pass(1);
  expect(answers.length).toBe(4);
});

test('results of requests sent before the breaker opened are ignored', async () => {
  const early = nextAdmission();
  const end = () => {
    repeat(failuresToOpen, early.failed);
    repeat(failuresToOpen, early.succeeded);
  };
  open();
  end();
  expect(admitted()).toBe(0);
  isAlive = true;
  await pass(1);
  end();
  expect(admitted()).toBe(8);
  await pass(3);
  repeat(failuresToOpen, early.failed);
  expect([breaker.isOpen, admitted()]).toEqual([false, 64]);
});

test('results of requests sent before an unanswered probe are ignored', async () => {
  open();
  isAlive = true;
  await pass(1);
  const early = nextAdmission();
  isAlive = false;
  await pass(1);
  isAlive = true;
  await pass(1);
  repeat(failuresToOpen, early.failed);
  expect(admitted()).toBe(8);
  early.succeeded();
  expect(admitted()).toBe(8);
});

test('results of admitted requests count until the breaker refuses all requests', async () => {
  open();
  isAlive = true;
  await pass(1);
  const admission = nextAdmission();
  await pass(3);
  repeat(failuresToOpen, admission.failed);
  expect(admitted()).toBe(0);
});

test('a breaker that reopens repeatedly pauses longer each time, until a request is answered', async () => {
  isAlive = true;
  open();
  await pass(4);
  open();
  await pass(1);
  expect([admitted(), await isAdmittedSoon()]).toEqual([0, false]);
  await pass(1);
  expect(admitted()).toBe(8);
  await pass(3);
  nextAdmission().succeeded();
  open();
  await pass(1);
  expect(admitted()).toBe(8);
});

test('a stopped breaker sends no probes', async () => {
  open();
  breaker.stop();
  await pass(10);
  expect([await isAdmittedSoon(), probes]).toEqual([false, 0]);
});
