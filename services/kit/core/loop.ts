import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from './context.ts';

export interface Loop {
  /** Runs soon, and once more if it is running. */
  wake(): void;
  /** Ends after the run at work. */
  stop(): Promise<void>;
}

/**
 * Runs `work` at once, then every `everyMs` and when woken, never twice at a time. The second failure in a row is
 * logged, once until a run succeeds again (at a start a peer may be a moment later); the loop goes on.
 */
export function startLoop(ctx: Context, what: string, everyMs: number, work: () => Promise<void>): Loop {
  const rest = new InterruptibleDelay();
  let stopped = false;
  let failures = 0;

  const once = async () => {
    try {
      await work();
      if (failures > 1) ctx.log.info({ what }, 'periodic task recovered');
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === 2) ctx.log.warn({ err: error, what }, 'periodic task failed twice in a row; trying again');
    }
  };
  const run = async () => {
    while (!stopped) {
      rest.begin();
      await once();
      await rest.end(everyMs);
    }
  };
  const ended = run();
  return {
    wake: () => rest.interrupt(),
    async stop() {
      stopped = true;
      rest.interrupt();
      await ended;
    },
  };
}

/** The time between two runs. Interrupted often, so it is made of less than `pause`, whose end by a signal is an error. */
class InterruptibleDelay {
  #interrupted = false;
  #wake: (() => void) | undefined;

  /** From here on an interruption counts. */
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

/** Waits; ends early, without a complaint, when `signal` fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
