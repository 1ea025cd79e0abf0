import { expect, test } from '@jest/globals';
import { BodyPace } from './body-pace.ts';

const checkMs = 20_000;

/** The check, counted from one, at which a body is broken off that grows by so many bytes before each. */
function brokenOffAt(growth: number[], isAwaited = (_check: number) => true): number | undefined {
  const pace = new BodyPace(checkMs);
  let bytes = 0;
  for (const [index, more] of growth.entries()) {
    bytes += more;
    if (pace.isTooSlow(bytes, isAwaited(index + 1))) return index + 1;
  }
  return undefined;
}

const steady = (bytesPerSecond: number, checks: number): number[] =>
  Array<number>(checks).fill((bytesPerSecond * checkMs) / 1000);

test('a trickle is broken off once its time is over, also behind bytes that came fast', () => {
  expect(brokenOffAt(steady(1, 100))).toBe(7);
  expect(brokenOffAt([15_000_000, ...steady(1, 100)])).toBe(7);
  expect(brokenOffAt([...steady(200_000, 30), ...steady(1, 100)])).toBe(33);
});

test('a line of 64 kbit/s has the time for a small picture, one of 128 kbit/s for anything', () => {
  expect(brokenOffAt(steady(7_500, 6))).toBeUndefined();
  expect(brokenOffAt(steady(15_000, 1_000))).toBeUndefined();
});

test('a line that stalls for a while and goes on is none too slow', () => {
  const stalling = Array.from({ length: 100 }, (_, check) => (check % 3 === 0 ? 4_000_000 : 1));
  expect(brokenOffAt(stalling)).toBeUndefined();
});

test('a pause is one at once, and none while the reader takes no more', () => {
  expect(brokenOffAt([1_000_000, 0])).toBe(2);
  expect(brokenOffAt([1_000_000, ...Array<number>(50).fill(0)], () => false)).toBeUndefined();
  const resumed = brokenOffAt([...steady(200_000, 10), 0, ...steady(200_000, 50)], (check) => check !== 11);
  expect(resumed).toBeUndefined();
});
