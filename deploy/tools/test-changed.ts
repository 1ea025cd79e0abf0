import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { affectedTests } from './changed-tests.ts';
import { conclude, isKind, type Kind, kinds, type Lanes, listTests, runLanes } from './test-run.ts';

/**
 * `npm run test:changed -- [commit] [kind …]`: runs the tests that the changes since a commit can affect, those not yet
 * committed among them; without a commit, only these. Without a kind, the quick ones: what a change of one service
 * affects takes two minutes, and it affects every story over the whole system.
 */
const quick: readonly Kind[] = ['unit', 'contract', 'service'];

/** The tests of services wait for their stores, and leave a core to the others meanwhile. */
const lanes: Lanes = [
  [
    { kind: 'service', workers: 2 },
    { kind: 'system', workers: 2 },
  ],
  [
    { kind: 'unit', workers: 1 },
    { kind: 'contract', workers: 1 },
    { kind: 'browser', workers: 1 },
  ],
];

const root = join(import.meta.dirname, '..', '..');
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

function changedSince(commit: string): string[] {
  const tracked = git('diff', '--name-only', '--no-renames', commit, '--');
  return [...new Set([...tracked, ...git('ls-files', '--others', '--exclude-standard')])];
}

/** The tests that import one of the files, themselves or through others. */
async function listImporters(changed: readonly string[]): Promise<string[]> {
  const present = changed.map((path) => join(root, path)).filter((path) => existsSync(path));
  return present.length === 0 ? [] : listTests('--findRelatedTests', ...present);
}

async function listByKind(): Promise<Map<Kind, string[]>> {
  return new Map(
    await Promise.all(kinds.map(async (kind) => [kind, await listTests('--selectProjects', kind)] as const)),
  );
}

const words = process.argv.slice(2);
const [commit = 'HEAD'] = words.filter((word) => !isKind(word));
const named = words.filter(isKind);
const asked = named.length > 0 ? named : quick;

const changed = changedSince(commit);
const [byKind, importing] = await Promise.all([listByKind(), listImporters(changed)]);
const affected = new Set(affectedTests({ changed, tests: [...byKind.values()].flat(), importing }));
const chosen = new Map<Kind, string[]>();
for (const [kind, files] of byKind) {
  const own = files.filter((file) => affected.has(file));
  if (own.length > 0) chosen.set(kind, own);
}
const isAsked = (kind: Kind) => asked.includes(kind);
const left = [...chosen].filter(([kind]) => !isAsked(kind)).map(([kind, files]) => `${files.length} files of ${kind}`);
if (left.length > 0) process.stdout.write(`Not run, though the change may affect them: ${left.join(', ')}.\n`);
const run = [...chosen.keys()].filter(isAsked);
if (run.length === 0) process.stdout.write(`${changed.length} files changed since ${commit}: no test to run.\n`);
else process.exitCode = (await conclude(await runLanes(lanes, run, chosen), run)) ? 0 : 1;
