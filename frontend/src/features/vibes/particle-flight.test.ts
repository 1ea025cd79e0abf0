import { expect, test } from '@jest/globals';
import { burst, type Flight, rising, still } from './particle-flight.ts';

const half = () => 0.5;
const all: [string, Flight[]][] = [
  ['sparks', burst('spark', half)],
  ['hearts', burst('heart', half)],
  ['embers', rising('heart', half)],
  ['the still sign', still('spark')],
];

test.each(all)('%s move by transform and opacity only, and end invisible', (_name, flights) => {
  for (const { keyframes } of flights) {
    for (const frame of keyframes) expect(Object.keys(frame).sort()).toEqual(['opacity', 'transform']);
    expect(keyframes.at(-1)?.opacity).toBe(0);
  }
});

test('reactions of others rise', () => {
  for (const { keyframes } of rising('spark', half)) {
    expect(keyframes.at(-1)?.transform).toMatch(/^translate\(-?[\d.]+px, -\d/);
  }
});

test('nothing moves with reduced motion', () => {
  expect(still('heart').flatMap(({ keyframes }) => keyframes.map(({ transform }) => transform))).toEqual(
    Array.from({ length: 4 }, () => 'none'),
  );
});
