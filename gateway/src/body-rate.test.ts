import { expect, test } from '@jest/globals';
import { BodyRate } from './body-rate.ts';

const checkMs = 20_000;

/** The number of the check at which a body with this growth per check is aborted. */
function abortedAt(growth: number[], isAwaited = (_check: number) => true): number | undefined {
  const rate = new BodyRate(checkMs);
  let bytes = 0;
  for (const [index, more] of growth.entries()) {
    bytes += more;
    if (rate.isTooSlow(bytes, isAwaited(index + 1))) return index + 1;
  }
  return undefined;
}

const steady = (bytesPerSecond: number, checks: number): number[] =>
  Array<number>(checks).fill((bytesPerSecond * checkMs) / 1000);

test('a slow body is aborted after the free checks, also after fast bytes', () => {
  expect(abortedAt(steady(1, 100))).toBe(7);
  expect(abortedAt([15_000_000, ...steady(1, 100)])).toBe(7);
  expect(abortedAt([...steady(200_000, 30), ...steady(1, 100)])).toBe(33);
});

test('64 kbit/s suffice for a small picture, 128 kbit/s for any body', () => {
  expect(abortedAt(steady(7_500, 6))).toBeUndefined();
  expect(abortedAt(steady(15_000, 1_000))).toBeUndefined();
});

test('a connection that stalls temporarily is not too slow', () => {
  const stalling = Array.from({ length: 100 }, (_, check) => (check % 3 === 0 ? 4_000_000 : 1));
  expect(abortedAt(stalling)).toBeUndefined();
});

test('a pause aborts at once, unless the service applies backpressure', () => {
  expect(abortedAt([1_000_000, 0])).toBe(2);
  expect(abortedAt([1_000_000, ...Array<number>(50).fill(0)], () => false)).toBeUndefined();
  const resumed = abortedAt([...steady(200_000, 10), 0, ...steady(200_000, 50)], (check) => check !== 11);
  expect(resumed).toBeUndefined();
});
