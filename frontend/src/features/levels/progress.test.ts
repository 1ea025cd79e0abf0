import { expect, test } from '@jest/globals';
import { defaultThresholds } from '@limits/gamification';
import { computeProgress } from './progress.ts';

const thresholds = Object.fromEntries(Object.entries(defaultThresholds));

test.each([
  ['begins empty', 1, 0, { share: 0, next: 2, missing: 100, granted: null }],
  ['runs from zero to the second level', 1, 40, { share: 0.4, next: 2, missing: 60, granted: null }],
  ['runs from this level’s threshold to the next one’s', 2, 200, { share: 0.5, next: 3, missing: 100, granted: null }],
  ['is full with enough points but without the level', 1, 130, { share: 1, next: 2, missing: 0, granted: null }],
  ['is empty for a member promoted with fewer points', 3, 20, { share: 0, next: 4, missing: 680, granted: 300 }],
  ['has no next level at the top', 5, 1_600, { share: 1, next: null, missing: 0, granted: null }],
  [
    'is not full at the top for a level granted by a role',
    5,
    15,
    { share: 0.01, next: null, missing: 0, granted: 1_500 },
  ],
])('progress %s', (_name, level, points, expected) => {
  expect(computeProgress({ level, points, thresholds })).toEqual(expected);
});
