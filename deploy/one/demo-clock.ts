import type { Clock } from '@tribus/kit/context.ts';

/** The time of the demo story: moved from act to act while it is told, then the machine's own. */
export class DemoClock implements Clock {
  #moved: number | undefined;

  now(): Date {
    return new Date(this.#moved ?? Date.now());
  }

  moveTo(date: Date): void {
    this.#moved = date.getTime();
  }

  /** From here on the machine's time. */
  follow(): void {
    this.#moved = undefined;
  }
}
