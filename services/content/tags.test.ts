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
  ['L’Hospitalet, nº 3', 'l-hospitalet-no-3'],
  ['北京', '北京'],
  ['東京 Tower', '東京-tower'],
  ['がんばれ サッポロ', 'がんばれ-サッポロ'],
  ['서울 특별시', '서울-특별시'],
  ['दिल्ली', 'दिल्ली'],
  ['Йошкар-Ола', 'иошкар-ола'],
  ['İstanbul', 'istanbul'],
  ['ＭＡＤＲＩＤ\u200b\u202e', 'madrid'],
  ['🏔️ 1️⃣', '1'],
  ['🏔️', ''],
  ["'; -- \\", ''],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  ['𠮷'.repeat(61), '𠮷'.repeat(60)],
])('the slug of %s is %j', (place, slug) => {
  expect(placeSlugOf(place)).toBe(slug);
  expect(placeSlugOf(slug)).toBe(slug);
});

test('the mood is the first tag that is a mood, and a story keeps it with the tag vibe', () => {
  expect(moodOf(['vibe', 'sunset', 'epic', 'chill'])).toBe('epic');
  expect(moodOf(['sunset'])).toBeUndefined();
  expect(storyTags(['sunset', 'epic', 'chill'])).toEqual(['epic', 'vibe']);
  expect(storyTags([])).toEqual(['vibe']);
});
