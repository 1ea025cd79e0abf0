import { collectDefaultMetrics } from 'prom-client';
import { ConfigError, type Env, readConfig } from '../core/config.ts';
import { logConsole } from '../trace/console.ts';
import { createLog } from '../trace/log.ts';
import { type RunningService, start } from './host.ts';
import type { Service } from './service.ts';

/**
 * Runs a service as a separate process: reads `process.env`, stops on SIGTERM or SIGINT, or when a parent process that
 * opened a channel to it (`stdio: 'ipc'`) has ended, and runs the named sub-command, if any (`main.ts replay …`).
 * `main.ts migrate` exits without opening a port.
 */
export async function run(service: Service): Promise<void> {
  const [name, ...args] = process.argv.slice(2);
  if (name === 'migrate') return runMigration(service);
  let running: RunningService | undefined;
  const end = async (code: number) => {
    await running?.stop();
    process.exit(code);
  };
  process.once('SIGTERM', () => void end(0));
  process.once('SIGINT', () => void end(0));
  if (process.channel) process.once('disconnect', () => void end(0));
  try {
    running = await start(service, name ? { ...process.env, ...ownPorts } : process.env);
    logConsole(running.log);
    collectDefaultMetrics({ register: running.metrics.registry });
  } catch (error) {
    exitWith(error);
  }
  if (name) await runCommand(running, name, args).then(end);
}

/** Free ports for a sub-command, because the service may already run with those of this environment. */
const ownPorts: Env = { HTTP_PORT: '0', GRPC_PORT: '0', OPS_PORT: '0' };

async function runCommand(running: RunningService, name: string, args: readonly string[]): Promise<number> {
  const command = running.commands[name];
  if (!command) {
    process.stderr.write(`Unknown command "${name}". Known: ${Object.keys(running.commands).join(', ') || 'none'}\n`);
    return 1;
  }
  try {
    process.stdout.write(`${await command(args)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    return 1;
  }
}

/**
 * Migrates the stores, before the first process of a new version starts. A signal during the migration exits with 1.
 */
async function runMigration(service: Service): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  try {
    const configured = readConfig(process.env, (environment) => service.configure(environment));
    const log = createLog(service.name, configured.process.logLevel);
    await configured.migrate({ name: service.name, log, stopping: new AbortController().signal });
    log.info('migrations finished');
  } catch (error) {
    exitWith(error);
  }
}

function exitWith(error: unknown): never {
  process.stderr.write(`${error instanceof ConfigError ? error.message : describe(error)}\n`);
  process.exit(1);
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
