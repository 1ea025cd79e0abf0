import { expect, test } from '@jest/globals';
import { firstWords } from './first-words.ts';
import { frameOf } from './media-frame.ts';
import { withReaction } from './reactions.ts';

const none = { reactionCounts: { like: 3, dislike: 1 }, myReactions: [] as ('like' | 'dislike')[] };

test.each([
  ['a like counts', none, 'like', 4, 1, ['like']],
  ['a second like takes it back', withReaction(none, 'like'), 'like', 3, 1, []],
  ['a dislike replaces the like', withReaction(none, 'like'), 'dislike', 3, 2, ['dislike']],
  ['a like replaces the dislike', withReaction(none, 'dislike'), 'like', 4, 1, ['like']],
] as const)('%s', (_what, before, type, like, dislike, mine) => {
  expect(withReaction(before, type)).toEqual({ reactionCounts: { like, dislike }, myReactions: mine });
});

test('a text of more than four words is cut after the fourth', () => {
  expect(firstWords('uno dos tres cuatro')).toBeUndefined();
  expect(firstWords('  uno dos\ntres cuatro   cinco ')).toBe('uno dos tres cuatro');
});

test('the stop after the last word shown is left out: an ellipsis follows it', () => {
  expect(firstWords('Salí a por pan. Y volví')).toBe('Salí a por pan');
});

test.each([
  [1600, 900, 4 / 3],
  [1000, 1000, 3 / 4],
  [900, 1600, 9 / 16],
])('a picture of %i by %i stands in its frame', (width, height, frame) => {
  expect(frameOf(width, height)).toBe(frame);
});
