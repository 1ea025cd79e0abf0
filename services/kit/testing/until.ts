import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../core/context.ts';

/** Shorter than a test may take, so that the wait is named; no claim about speed, which a busy machine would break. */
const patienceMs = 60_000;
/** Between two checks: a check may be a request, and many of them would keep the machine from what they wait for. */
const [shortestPauseMs, longestPauseMs, growth] = [10, 100, 1.1];

/**
 * Resolves as soon as `holds`; fails with what it waited for when that takes too long. The last check begins after the
 * limit: what has come true while the machine stood still is seen. `withinMs` is for waits longer than usual.
 */
export async function until(
  holds: () => Promise<boolean> | boolean,
  what: string | (() => string),
  withinMs = patienceMs,
): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * growth, longestPauseMs)) {
    const isLastCheck = performance.now() > giveUpAt;
    if (await holds()) return;
    if (isLastCheck)
      throw new Error(`within ${withinMs / 1000} s it was not so: ${typeof what === 'string' ? what : what()}`);
    await delay(pauseMs);
  }
}

/** Whether `work` ends without an error; for waits until something works. */
export const succeeds = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  );

/** The value of a metric, as a scrape sees it. */
export function metric(page: string, name: string): number {
  const line = page.split('\n').find((text) => text.startsWith(`${name}{`) || text.startsWith(`${name} `));
  return line === undefined ? Number.NaN : Number(line.slice(line.lastIndexOf(' ')));
}

/**
 * Resolves as soon as a metric of this process has the value; fails with the last one it had. What is counted after
 * asynchronous work may come a moment after the work is seen to be done.
 */
export async function becomes({ metrics }: Pick<Context, 'metrics'>, name: string, value: number): Promise<void> {
  let last = Number.NaN;
  const read = async () => {
    last = metric(await metrics.registry.metrics(), name);
    return last;
  };
  await until(
    async () => (await read()) === value,
    () => `${name} is ${value} (it is ${last})`,
  );
}
