import { expect, test } from '@jest/globals';
import { computeFrame } from '../../lib/media-frame.ts';
import { firstWords } from './first-words.ts';
import { sourcesOf } from './picture-sources.ts';
import { withReaction } from './reactions.ts';

const none = { reactionCounts: { like: 3, dislike: 1 }, myReactions: [] as ('like' | 'dislike')[] };

test.each([
  ['a like counts', none, 'like', 4, 1, ['like']],
  ['a second like removes it', withReaction(none, 'like'), 'like', 3, 1, []],
  ['a dislike replaces the like', withReaction(none, 'like'), 'dislike', 3, 2, ['dislike']],
  ['a like replaces the dislike', withReaction(none, 'dislike'), 'like', 4, 1, ['like']],
] as const)('%s', (_what, before, type, like, dislike, mine) => {
  expect(withReaction(before, type)).toEqual({ reactionCounts: { like, dislike }, myReactions: mine });
});

test('a text of more than four words is cut after the fourth', () => {
  expect(firstWords('uno dos tres cuatro')).toBeUndefined();
  expect(firstWords('  uno dos\ntres cuatro   cinco ')).toBe('uno dos tres cuatro');
});

test('a full stop after the last shown word is left out, since an ellipsis follows it', () => {
  expect(firstWords('Salí a por pan. Y volví')).toBe('Salí a por pan');
});

test.each([
  [1600, 900, 4 / 3],
  [1000, 1000, 3 / 4],
  [900, 1600, 9 / 16],
])('a picture of %i by %i has its frame', (width, height, frame) => {
  expect(computeFrame(width, height)).toBe(frame);
});

test.each([
  ['wide', 1_600, 900, '/m 800w, /l 1600w', 'calc(min(632px, 100vw - 64px) * 1.00)'],
  ['tall', 900, 1_600, '/m 450w, /l 900w', 'calc(min(420px, 100vw - 64px) * 1.00)'],
  ['square, cropped', 1_200, 1_200, '/m 800w, /l 1200w', 'calc(min(420px, 100vw - 64px) * 1.33)'],
  ['small', 300, 200, '/m 300w, /l 300w', 'calc(min(632px, 100vw - 64px) * 1.00)'],
])('a %s picture lists its sizes and its displayed width', (_kind, width, height, srcSet, sizes) => {
  const image = {
    id: 'i',
    url: '/l',
    lqip: null,
    alt: '',
    lost: false,
    variants: { square: '/s', medium: '/m', large: '/l' },
  };
  expect(sourcesOf({ ...image, width, height })).toEqual({ srcSet, sizes });
});
