import { setTimeout as delay } from 'node:timers/promises';

/** Pauses before the first, second, … restart of a process that keeps failing. */
const pausesMs = [200, 1_000, 3_000, 8_000];
/** This many failures of one process within this time are too many. */
const maxFailures = 5;
const withinMs = 120_000;
/** A full disk needs the operator, and may take longer, so a store is retried without limit. */
const fullDiskPauseMs = 5_000;
const fullDisk = /no space left on device|ENOSPC|disk quota exceeded|EDQUOT/i;

export interface SupervisorOptions {
  /** Receives one sentence about an exit and its restart. */
  log(sentence: string): void;
  /** Called once with the reason for giving up; the receiver then stops the system in order. */
  giveUp(sentence: string): void;
  /** Milliseconds before the first, second, … restart. */
  pausesMs?: readonly number[];
}

/** Restarts exited processes with growing pauses; gives up on a process that fails five times within two minutes. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #stopping = new AbortController();
  readonly #failures = new Map<string, number[]>();
  readonly #logged = new Map<string, string>();
  readonly #restarts = new Set<Promise<void>>();

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Aborted by `stop`, which cancels a start in progress. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Call it when `name` exited unrequested; `how` completes the sentence "content …". Does not wait. */
  restart(name: string, how: string, start: () => Promise<void>): void {
    const restart = this.#restart(name, how, start).finally(() => this.#restarts.delete(restart));
    this.#restarts.add(restart);
  }

  /** Resolves when no restart is in progress: each succeeded or was given up. */
  async idle(): Promise<void> {
    while (this.#restarts.size > 0) await Promise.all(this.#restarts);
  }

  /** Prevents new starts; resolves when those in progress have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#restarts);
  }

  async #restart(name: string, how: string, start: () => Promise<void>): Promise<void> {
    for (let failure = how; !this.stopping.aborted; ) {
      const pauseMs = this.#nextPause(name, failure);
      if (pauseMs === undefined) {
        this.#options.giveUp(
          `${name} failed ${maxFailures} times within ${withinMs / 60_000} minutes and is not restarted; last failure: ${failure}`,
        );
        return;
      }
      this.#logOnce(name, `${name} ${failure}; restarting`);
      await delay(pauseMs, undefined, { signal: this.stopping }).catch(() => undefined);
      if (this.stopping.aborted) return;
      try {
        await start();
        this.#logged.delete(name);
        return;
      } catch (error) {
        failure = `not started (${summarizeError(error)})`;
      }
    }
  }

  /** Undefined after too many failures. */
  #nextPause(name: string, failure: string): number | undefined {
    if (fullDisk.test(failure)) return fullDiskPauseMs;
    const now = performance.now();
    const recent = (this.#failures.get(name) ?? []).filter((at) => now - at < withinMs);
    this.#failures.set(name, [...recent, now]);
    const pauses = this.#options.pausesMs ?? pausesMs;
    return recent.length + 1 < maxFailures ? (pauses[recent.length] ?? pauses.at(-1)) : undefined;
  }

  /** Suppresses a sentence that repeats the previous one. */
  #logOnce(name: string, sentence: string): void {
    if (this.#logged.get(name) !== sentence) this.#options.log(sentence);
    this.#logged.set(name, sentence);
  }
}

/** Returns an error as one line: that of a full disk if any, else the last, where programs report the cause. */
export function summarizeError(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).trim().split('\n');
  return (lines.find((line) => fullDisk.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, 300);
}

/** How a process ended, to complete a sentence: "was ended by SIGKILL". */
export const describeEnding = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal ? `was ended by ${signal}` : `ended with code ${code}`;

const firstStarts = 3;
const firstPauseMs = 1_000;

/** First start on a busy machine: up to three attempts, unless `isFinal` returns true for the error. */
export async function startWithRetry<T>(
  name: string,
  start: () => Promise<T>,
  { log, isFinal }: { log(sentence: string): void; isFinal(error: unknown): boolean },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt === firstStarts || isFinal(error)) throw error;
      log(`${name} not started (${summarizeError(error)}); retrying`);
      await delay(firstPauseMs * attempt);
    }
  }
}
