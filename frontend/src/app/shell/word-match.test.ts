import { expect, test } from '@jest/globals';
import { matchesWords } from './word-match.ts';

test.each([
  ['Mis publicaciones', 'm', true],
  ['Mis publicaciones', 'publ', true],
  ['Mis publicaciones', 'mis pub', true],
  ['Mis publicaciones', 's', false],
  ['Mis publicaciones', 'caciones', false],
  ['Búscame', 'busca', true],
  ['Ajustes de la página', 'PÁG', true],
  ['Ayuda (preguntas)', 'preg', true],
  ['Acampar y ampararse', 'ampa', true],
  ['Tribu 42', '4', true],
  ['Tribu 42', '2', false],
  ['管理部落', '部落', true],
  ['管理部落', '天', false],
  ['Mis tribus', '', true],
  ['Mis tribus', ' trib ', true],
])('a word of “%s” begins with “%s”: %s', (label, query, matches) => {
  expect(matchesWords(label, query)).toBe(matches);
});
