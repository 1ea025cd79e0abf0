import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run dev`: the system, begun anew whenever one of its sources changes, and Vite in front of it, which shows a
 * change of the web app at once. When one of the two ends, so does the other.
 */
const root = join(import.meta.dirname, '..', '..');
const port = process.env.PORT ?? '8080';
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

const children = [
  run(['--watch', '--watch-preserve-output', join('deploy', 'one', 'main.ts')], root),
  run([vite, '--host', '127.0.0.1'], join(root, 'frontend')),
];

function run(args: string[], cwd: string): ChildProcess {
  const env = { ...process.env, API_URL: `http://127.0.0.1:${port}` };
  return spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

function endAll(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endAll(signal));
for (const child of children) child.once('exit', () => endAll('SIGTERM'));
