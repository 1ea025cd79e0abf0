import { expect, test } from '@jest/globals';
import { moodOf, normaliseTags, placeSlugOf, storyTags } from './tags.ts';

test.each([
  ['', []],
  [' , ', []],
  ['#Rock', ['rock']],
  ['##Rock', ['rock']],
  ['rock, jazz  blues', ['rock', 'jazz', 'blues']],
  ['Rock rock #ROCK', ['rock']],
  ['rock&roll', ['rock-roll']],
  ['a__b---c', ['a-b-c']],
  ['-edge-', ['edge']],
  ['ñ', ['n']],
  ['niño, montaña, café', ['nino', 'montana', 'cafe']],
  ['山', []],
  ['!!!', []],
  [
    ['one', 'two,three'],
    ['one', 'two', 'three'],
  ],
])('the tags entered as %j become %j', (typed, tags) => {
  expect(normaliseTags(typed)).toEqual(tags);
});

test('normalising tags twice changes nothing', () => {
  const once = normaliseTags('#Ácido, ro--ck & jazz');
  expect(normaliseTags(once)).toEqual(once);
});

test.each([
  ['Ciudad de México', 'ciudad-de-mexico'],
  ['  São Paulo ', 'sao-paulo'],
  ['北京', ''],
])('the slug of %s is %j', (place, slug) => {
  expect(placeSlugOf(place)).toBe(slug);
});

test('the mood is the first tag that is a mood, and a story keeps it with the tag vibe', () => {
  expect(moodOf(['vibe', 'sunset', 'epic', 'chill'])).toBe('epic');
  expect(moodOf(['sunset'])).toBeUndefined();
  expect(storyTags(['sunset', 'epic', 'chill'])).toEqual(['epic', 'vibe']);
  expect(storyTags([])).toEqual(['vibe']);
});
