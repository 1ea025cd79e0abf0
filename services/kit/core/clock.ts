/** Domain time. The demo data is written through the real API with an adjustable clock. */
export interface Clock {
  now(): Date;
}
export const systemClock: Clock = { now: () => new Date() };
