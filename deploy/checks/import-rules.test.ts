import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

interface Side {
  path?: string;
  pathNot?: string;
}

interface ImportRule {
  name: string;
  from: Side;
  to: Side;
}

const root = join(import.meta.dirname, '..', '..');
const config: { default: { forbidden: readonly ImportRule[] }; kitFolders: Record<string, readonly string[]> } =
  await import(join(root, '.dependency-cruiser.js'));
const { forbidden } = config.default;
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');

const holds = ({ path = '', pathNot = '^$' }: Side, file: string): boolean =>
  new RegExp(path).test(file) && !new RegExp(pathNot).test(file);

/** `$1` in the far side is the match of the near side. */
function forbids({ from, to }: ImportRule, near: string, far: string): boolean {
  const [, first = ''] = new RegExp(from.path ?? '').exec(near) ?? [];
  const filled = (pattern: string | undefined) => pattern?.replaceAll('$1', first);
  const { path = '', pathNot = '^$' } = { path: filled(to.path), pathNot: filled(to.pathNot) };
  return holds(from, near) && holds({ path, pathNot }, far);
}

test('every import rule matches existing files, so that a renamed file does not disable it', () => {
  const open = forbidden.filter(({ from }) => !files.some((file) => holds(from, file)));
  expect(open.map(({ name }) => name)).toEqual([]);
});

test.each([
  ['contracts-import-only-zod', 'services/tribes/api.ts', 'services/kit/http/app.ts'],
  ['contracts-import-only-zod', 'services/tribes/api/members.ts', 'services/kit/http/app.ts'],
  ['stores-know-no-rules', 'services/tribes/src/store/members.ts', 'services/tribes/src/members.ts'],
  ['rules-do-not-know-routes', 'services/tribes/src/members.ts', 'services/tribes/src/routes/members.ts'],
  ['kit-order-of-core', 'services/kit/core/context.ts', 'services/kit/trace/log.ts'],
  ['kit-order-of-postgres', 'services/kit/postgres/postgres.ts', 'services/kit/service/store.ts'],
  ['kit-order-of-events', 'services/kit/events/bus.ts', 'services/kit/testing/bench.ts'],
  ['only-stores-import-drivers', 'services/tribes/src/members.ts', 'node_modules/kysely/dist/index.js'],
])('%s: %s may not import %s', (name, from, to) => {
  const rule = forbidden.find((each) => each.name === name);
  expect(rule && forbids(rule, from, to)).toBe(true);
});

test('every folder of the kit is in the order of folders and in the README', () => {
  const folders = new Set(files.flatMap((file) => /^services\/kit\/([^/]+)\//.exec(file)?.[1] ?? []));
  const ordered = Object.keys(config.kitFolders);
  expect([...ordered, 'testing', 'tests'].sort()).toEqual([...folders].sort());
  const about = readFileSync(join(root, 'services/kit/README.md'), 'utf8');
  expect(ordered.filter((folder) => !about.includes(`\`${folder}/\``))).toEqual([]);
});

test.each([
  ['services/tribes/api.ts', 'services/tribes/api/members.ts'],
  ['services/tribes/api/members.ts', 'services/tribes/limits.ts'],
  ['services/tribes/src/store/members.ts', 'services/tribes/src/store/tables.ts'],
  ['services/tribes/src/members.ts', 'services/tribes/src/store/members.ts'],
  ['services/kit/postgres/postgres.ts', 'services/kit/events/events.ts'],
  ['services/kit/core/actor.test.ts', 'services/kit/testing/service.ts'],
])('%s may import %s', (from, to) => {
  const between = forbidden.filter((rule) => rule.name !== 'no-cycles' && forbids(rule, from, to));
  expect(between.map(({ name }) => name)).toEqual([]);
});
