import { createServer } from 'node:net';
import { resolve } from 'node:path';
import type { Env } from '@tribus/kit/config.ts';
import { type DemoAccount, demoAdmin, startWithDemo, toldAccounts } from './seeding.ts';
import { type System, startSystem, type Topology } from './system.ts';

/**
 * `npm start`: the whole system in one process with demo data, at one address. `npm start -- many` starts a process
 * for each service instead.
 */
const topology: Topology = process.argv.includes('many') ? 'many' : 'one';

let system: System | undefined;
let ending: Promise<void> | undefined;

function end(code: number): Promise<void> {
  ending ??= (system?.stop() ?? Promise.resolve()).finally(() => process.exit(code));
  return ending;
}
// Heard again and again: the kernel may send it once more while we are ending in good order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

try {
  const accounts = await begin(withDefaults(process.env));
  if (!ending) announce(accounts);
} catch (error) {
  // What breaks because we are ending is no news.
  if (!ending) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await end(1);
}

function withDefaults(env: Env): Env {
  const demo = (env.SEED ?? 'demo') === 'demo';
  return {
    PORT: '8080',
    HOST: '127.0.0.1',
    WEB_ROOT: resolve(import.meta.dirname, '../../frontend/dist'),
    DATA_DIR: resolve('.data'),
    SEED: 'demo',
    ...(demo && { ADMIN_EMAIL: demoAdmin.email, ADMIN_PASSWORD: demoAdmin.password }),
    ...env,
  };
}

async function begin(env: Env): Promise<DemoAccount[]> {
  await refuseTakenPort(env);
  const dataDir = env.DATA_DIR ?? '.data';
  const told = toldAccounts(dataDir);
  if (env.SEED !== 'demo' || told) {
    system = await startSystem({ topology, env });
    return told ?? [];
  }
  process.stdout.write('Telling the demo story (first start only)…\n');
  const started = await startWithDemo(topology, env, dataDir, (teller) => {
    system = teller;
  });
  system = started.system;
  return started.accounts;
}

/** Says so at once, before anything is started, when the port is somebody else's. */
function refuseTakenPort({ PORT, HOST }: Env): Promise<void> {
  return new Promise((done, refuse) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      refuse(taken ? new Error(`Port ${PORT} is taken. Choose another one: PORT=8081 npm start`) : error);
    });
    probe.listen(Number(PORT), HOST, () => probe.close(() => done()));
  });
}

function announce(accounts: readonly DemoAccount[]): void {
  const lines = accounts.map(({ email, password, role }) => `  ${email.padEnd(42)} ${password.padEnd(14)} ${role}`);
  const who = lines.length > 0 ? ['', 'Demo accounts:', ...lines] : [];
  process.stdout.write(`${['', `Tribus is at ${system?.url}`, ...who, '', 'Ctrl+C ends it.', ''].join('\n')}`);
}
