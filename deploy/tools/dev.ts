import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run dev`: the system as with `npm start`, restarted when a backend file changes, behind Vite, which serves the
 * web app's sources. Data stays between restarts.
 */
const root = join(import.meta.dirname, '..', '..');
const apiPort = process.env.API_PORT ?? '8081';
const webPort = process.env.PORT ?? '8080';

const watched = ['services', 'gateway', 'deploy', 'proto/gen'].map((folder) => `--watch-path=${folder}`);
const backend = spawn(
  process.execPath,
  [...watched, '--watch-preserve-output', '--no-warnings', 'deploy/one/main.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: apiPort, PUBLIC_URL: `http://localhost:${webPort}` },
  },
);
/** Vite ignores PORT, uses another port when its own is taken, and would listen only on `::1`. */
const listening = ['--host', '127.0.0.1', '--port', webPort, '--strictPort'];
const frontend = spawn(
  process.execPath,
  [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'frontend', ...listening],
  { cwd: root, stdio: 'inherit', env: { ...process.env, API_URL: `http://127.0.0.1:${apiPort}` } },
);

const end = (...children: ChildProcess[]) => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(backend, frontend));
backend.once('exit', () => end(frontend));
frontend.once('exit', () => end(backend));
