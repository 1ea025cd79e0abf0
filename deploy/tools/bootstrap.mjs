import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureHelm } from './helm.mjs';
import {
  Complaint,
  ensureApiTypes,
  ensureFrontend,
  ensureModules,
  ensureNode,
  ensureProto,
  runToEnd,
} from './setup.mjs';
import { inTurn } from './setup-lock.mjs';

/**
 * Where every command begins: `node deploy/tools/bootstrap.mjs <command> [arguments]`. Puts in place what the command
 * needs on a fresh clone, then runs it under Node 24. Plain JavaScript that Node 18 understands, without a package.
 */
const sources = [ensureModules, ensureProto, ensureApiTypes];
const all = [...sources, ensureFrontend];
const heapFlags = ['--max-semi-space-size=16', '--max-old-space-size=768'];

/** @type {Record<string, { needs: (args: string[]) => Function[], argv: string[] }>} */
const commands = {
  // Room for what fifty requests at once have in hand: with less of it they spill into the old generation, and the
  // process grows by hundreds of megabytes of what nobody needs. The bound on the old one makes V8 clear it up in time.
  start: { needs: () => all, argv: [...heapFlags, 'deploy/one/main.ts'] },
  dev: { needs: () => sources, argv: ['deploy/tools/dev.ts'] },
  test: {
    needs: (kinds) => [...(needsTheApp(kinds) ? all : sources), ...(needsHelm(kinds) ? [ensureHelm] : [])],
    argv: ['deploy/tools/test.ts'],
  },
  // The built web app is weighed among the contracts.
  'test-changed': { needs: () => [...all, ensureHelm], argv: ['deploy/tools/test-changed.ts'] },
  jest: {
    needs: () => sources,
    argv: ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'],
  },
  lint: { needs: () => [...sources, ensureHelm], argv: ['deploy/tools/lint.ts'] },
  bench: { needs: () => all, argv: ['deploy/bench/main.ts'] },
  settings: { needs: () => sources, argv: ['deploy/checks/write-settings.ts'] },
  run: { needs: () => [ensureModules], argv: [] },
};

/** The stories over the whole system run against the built web app, and the contract tests weigh it. */
const needsTheApp = (kinds) =>
  kinds.length === 0 || kinds.some((kind) => ['contract', 'system', 'browser'].includes(kind));

/** The chart is held among the contracts. */
const needsHelm = (kinds) => kinds.length === 0 || kinds.includes('contract');

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

async function main([name = '', ...args]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Complaint(`Usage: bootstrap.mjs ${Object.keys(commands).join('|')} [arguments]`);
  const node = await inTurn(root, async () => {
    const program = await ensureNode(root);
    for (const ensure of command.needs(args)) await ensure(root, program);
    return program;
  });
  return runUnder(node, [...command.argv, ...args]);
}

/**
 * Runs the command and ends as it ends. It stands in a group of its own: Ctrl+C in a terminal reaches all of a group,
 * and npm passes it on again, but a program that is asked twice takes it for impatience. If we are killed, the kernel
 * tells it, where `setpriv` is at hand.
 */
async function runUnder(node, argv) {
  const leash = ['setpriv', '--pdeathsig', 'TERM', '--'];
  const leashed = spawnSync(leash[0], [...leash.slice(1), 'true']).status === 0;
  const [program, ...args] = [...(leashed ? leash : []), node, ...argv];
  const { code } = await runToEnd(program, args, {
    cwd: root,
    detached: true,
    stdio: 'inherit',
    env: {
      // Half of a start is reading sources; what they were compiled to is kept for the next one.
      NODE_COMPILE_CACHE: join(root, '.node', 'compiled'),
      ...process.env,
      PATH: `${dirname(node)}:${process.env.PATH ?? ''}`,
      // glibc otherwise keeps an arena of memory for every thread.
      MALLOC_ARENA_MAX: '2',
    },
  });
  return code;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Complaint ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
