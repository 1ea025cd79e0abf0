import { setTimeout as delay } from 'node:timers/promises';

/** Pauses before the first, second, … new start of something that fails again and again. */
const pausesMs = [200, 1_000, 3_000, 8_000];
/** So many failures of one thing within this time are too many. */
const maxFailures = 5;
const withinMs = 120_000;
/** While the disk is full only an operator can help, and may need longer: a store is tried for ever. */
const fullDiskPauseMs = 5_000;
const fullDisk = /no space left on device|ENOSPC|disk quota exceeded|EDQUOT/i;

export interface SupervisorOptions {
  /** Told in one sentence what ended and is started again. */
  say(sentence: string): void;
  /** Told once why there is no use in going on; whoever listens ends the system in good order. */
  giveUp(sentence: string): void;
  /** Milliseconds before the first, second, … new start. */
  pausesMs?: readonly number[];
}

/** Starts again what died, with growing pauses; gives up on what fails five times within two minutes. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #stopping = new AbortController();
  readonly #failures = new Map<string, number[]>();
  readonly #said = new Map<string, string>();
  readonly #restarts = new Set<Promise<void>>();

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Aborted by `stop`: a start that is under way is to be broken off. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** To be called whenever `name` ended unasked; `how` completes the sentence "content …". Does not wait. */
  restart(name: string, how: string, start: () => Promise<void>): void {
    const restart = this.#restart(name, how, start).finally(() => this.#restarts.delete(restart));
    this.#restarts.add(restart);
  }

  /** Resolves when nothing is being started again: it runs, or was given up on. */
  async idle(): Promise<void> {
    while (this.#restarts.size > 0) await Promise.all(this.#restarts);
  }

  /** No new starts from here on; resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#restarts);
  }

  async #restart(name: string, how: string, start: () => Promise<void>): Promise<void> {
    for (let failure = how; !this.stopping.aborted; ) {
      const pauseMs = this.#nextPause(name, failure);
      if (pauseMs === undefined) {
        this.#options.giveUp(
          `${name} failed ${maxFailures} times within ${withinMs / 60_000} minutes and is not started again; the last time it ${failure}.`,
        );
        return;
      }
      this.#logOnce(name, `${name} ${failure}; it is started again.`);
      await delay(pauseMs, undefined, { signal: this.stopping }).catch(() => undefined);
      if (this.stopping.aborted) return;
      try {
        await start();
        this.#said.delete(name);
        return;
      } catch (error) {
        failure = `could not be started (${briefly(error)})`;
      }
    }
  }

  /** Undefined when it failed too often. */
  #nextPause(name: string, failure: string): number | undefined {
    if (fullDisk.test(failure)) return fullDiskPauseMs;
    const now = performance.now();
    const recent = (this.#failures.get(name) ?? []).filter((at) => now - at < withinMs);
    this.#failures.set(name, [...recent, now]);
    const pauses = this.#options.pausesMs ?? pausesMs;
    return recent.length + 1 < maxFailures ? (pauses[recent.length] ?? pauses.at(-1)) : undefined;
  }

  /** The same sentence is not repeated while the same thing goes on. */
  #logOnce(name: string, sentence: string): void {
    if (this.#said.get(name) !== sentence) this.#options.say(sentence);
    this.#said.set(name, sentence);
  }
}

/** An error in one line: a full disk above all, else its end, where programs say what is wrong. */
export function briefly(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).trim().split('\n');
  return (lines.find((line) => fullDisk.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, 300);
}

/** How a process ended, to complete a sentence: "was ended by SIGKILL". */
export const endingOf = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal ? `was ended by ${signal}` : `ended with code ${code}`;

const firstStarts = 3;
const firstPauseMs = 1_000;

/**
 * The first start of something on a machine that has much else to do: tried three times, unless `isFinal` says that
 * another attempt would end the same way.
 */
export async function startWithRetry<T>(
  name: string,
  start: () => Promise<T>,
  { say, isFinal }: { say(sentence: string): void; isFinal(error: unknown): boolean },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt === firstStarts || isFinal(error)) throw error;
      say(`${name} could not be started (${briefly(error)}); it is tried again.`);
      await delay(firstPauseMs * attempt);
    }
  }
}
