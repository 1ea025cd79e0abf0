import { Supervisor, type SupervisorOptions, startWithRetry } from '../stores/supervisor.ts';
import type { Runner } from './runners.ts';

/**
 * Starts all runners concurrently and supervises them: one that exits, even while others still start, is restarted.
 * Resolves with their supervisor when every runner is ready. On failure rejects with the error of the failed start,
 * after all are stopped.
 */
export async function startRunners(runners: readonly Runner[], options: SupervisorOptions): Promise<Supervisor> {
  const supervisor = new Supervisor(options);
  // Set before the first start, so that no exit is missed.
  for (const runner of runners) runner.onExit = (how) => supervisor.restart(runner.name, how, () => runner.start());
  const results = await Promise.allSettled(
    runners.map((runner) =>
      startWithRetry(runner.name, () => runner.start(), { log: options.log, isFinal: isFinalFault }),
    ),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) await supervisor.idle();
  const missing = runners.find(({ running }) => !running);
  if (!failed && !missing) return supervisor;
  const idle = supervisor.stop();
  await Promise.allSettled(runners.map((runner) => runner.stop()));
  await idle;
  throw failed?.reason ?? new Error(`${missing?.name} ended while the system was starting`);
}

/** An invalid setting, or a port in use (ports.ts retries with others then). */
const isFinalFault = (error: unknown): boolean =>
  /The configuration does not hold|EADDRINUSE|address already in use/i.test(String(error));
