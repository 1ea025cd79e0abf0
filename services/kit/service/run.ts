import { collectDefaultMetrics } from 'prom-client';
import { ConfigError, type Env, readConfig } from '../core/config.ts';
import { createLog } from '../trace/log.ts';
import { type RunningService, start } from './host.ts';
import type { Service } from './service.ts';

/**
 * A process of its own: reads the process's environment, ends on SIGTERM or SIGINT, and runs a sub-command
 * (`main.ts replay --since …`) when one is named. `main.ts migrate` ends before anything listens.
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
  try {
    running = await start(service, name ? { ...process.env, ...ownPorts } : process.env);
    collectDefaultMetrics({ register: running.metrics.registry });
  } catch (error) {
    endBy(error);
  }
  if (name) await runCommand(running, name, args).then(end);
}

/** A sub-command may run beside the process that holds the ports of this environment. */
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

/** A new version's store is ready before its first process is; one that is ended meanwhile has not done it. */
async function runMigration(service: Service): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  try {
    const configured = readConfig(process.env, (reader) => service.configure(reader));
    const log = createLog(service.name, configured.process.logLevel);
    await configured.migrate({ name: service.name, log, stopping: new AbortController().signal });
    log.info('migrations finished');
  } catch (error) {
    endBy(error);
  }
}

function endBy(error: unknown): never {
  process.stderr.write(`${error instanceof ConfigError ? error.message : describe(error)}\n`);
  process.exit(1);
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
