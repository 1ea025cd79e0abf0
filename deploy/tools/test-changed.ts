import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { affectedTests } from './changed-tests.ts';
import { conclude, isKind, type Kind, kinds, listTests, type Run, runPart } from './test-run.ts';

/**
 * `npm run test:changed -- [commit] [kind …]`: runs the tests that the changes since a commit can affect, those not yet
 * committed among them; without a commit, only these. Without a kind, the quick ones: what a change of one service
 * affects takes two minutes, and it affects every story over the whole system.
 */
const quick: readonly Kind[] = ['unit', 'contract', 'service'];

const root = join(import.meta.dirname, '..', '..');
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

function changedSince(commit: string): string[] {
  const tracked = git('diff', '--name-only', '--no-renames', commit, '--');
  return [...new Set([...tracked, ...git('ls-files', '--others', '--exclude-standard')])];
}

/** The tests that import one of the files, themselves or through others. */
function importersOf(changed: readonly string[]): string[] {
  const present = changed.map((path) => join(root, path)).filter((path) => existsSync(path));
  return present.length === 0 ? [] : listTests('--findRelatedTests', ...present);
}

const words = process.argv.slice(2);
const [commit = 'HEAD'] = words.filter((word) => !isKind(word));
const named = words.filter(isKind);
const asked = named.length > 0 ? named : quick;

const changed = changedSince(commit);
const byKind = kinds.map((kind) => ({ kind, files: listTests('--selectProjects', kind) }));
const tests = byKind.flatMap(({ files }) => files);
const affected = new Set(affectedTests({ changed, tests, importing: importersOf(changed) }));
const runs: Run[] = [];
const left: string[] = [];
for (const { kind, files } of byKind) {
  const own = files.filter((file) => affected.has(file));
  if (own.length === 0) continue;
  if (asked.includes(kind)) runs.push(await runPart({ kind, workers: kind === 'browser' ? 1 : 2 }, own));
  else left.push(`${own.length} files of ${kind}`);
}
if (left.length > 0) process.stdout.write(`Not run, though the change may affect them: ${left.join(', ')}.\n`);
if (runs.length === 0) process.stdout.write(`${changed.length} files changed since ${commit}: no test to run.\n`);
else {
  const wanted = runs.map(({ part }) => part.kind);
  process.exitCode = (await conclude(runs, wanted)) ? 0 : 1;
}
