import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { definitions } from './definitions.ts';
import { eventUsesIn } from './event-uses.ts';

/**
 * Every event costs an outbox row and a message in the broker, so every declared event must be emitted by code and
 * used: by a handler of a service, or by a listener of its replicas.
 */

/** Removed events: an outbox or the broker may contain some of an older version, so no event reuses such a name. */
const removed = [
  'agents.v1.AgentActed',
  'gamification.v1.PointsAwarded',
  'identity.v1.SiteSettingsChanged',
  'tribes.v1.OwnershipTransferred',
  'tribes.v1.TribeCreated',
];

const root = join(import.meta.dirname, '..', '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const declared = globSync('proto/*/v1/events.proto', { cwd: root }).flatMap((file) => {
  const text = textOf(file);
  const [, from] = /^package (\S+);/m.exec(text) ?? [];
  return [...text.matchAll(/^message (\w+)/gm)].map(([, name]) => `${from}.${name}`);
});

const isTest = (file: string) => /\.test\.ts$|(^|\/)(tests|testing|node_modules)\//.test(file);
/** Sources of the services, with their folder. */
const uses = globSync(['services/*/**/*.ts', 'gateway/src/**/*.ts'], { cwd: root, exclude: isTest })
  .filter((file) => !isTest(file))
  .map((file) => ({ folder: file.split('/')[1] ?? '', ...eventUsesIn(file, textOf(file)) }));

const emitted = new Set(uses.flatMap((file) => [...file.emitted]));
const handled = new Set([
  ...uses.flatMap((file) => [...file.listened]),
  ...definitions.flatMap((service) => service.handledEvents()),
]);

test('every event is emitted, and handled by a service', () => {
  expect(declared.filter((type) => !emitted.has(type))).toEqual([]);
  expect(declared.filter((type) => !handled.has(type))).toEqual([]);
});

test('every emitted or handled event is declared, and the contracts declare many events', () => {
  expect([...emitted, ...handled].filter((type) => !declared.includes(type))).toEqual([]);
  expect(declared.length).toBeGreaterThan(30);
});

test('no event reuses the name of a removed one', () => {
  expect(removed.filter((type) => declared.includes(type))).toEqual([]);
});

const withPage = definitions.filter(({ name }) => name !== 'gateway');

test.each(withPage.map(({ name }) => name))('the README of %s names exactly the events it emits', (name) => {
  const [section = ''] = /\*\*Emits\*\*.*?(?=\n- |\. \*\*)|$/s.exec(textOf(`services/${name}/README.md`)) ?? [];
  const names = [...section.matchAll(/`([^`]+)`/g)].flatMap(([, words = '']) => words.split(' '));
  const own = uses.filter(({ folder }) => folder === name).flatMap((file) => [...file.emitted]);
  expect(names.sort()).toEqual([...new Set(own.map((type) => type.split('.').at(-1)))].sort());
});

describe('emitters and listeners are calls with an event type of the contracts', () => {
  const usesIn = (...lines: string[]) => {
    const { emitted, listened } = eventUsesIn('sample.ts', lines.join('\n'));
    return { emitted: [...emitted], listened: [...listened] };
  };
  const none = { emitted: [], listened: [] };
  const imported = (names: string) => `import { ${names} } from '@tribus/proto/tribes/v1/events.ts';`;

  test('a comment, a text, a decoded payload or a list does not count', () => {
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

  test('a type import or the same name from another module does not count', () => {
    expect(
      usesIn("import type { MemberLeft } from '@tribus/proto/tribes/v1/events.ts';", 'tx.emit(MemberLeft);'),
    ).toEqual(none);
    expect(usesIn(imported('type MemberLeft'), 'tx.emit(MemberLeft);')).toEqual(none);
    expect(usesIn("import { MemberLeft } from './samples.ts';", 'tx.emit(MemberLeft);')).toEqual(none);
  });

  test('every emitting function counts, also with a renamed import or a choice of two events', () => {
    const emitted = ['tribes.v1.MemberLeft', 'tribes.v1.MemberJoined'];
    expect(usesIn(imported('MemberLeft as Left, MemberJoined'), 'tx.emit(hasLeft ? Left : MemberJoined, {});')).toEqual(
      {
        emitted,
        listened: [],
      },
    );
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
