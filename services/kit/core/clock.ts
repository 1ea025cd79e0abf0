/** The time of the domain. The demo data is written through the real API with a clock that is moved. */
export interface Clock {
  now(): Date;
}
export const systemClock: Clock = { now: () => new Date() };
