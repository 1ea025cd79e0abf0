import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from './context.ts';

export interface Loop {
  /** Runs soon, and once more if it is running. */
  poke(): void;
  /** Ends after the run at work. */
  stop(): Promise<void>;
}

/**
 * Runs `work` at once, then every `everyMs` and when poked, never twice at a time. The second failure in a row is
 * logged, once until a run succeeds again (at a start a peer may be a moment later); the loop goes on.
 */
export function startLoop(ctx: Context, what: string, everyMs: number, work: () => Promise<void>): Loop {
  let wake = new AbortController();
  let stopped = false;
  let failures = 0;

  const once = async () => {
    try {
      await work();
      if (failures > 1) ctx.log.info({ what }, 'works again');
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === 2) ctx.log.warn({ err: error, what }, 'fails; it is tried again');
    }
  };
  const run = async () => {
    while (!stopped) {
      wake = new AbortController();
      await once();
      await pause(everyMs, wake.signal);
    }
  };
  const ended = run();
  return {
    poke: () => wake.abort(),
    async stop() {
      stopped = true;
      wake.abort();
      await ended;
    },
  };
}

/** Waits; ends early, without a complaint, when `signal` fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
