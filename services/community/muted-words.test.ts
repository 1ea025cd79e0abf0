import { expect, test } from '@jest/globals';
import { wordsIn } from './muted-words.ts';

test.each([
  ['Un GOLAZO, ¡gol!', 'gol', true],
  ['un golazo', 'gol', false],
  ['gol4 y autogol', 'gol', false],
  ['Política', 'politica', true],
  ['la final\n  de copa', 'final de copa', true],
  ['en c++ y java', 'c++', true],
  ['en c+', 'c++', false],
  ['a.b', 'a+b', false],
  ['x-a|b-y', 'a|b', true],
  ['今天看足球比赛', '足球', true],
  ['今天看篮球比赛', '足球', false],
  ['¡ñandú! 🙂', '🙂', true],
  ['', 'gol', false],
])('whether %j contains the muted word %j: %s', (text, word, expected) => {
  expect(wordsIn(text)(word)).toBe(expected);
});
