import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

interface Side {
  path?: string;
  pathNot?: string;
}

interface Wall {
  name: string;
  from: Side;
  to: Side;
}

const root = join(import.meta.dirname, '..', '..');
const walls: { default: { forbidden: readonly Wall[] }; kitFolders: Record<string, readonly string[]> } = await import(
  join(root, '.dependency-cruiser.js')
);
const { forbidden } = walls.default;
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');

const holds = ({ path = '', pathNot = '^$' }: Side, file: string): boolean =>
  new RegExp(path).test(file) && !new RegExp(pathNot).test(file);

/** `$1` in the far side is what the near side has matched. */
function forbids({ from, to }: Wall, near: string, far: string): boolean {
  const [, first = ''] = new RegExp(from.path ?? '').exec(near) ?? [];
  const filled = (pattern: string | undefined) => pattern?.replaceAll('$1', first);
  const { path = '', pathNot = '^$' } = { path: filled(to.path), pathNot: filled(to.pathNot) };
  return holds(from, near) && holds({ path, pathNot }, far);
}

test('every wall stands before files that exist: none is open because a file has another name now', () => {
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
  ['only-stores-touch-drivers', 'services/tribes/src/members.ts', 'node_modules/kysely/dist/index.js'],
])('%s: %s may not import %s', (name, from, to) => {
  const wall = forbidden.find((each) => each.name === name);
  expect(wall && forbids(wall, from, to)).toBe(true);
});

test('every folder of the kit has its line in the order of folders, and in the README', () => {
  const folders = new Set(files.flatMap((file) => /^services\/kit\/([^/]+)\//.exec(file)?.[1] ?? []));
  const ordered = Object.keys(walls.kitFolders);
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
])('no wall stands between %s and %s', (from, to) => {
  const between = forbidden.filter((wall) => wall.name !== 'no-cycles' && forbids(wall, from, to));
  expect(between.map(({ name }) => name)).toEqual([]);
});
