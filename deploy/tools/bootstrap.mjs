import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureHelm } from './helm.mjs';
import {
  ensureApiTypes,
  ensureFrontend,
  ensureModules,
  ensureNode,
  ensureProto,
  runToEnd,
  SetupError,
} from './setup.mjs';
import { inTurn } from './setup-lock.mjs';

/**
 * Entry of every command: `node deploy/tools/bootstrap.mjs <command> [arguments]`. Installs its requirements on a fresh
 * clone, then runs it under Node 24. Plain JavaScript for Node 18, without packages.
 */
const sources = [ensureModules, ensureProto, ensureApiTypes];
const all = [...sources, ensureFrontend];
const heapFlags = ['--max-semi-space-size=16', '--max-old-space-size=768'];

/** @type {Record<string, { needs: (args: string[]) => Function[], argv: string[] }>} */
const commands = {
  // Space for the garbage of fifty concurrent requests: with less of it, objects move into the old generation and the
  // process grows by hundreds of megabytes. The limit of the old one makes V8 collect it in time.
  start: { needs: () => all, argv: [...heapFlags, 'deploy/one/main.ts'] },
  dev: { needs: () => sources, argv: ['deploy/tools/dev.ts'] },
  test: {
    needs: (kinds) => [...(needsTheApp(kinds) ? all : sources), ...(needsHelm(kinds) ? [ensureHelm] : [])],
    argv: ['deploy/tools/test.ts'],
  },
  // The contract tests measure the built web app.
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

/** The system tests use the built web app, and the contract tests measure it. */
const needsTheApp = (kinds) =>
  kinds.length === 0 || kinds.some((kind) => ['contract', 'system', 'browser'].includes(kind));

/** The contract tests render the chart. */
const needsHelm = (kinds) => kinds.length === 0 || kinds.includes('contract');

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

async function main([name = '', ...args]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new SetupError(`Usage: bootstrap.mjs ${Object.keys(commands).join('|')} [arguments]`);
  const node = await inTurn(root, async () => {
    const program = await ensureNode(root);
    for (const ensure of command.needs(args)) await ensure(root, program);
    return program;
  });
  return runUnder(node, [...command.argv, ...args]);
}

/**
 * Runs the command and exits with its code. It has its own process group: Ctrl+C in a terminal reaches a whole group,
 * and npm forwards it again, but a program may treat a second signal as a forced stop. If this process is killed,
 * `setpriv`, where installed, stops the command.
 */
async function runUnder(node, argv) {
  const parentDeathCommand = ['setpriv', '--pdeathsig', 'TERM', '--'];
  const endsWithParent = spawnSync(parentDeathCommand[0], [...parentDeathCommand.slice(1), 'true']).status === 0;
  const [program, ...args] = [...(endsWithParent ? parentDeathCommand : []), node, ...argv];
  const { code } = await runToEnd(program, args, {
    cwd: root,
    detached: true,
    stdio: 'inherit',
    env: {
      // Parsing sources is half of a start; the compiled code is cached for the next one.
      NODE_COMPILE_CACHE: join(root, '.node', 'compiled'),
      ...process.env,
      PATH: `${dirname(node)}:${process.env.PATH ?? ''}`,
      // Otherwise glibc uses a memory arena for every thread.
      MALLOC_ARENA_MAX: '2',
    },
  });
  return code;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
