import type { Part } from './processes.ts';

const giveUpAfterMs = 30_000;

/** What one scrape says about work that is still under way. */
interface Activity {
  waiting: number;
  done: number;
}

/**
 * Resolves when nothing is under way: every outbox empty, every consumer caught up, and nothing was moved between two
 * looks (an event that is being applied may be about to emit another).
 */
export async function settled(parts: readonly Part[]): Promise<void> {
  const giveUp = Date.now() + giveUpAfterMs;
  let before: Activity | undefined;
  while (Date.now() < giveUp) {
    const now = await look(parts.filter((part) => part.running));
    if (now.waiting === 0 && before?.waiting === 0 && before.done === now.done) return;
    if (now.waiting > 0) await new Promise((resolve) => setTimeout(resolve, 15));
    before = now;
  }
  throw new Error(`The system did not settle within ${giveUpAfterMs / 1000} s: ${before?.waiting} things still wait`);
}

async function look(parts: readonly Part[]): Promise<Activity> {
  const pages = await Promise.all(parts.map(async (part) => (await fetch(`${part.opsUrl}/metrics`)).text()));
  const sum = (pattern: RegExp) =>
    pages.flatMap((page) => read(page, pattern)).reduce((total, value) => total + value, 0);
  return {
    waiting: sum(/^(?:outbox_pending|consumer_lag)(?:\{.*\})? (\S+)$/gm),
    done: sum(/^(?:outbox_published_total|consumer_processed_total)(?:\{.*\})? (\S+)$/gm),
  };
}

/** What a process cannot tell (its broker is away) counts as work that waits. */
const read = (page: string, pattern: RegExp): number[] =>
  [...page.matchAll(pattern)].map((match) => Number(match[1])).map((value) => (Number.isNaN(value) ? 1 : value));
