import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');
/** Files the build creates, and placeholder names. */
const known = new Set([...files.map((file) => basename(file)), 'api.gen.ts', 'app.js']);
/** The history names files of the past. */
const read = files.filter((file) => /\.(ts|tsx|mjs|js|proto|sql|yaml|md)$/.test(file));

const proseOf = (file: string, line: string): string =>
  file.endsWith('.md') ? line : (/(?:^|\s)(?:\/\/|\/?\*|#|--)\s.*/.exec(line)?.[0] ?? '');

const namesIn = (prose: string): string[] =>
  (prose.match(/(?<![\w*{}$<>@./-])[\w./-]*[\w-]\.(?:tsx?|mjs|js|sql|proto)\b(?![\w*])/g) ?? []).map((path) =>
    basename(path),
  );

test('no comment and no document names a missing file', () => {
  const missing = read.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => namesIn(proseOf(file, line)).map((name) => [`${file}:${index + 1}`, name] as const))
      .filter(([, name]) => !known.has(name)),
  );
  expect(missing).toEqual([]);
});

test('file names are found only in prose', () => {
  expect(namesIn(proseOf('a.ts', '  // as in old/outbox.ts, see `bus.ts`; not `*.test.ts`'))).toEqual([
    'outbox.ts',
    'bus.ts',
  ]);
  expect(namesIn(proseOf('a.ts', "import { a } from './gone.ts';"))).toEqual([]);
});
