import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { affectedTests } from './changed-tests.ts';
import { conclude, isKind, type Kind, kinds, listTests, runTests } from './test-run.ts';

/**
 * `npm run test:changed -- [commit] [kind …]`: runs the tests that the changes since a commit can affect, uncommitted
 * ones included; without a commit, only the latter. Without a kind, the quick ones: those for a change of one service
 * take two minutes, while it also affects all system tests.
 */
const quick: readonly Kind[] = ['unit', 'contract', 'service'];

const root = join(import.meta.dirname, '..', '..');
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

function changedSince(commit: string): string[] {
  const tracked = git('diff', '--name-only', '--no-renames', commit, '--');
  return [...new Set([...tracked, ...git('ls-files', '--others', '--exclude-standard')])];
}

/** Returns the tests that import one of the files, directly or indirectly. */
async function listImporters(changed: readonly string[]): Promise<string[]> {
  const present = changed.map((path) => join(root, path)).filter((path) => existsSync(path));
  return present.length === 0 ? [] : listTests('--findRelatedTests', ...present);
}

async function listByKind(): Promise<Map<Kind, string[]>> {
  return new Map(
    await Promise.all(kinds.map(async (kind) => [kind, await listTests('--selectProjects', kind)] as const)),
  );
}

const parameters = process.argv.slice(2);
const [commit = 'HEAD'] = parameters.filter((word) => !isKind(word));
const namedKinds = parameters.filter(isKind);
const selected = namedKinds.length > 0 ? namedKinds : quick;

const changed = changedSince(commit);
const [byKind, importing] = await Promise.all([listByKind(), listImporters(changed)]);
const affected = new Set(affectedTests({ changed, tests: [...byKind.values()].flat(), importing }));
const chosen = new Map<Kind, string[]>();
for (const [kind, files] of byKind) {
  const own = files.filter((file) => affected.has(file));
  if (own.length > 0) chosen.set(kind, own);
}
const isSelected = (kind: Kind) => selected.includes(kind);
const skipped = [...chosen]
  .filter(([kind]) => !isSelected(kind))
  .map(([kind, files]) => `${files.length} files of ${kind}`);
if (skipped.length > 0) process.stdout.write(`Not run, though the change may affect them: ${skipped.join(', ')}.\n`);
const run = [...chosen.keys()].filter(isSelected);
if (run.length === 0) process.stdout.write(`${changed.length} files changed since ${commit}: no test to run.\n`);
else process.exitCode = (await conclude(await runTests(run, chosen), run)) ? 0 : 1;
