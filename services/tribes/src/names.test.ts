import { expect, test } from '@jest/globals';
import { findFreeName, looksReserved, mixesScripts, namesAtOnce, normaliseName } from './names.ts';

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
  ['hominini\ufe0f', 'hominini'],
  ['hominini\u3164', 'hominini'],
  ['\u115fhominini\uffa0', 'hominini'],
  ['homi\u17b4nini', 'hominini'],
  ['homi\u{e0101}nini', 'hominini'],
  ['ｈｏｍｉｎｉｎｉ', 'hominini'],
  ['cine ❤️ club', 'cine-club'],
  ['Straße', 'straße'],
  ['?!', ''],
  ['🎸', ''],
])('the name %j has the slug %j', (name, slug) => {
  expect(normaliseName(name)).toBe(slug);
});

test.each(['hоminini', 'rοck', 'Москвa', 'λоgos', 'ho\u200dмinini'])('the word %j mixes scripts', (name) => {
  expect(mixesScripts(name)).toBe(true);
});

test.each(['Cine Club', 'Cine Москва', 'α-beta', 'Ñandú', '摇滚 rock', 'ロックband', 'रॉक band', 'Привет', '5µm'])(
  'no word of the name %j mixes scripts',
  (name) => {
    expect(mixesScripts(name)).toBe(false);
  },
);

test.each([
  'hominini',
  'Hominini.',
  'h0minini',
  'HOMlNlNl',
  'horninini',
  'hom1n1n1',
  'homınını',
  'ΗΟΜΙΝΙΝΙ',
  'һоміпіпі',
  'hömïnínì',
  'hominini\u0489',
])('%j looks like hominini', (name) => {
  expect(looksReserved(name)).toBe(true);
});

test.each(['homininis', 'hominidos', 'Homo', 'Μουσική', 'номини', 'hominini 2', 'minini'])(
  '%j does not look like hominini',
  (name) => {
    expect(looksReserved(name)).toBe(false);
  },
);

test.each([
  ['rock', [], 'rock'],
  ['rock', ['rock-2'], 'rock'],
  ['rock', ['rock'], 'rock-2'],
  ['rock', ['rock', 'rock-2', 'rock-4'], 'rock-3'],
])('the free name for %s next to %j is %s', async (slug, taken, free) => {
  expect(await findFreeName(slug, async () => new Set(taken))).toBe(free);
});

test('a free name is found among a bounded number of names at a time, whatever number of them is taken', async () => {
  const taken = new Set(['rock', ...Array.from({ length: 2 * namesAtOnce }, (_, at) => `rock-${at + 2}`)]);
  const lookups: number[] = [];
  const free = await findFreeName('rock', async (names) => {
    lookups.push(names.length);
    return taken;
  });
  expect([free, lookups]).toEqual([`rock-${2 * namesAtOnce + 2}`, Array(3).fill(namesAtOnce)]);
});
