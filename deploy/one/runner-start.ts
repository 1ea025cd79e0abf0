import { Supervisor, type SupervisorOptions, startWithRetry } from '../stores/supervisor.ts';
import type { Runner } from './runners.ts';

/**
 * Starts all parts at the same time, and watches them from then on: one that dies, also while others still start, is
 * started again. Resolves with their supervisor when every part runs. Rejects with what kept one from starting; then
 * nothing is left running.
 */
export async function startRunners(parts: readonly Runner[], news: SupervisorOptions): Promise<Supervisor> {
  const supervisor = new Supervisor(news);
  // Before the first start: a death that nobody hears of is never made good.
  for (const part of parts) part.onDeath = (how) => supervisor.restart(part.name, how, () => part.start());
  const results = await Promise.allSettled(
    parts.map((part) => startWithRetry(part.name, () => part.start(), { say: news.say, isFinal: isFinalFault })),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) await supervisor.idle();
  const missing = parts.find(({ running }) => !running);
  if (!failed && !missing) return supervisor;
  const idle = supervisor.stop();
  await Promise.allSettled(parts.map((part) => part.stop()));
  await idle;
  throw failed?.reason ?? new Error(`${missing?.name} ended while the system was starting`);
}

/** A setting that does not hold, or a port that is taken (ports.ts begins anew on others then). */
const isFinalFault = (error: unknown): boolean =>
  /The configuration does not hold|EADDRINUSE|address already in use/i.test(String(error));
