import { setTimeout as delay } from 'node:timers/promises';

/** Shorter than a test may take, so that the wait is named; no claim about speed, which a busy machine would break. */
const patienceMs = 50_000;

/** Resolves as soon as `holds`; fails with what it waited for when that takes too long. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  what: string,
  withinMs = patienceMs,
): Promise<void> {
  const giveUp = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > giveUp) throw new Error(`within ${withinMs / 1000} s it was not so: ${what}`);
    await delay(10);
  }
}

/** The value of a metric, as a scrape sees it. */
export function metric(page: string, name: string): number {
  const line = page.split('\n').find((text) => text.startsWith(`${name}{`) || text.startsWith(`${name} `));
  return line === undefined ? Number.NaN : Number(line.slice(line.lastIndexOf(' ')));
}
