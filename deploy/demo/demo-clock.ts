import type { Clock } from '@tribus/kit/core/clock.ts';

/** The time of the demo story: moved from act to act while it is told, the machine's own before. */
export class DemoClock implements Clock {
  #moved: number | undefined;

  now(): Date {
    return new Date(this.#moved ?? Date.now());
  }

  moveTo(date: Date): void {
    this.#moved = date.getTime();
  }
}
