import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './median.ts';

/** Durations of one operation, in milliseconds. */
export interface DurationRow {
  name: string;
  title: string;
  /** Number of measurements. */
  count: number;
  median: number;
  worst: number;
  /** Number of measurements that timed out. */
  missed: number;
  /** Upper limit for the worst one. */
  atMost: number;
}

const checkEveryMs = 20;
const timeoutMs = 120_000;

/** Collects the durations of one operation. */
export class Durations {
  readonly #samples: number[] = [];
  #missed = 0;

  /** Measures until `holds`; after two minutes it counts as missed. */
  async measure(holds: () => Promise<boolean> | boolean): Promise<void> {
    const began = performance.now();
    while (performance.now() - began < timeoutMs) {
      if (await holds()) return void this.#samples.push(performance.now() - began);
      await pause(checkEveryMs);
    }
    this.#missed += 1;
  }

  /** Measures `act` and returns its result. */
  async time<T>(act: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await act();
    this.#samples.push(performance.now() - began);
    return result;
  }

  /** Adds a duration that was measured elsewhere. */
  add(ms: number): void {
    this.#samples.push(ms);
  }

  row(name: string, title: string, atMost: number): DurationRow {
    const samples = this.#samples;
    const worst = samples.length > 0 ? Math.max(...samples) : Number.NaN;
    return { name, title, count: samples.length, median: median(samples), worst, missed: this.#missed, atMost };
  }
}

/** Throws when a preparatory request of a measurement fails. */
export function expectStatus(status: number, expected: readonly number[], what: string): void {
  if (!expected.includes(status)) throw new Error(`${what} returned ${status}, not ${expected.join(' or ')}`);
}
