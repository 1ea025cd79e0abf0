import type { Clock } from '@tribus/kit/core/clock.ts';

/** Clock of the demo: set to the time of each act during seeding, the machine's own time before. */
export class DemoClock implements Clock {
  #moved: number | undefined;

  now(): Date {
    return new Date(this.#moved ?? Date.now());
  }

  moveTo(date: Date): void {
    this.#moved = date.getTime();
  }
}
