import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from './context.ts';

export interface Loop {
  /** Starts a run now, or one more after the current run. */
  wake(): void;
  /** Stops after the current run. */
  stop(): Promise<void>;
}

/**
 * Runs `work` immediately, then every `everyMs` and when woken, never concurrently. The loop continues after failures;
 * only the second consecutive failure is logged, because a peer may start a moment later.
 */
export function startLoop(ctx: Context, what: string, everyMs: number, work: () => Promise<void>): Loop {
  const delayBetweenRuns = new InterruptibleDelay();
  let stopped = false;
  let failures = 0;

  const runOnce = async () => {
    try {
      await work();
      if (failures > 1) ctx.log.info({ what }, 'periodic task recovered');
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === 2) ctx.log.warn({ err: error, what }, 'periodic task failed twice in a row; retrying');
    }
  };
  const run = async () => {
    while (!stopped) {
      delayBetweenRuns.begin();
      await runOnce();
      await delayBetweenRuns.end(everyMs);
    }
  };
  const ended = run();
  return {
    wake: () => delayBetweenRuns.interrupt(),
    async stop() {
      stopped = true;
      delayBetweenRuns.interrupt();
      await ended;
    },
  };
}

/** The delay between two runs. Cheaper to interrupt than `pause`, whose abort signal raises an error. */
class InterruptibleDelay {
  #interrupted = false;
  #wake: (() => void) | undefined;

  /** Starts to accept interruptions. */
  begin(): void {
    this.#interrupted = false;
  }

  async end(ms: number): Promise<void> {
    if (this.#interrupted) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    this.#wake = undefined;
  }

  interrupt(): void {
    this.#interrupted = true;
    this.#wake?.();
  }
}

/** Waits for `ms`; resolves early when `signal` is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
