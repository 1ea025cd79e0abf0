import { expect, test } from '@jest/globals';
import { parseTribeTags } from './tags.ts';

test.each([
  ['', []],
  ['  ,, ', []],
  ['Rock, jazz', ['rock', 'jazz']],
  ['rock,ROCK , rock', ['rock']],
  [
    ['cine', 'cine,teatro'],
    ['cine', 'teatro'],
  ],
  ['a-1', ['a-1']],
])('the tags %j are parsed as %j', (typed, tags) => {
  expect(parseTribeTags(typed)).toEqual({ tags, problems: [] });
});

test('a tag of 24 characters is accepted and one of 25 is too long', () => {
  expect(parseTribeTags('a'.repeat(24)).problems).toEqual([]);
  expect(parseTribeTags('a'.repeat(25)).problems).toEqual([{ code: 'tag_length', tag: 'a'.repeat(25) }]);
});

test.each(['ñandú', 'two words', 'a_b', '#rock', '摇滚'])('the tag %s contains invalid characters', (tag) => {
  expect(parseTribeTags(tag).problems).toEqual([{ code: 'tag_characters', tag }]);
});

test('each invalid tag is reported, in the order typed', () => {
  const problems = parseTribeTags(`b_, ok, ${'x'.repeat(30)}`).problems;
  expect(problems.map(({ code }) => code)).toEqual(['tag_characters', 'tag_length']);
});
