import { expect, test } from '@jest/globals';
import { freeName, normalizeName } from './names.ts';

test.each([
  ['Cine Club', 'cine-club'],
  ['  ¡Música, maestro!  ', 'musica-maestro'],
  ['Ñandú', 'nandu'],
  ['ROCK & roll', 'rock-roll'],
  ['摇滚部落', '摇滚部落'],
  ['हिन्दी', 'हिन्दी'],
  ['İstanbul', 'istanbul'],
  ['a--b__c', 'a-b-c'],
  ['homi\u200bnini\u00ad', 'hominini'],
  ['?!', ''],
  ['🎸', ''],
])('the name %j becomes %j', (name, slug) => {
  expect(normalizeName(name)).toBe(slug);
});

test.each([
  ['rock', [], 'rock'],
  ['rock', ['rock-2'], 'rock'],
  ['rock', ['rock'], 'rock-2'],
  ['rock', ['rock', 'rock-2', 'rock-4'], 'rock-3'],
])('for %s beside %j the free name is %s', (slug, taken, free) => {
  expect(freeName(slug, new Set(taken))).toBe(free);
});
