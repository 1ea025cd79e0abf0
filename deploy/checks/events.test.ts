import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { definitions } from './definitions.ts';
import { eventUsesIn } from './event-uses.ts';

/**
 * Every event costs a row of an outbox and its way through the broker, so each that a contract declares is emitted by
 * code and does something somewhere: it has a handler of a service, or a listener of its copies.
 */

/** Events of work that is under way, with what they lack until then. An entry whose event lacks nothing fails. */
const awaited: Readonly<Record<string, { lacks: readonly ('emitter' | 'handler')[]; until: string }>> = {
  'media.v1.MediaReady': {
    lacks: ['emitter', 'handler'],
    until: 'media makes videos in jobs, whose end content follows',
  },
  'media.v1.MediaFailed': {
    lacks: ['emitter', 'handler'],
    until: 'the same, for a video of which nothing could be made',
  },
  'tribes.v1.TribeCreated': { lacks: ['handler'], until: 'content keeps an index of tribes for the search' },
};

/** Declared once, and removed: an outbox or the broker may hold some of another version, so no event is named so again. */
const removed = [
  'agents.v1.AgentActed',
  'gamification.v1.PointsAwarded',
  'identity.v1.SiteSettingsChanged',
  'tribes.v1.OwnershipTransferred',
];

const root = join(import.meta.dirname, '..', '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const declared = globSync('proto/*/v1/events.proto', { cwd: root }).flatMap((file) => {
  const text = textOf(file);
  const [, from] = /^package (\S+);/m.exec(text) ?? [];
  return [...text.matchAll(/^message (\w+)/gm)].map(([, name]) => `${from}.${name}`);
});

const isTest = (file: string) => /\.test\.ts$|(^|\/)(tests|testing|node_modules)\//.test(file);
/** What services are made of, by the folder it is in. */
const uses = globSync(['services/*/**/*.ts', 'gateway/src/**/*.ts'], { cwd: root, exclude: isTest })
  .filter((file) => !isTest(file))
  .map((file) => ({ folder: file.split('/')[1] ?? '', ...eventUsesIn(file, textOf(file)) }));

const emitted = new Set(uses.flatMap((file) => [...file.emitted]));
const handled = new Set([
  ...uses.flatMap((file) => [...file.listened]),
  ...definitions.flatMap((service) => service.handledEvents()),
]);

test('every event is emitted, and handled by a service; what is not yet is listed with its reason', () => {
  const lacking = declared.flatMap((type) => {
    const lacks = [...(emitted.has(type) ? [] : ['emitter']), ...(handled.has(type) ? [] : ['handler'])];
    return lacks.length > 0 ? [[type, lacks] as const] : [];
  });
  const expected = Object.entries(awaited).map(([type, { lacks }]) => [type, lacks]);
  expect(Object.fromEntries(lacking)).toEqual(Object.fromEntries(expected));
});

test('what is emitted or handled is declared, and the contracts declare many events', () => {
  expect([...emitted, ...handled].filter((type) => !declared.includes(type))).toEqual([]);
  expect(declared.length).toBeGreaterThan(30);
});

test('no event has the name of one that was removed', () => {
  expect(removed.filter((type) => declared.includes(type))).toEqual([]);
});

const withPage = definitions.filter(({ name }) => name !== 'gateway');

test.each(withPage.map(({ name }) => name))('the README of %s tells which events it emits, and no other', (name) => {
  const [told = ''] = /\*\*Emits\*\*.*?(?=\n- |\. \*\*)|$/s.exec(textOf(`services/${name}/README.md`)) ?? [];
  const names = [...told.matchAll(/`([^`]+)`/g)].flatMap(([, words = '']) => words.split(' '));
  const own = uses.filter(({ folder }) => folder === name).flatMap((file) => [...file.emitted]);
  expect(names.sort()).toEqual([...new Set(own.map((type) => type.split('.').at(-1)))].sort());
});

describe('an emitter or a listener is a call with the type that the contracts export', () => {
  const usesIn = (...lines: string[]) => {
    const { emitted, listened } = eventUsesIn('sample.ts', lines.join('\n'));
    return { emitted: [...emitted], listened: [...listened] };
  };
  const none = { emitted: [], listened: [] };
  const imported = (names: string) => `import { ${names} } from '@tribus/proto/tribes/v1/events.ts';`;

  test('a comment, a text, a decoded payload or a list is none', () => {
    expect(
      usesIn(
        imported('MemberLeft'),
        '// tx.emit(MemberLeft, {});',
        "log('tx.emit(MemberLeft)');",
        'MemberLeft.decode(bytes);',
        'const all = [MemberLeft]; keep(all); count(MemberLeft);',
      ),
    ).toEqual(none);
  });

  test('nor is a type without a value, or one of that name from elsewhere', () => {
    expect(
      usesIn("import type { MemberLeft } from '@tribus/proto/tribes/v1/events.ts';", 'tx.emit(MemberLeft);'),
    ).toEqual(none);
    expect(usesIn(imported('type MemberLeft'), 'tx.emit(MemberLeft);')).toEqual(none);
    expect(usesIn("import { MemberLeft } from './samples.ts';", 'tx.emit(MemberLeft);')).toEqual(none);
  });

  test('each way to emit counts, also under another name and for one of two', () => {
    const emitted = ['tribes.v1.MemberLeft', 'tribes.v1.MemberJoined'];
    expect(usesIn(imported('MemberLeft as Left, MemberJoined'), 'tx.emit(isGone ? Left : MemberJoined, {});')).toEqual({
      emitted,
      listened: [],
    });
    for (const call of [
      'store.event(MemberLeft, {})',
      'recordEvent(ctx, MemberLeft, {})',
      'recordAudit(ctx, tx, MemberLeft)',
    ])
      expect(usesIn(imported('MemberLeft'), call)).toEqual({ emitted: ['tribes.v1.MemberLeft'], listened: [] });
  });

  test('a listener counts for each type of the loop around it', () => {
    const loop = 'for (const type of [MemberLeft, MemberJoined]) bus.listen<unknown>(type, () => forget());';
    expect(usesIn(imported('MemberLeft, MemberJoined'), loop)).toEqual({
      emitted: [],
      listened: ['tribes.v1.MemberLeft', 'tribes.v1.MemberJoined'],
    });
  });
});
