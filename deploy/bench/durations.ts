import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './median.ts';

/** How long one thing took, in milliseconds, again and again. */
export interface DurationRow {
  name: string;
  title: string;
  /** How often it was measured. */
  count: number;
  median: number;
  worst: number;
  /** So often it took longer than was waited for. */
  missed: number;
  /** What the worst one may be. */
  atMost: number;
}

const checkEveryMs = 20;
const giveUpMs = 120_000;

/** Collects how long one thing takes. */
export class Durations {
  readonly #taken: number[] = [];
  #missed = 0;

  /** From now until `holds`, or until two minutes have passed: that is a miss. */
  async measure(holds: () => Promise<boolean> | boolean): Promise<void> {
    const began = performance.now();
    while (performance.now() - began < giveUpMs) {
      if (await holds()) return void this.#taken.push(performance.now() - began);
      await pause(checkEveryMs);
    }
    this.#missed += 1;
  }

  /** How long `act` takes; returns its result. */
  async time<T>(act: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await act();
    this.#taken.push(performance.now() - began);
    return result;
  }

  /** What was measured elsewhere. */
  add(ms: number): void {
    this.#taken.push(ms);
  }

  row(name: string, title: string, atMost: number): DurationRow {
    const taken = this.#taken;
    const worst = taken.length > 0 ? Math.max(...taken) : Number.NaN;
    return { name, title, count: taken.length, median: median(taken), worst, missed: this.#missed, atMost };
  }
}

/** Throws when something that is only the beginning of a measurement went wrong. */
export function expectStatus(status: number, expected: readonly number[], what: string): void {
  if (!expected.includes(status)) throw new Error(`${what} was answered with ${status}, not ${expected.join(' or ')}`);
}
