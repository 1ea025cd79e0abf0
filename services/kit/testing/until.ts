import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../core/context.ts';

/** Shorter than the timeout of a test, so that the error names the wait; not a performance limit. */
const defaultTimeoutMs = 60_000;
/** Pauses between checks: a check may be a request, and too many would slow down the work they wait for. */
const [minPauseMs, maxPauseMs, growth] = [10, 100, 1.1];

/**
 * Resolves as soon as `condition` is true; rejects with `what` after `withinMs`. The last check starts after the limit,
 * so that a condition that became true while the machine was stalled is seen.
 */
export async function until(
  condition: () => Promise<boolean> | boolean,
  what: string | (() => string),
  withinMs = defaultTimeoutMs,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (let pauseMs = minPauseMs; ; pauseMs = Math.min(pauseMs * growth, maxPauseMs)) {
    const isLastCheck = performance.now() > deadline;
    if (await condition()) return;
    if (isLastCheck)
      throw new Error(`not true within ${withinMs / 1000} s: ${typeof what === 'string' ? what : what()}`);
    await delay(pauseMs);
  }
}

/** Returns whether `work` resolves; for waits until a call succeeds. */
export const succeeds = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  );

/** Returns the value of a metric on a scraped page; NaN when missing. */
export function metric(page: string, name: string): number {
  const line = page.split('\n').find((text) => text.startsWith(`${name}{`) || text.startsWith(`${name} `));
  return line === undefined ? Number.NaN : Number(line.slice(line.lastIndexOf(' ')));
}

/**
 * Resolves as soon as a metric of this process has the value; rejects with the last one read. A counter may be updated
 * shortly after its work is visible.
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

/** Returns the number of running timers of this process, those of other tests included. */
export const activeTimers = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
