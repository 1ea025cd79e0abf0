import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Env } from '@tribus/kit/core/config.ts';
import { type DemoAccount, demoAccountsIn, demoAdmin, isDemo, loadDemo } from '../demo/demo.ts';
import { ensurePrivate } from '../stores/private-files.ts';
import { type LocalStores, startStores } from '../stores/stores.ts';
import { Supervisor } from '../stores/supervisor.ts';
import { type System, startSystem, type Topology } from './system.ts';
import { openWaitingServer, type WaitingServer } from './waiting-server.ts';

/**
 * `npm start`: the whole system in one process with demo data, at one address. `npm start -- many` starts a process
 * for each service instead.
 */
const topology: Topology = process.argv.includes('many') ? 'many' : 'one';
const endWithinMs = 20_000;

// Files written from here on, also by stores and services, are readable by their owner only.
process.umask(0o077);
// A closed terminal, or a full disk behind it, does not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const startOptions = {
  log: (sentence: string): void => void process.stdout.write(`${sentence}\n`),
  giveUp: (sentence: string): void => failWith(sentence),
};
const supervisor = new Supervisor(startOptions);
let waiting: WaitingServer | undefined;
let stores: LocalStores | undefined;
let system: System | undefined;
let ending: Promise<void> | undefined;

function end(code: number): Promise<void> {
  ending ??= Promise.race([stopAll(), delay(endWithinMs)]).then(
    () => process.exit(code),
    () => process.exit(code || 1),
  );
  return ending;
}

async function stopAll(): Promise<void> {
  const idle = supervisor.stop();
  await Promise.all([waiting?.close(), system?.stop()]);
  await idle;
  await stores?.stop();
}

/** Failures during the shutdown are not reported. */
function failWith(sentence: string): void {
  if (!ending) process.stderr.write(`${sentence}\n`);
  void end(1);
}

// Not `once`: the kernel may repeat the signal during the shutdown.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
// A fault leaves the services in an unknown state; the stores are healthy and end in order.
process.on('uncaughtException', (fault: unknown) =>
  failWith(`Tribus ends because of a fault in a service: ${inspect(fault)}`),
);

try {
  const env = withDefaults(process.env);
  const accounts = await startAll(env);
  if (!ending) announce(accounts);
} catch (error) {
  failWith(error instanceof Error ? error.message : String(error));
}

function withDefaults(env: Env): Env {
  const demo = isDemo(env.SEED ?? 'demo');
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

/** Returns the accounts to print. */
async function startAll(settings: Env): Promise<DemoAccount[]> {
  const dataDir = resolve(settings.DATA_DIR ?? '.data');
  waiting = await openWaitingServer({ host: settings.HOST ?? '', port: Number(settings.PORT) });
  const env: Env = { ...settings, PORT: String(waiting.port) };
  ensurePrivate(dataDir);
  const running = await startStores({ dataDir, env, log: startOptions.log, supervisor });
  stores = running;
  const accounts = isDemo(env.SEED) ? (demoAccountsIn(dataDir) ?? (await loadDemoInto(env, dataDir, running))) : [];
  system = await waiting.handOver(() =>
    startSystem({ topology, env, stores: running, supervision: startOptions, sharePort: true, logsConsole: true }),
  );
  return accounts;
}

function loadDemoInto(env: Env, dataDir: string, running: LocalStores): Promise<DemoAccount[]> {
  process.stdout.write('Loading the demo data (first start only)…\n');
  return loadDemo({
    env,
    dataDir,
    stores: running,
    begun(demoSystem) {
      system = demoSystem;
    },
  });
}

function announce(accounts: readonly DemoAccount[]): void {
  const lines = accounts.map(
    (account) => `  ${account.email.padEnd(42)} ${passwordOf(account).padEnd(14)} ${account.role}`,
  );
  const accountLines = lines.length > 0 ? ['', 'Demo accounts:', ...lines] : [];
  process.stdout.write(`${['', `Tribus is at ${system?.url}`, ...accountLines, '', 'Ctrl+C ends it.', ''].join('\n')}`);
}

/** The administrator's password is printed once, and never when the operator set it. */
function passwordOf({ password, role }: DemoAccount): string {
  if (role === 'admin' && process.env.ADMIN_PASSWORD) return '(as set in ADMIN_PASSWORD)';
  return password ?? '(shown at the first start)';
}
