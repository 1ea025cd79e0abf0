/**
 * Minimum rate. A phone at 64 kbit/s sends about 0.9 MB in the two minutes before the rate applies; at 128 kbit/s a
 * body of any size arrives. Without a minimum, a client sending a few bytes at a time could keep its partial upload on
 * media's disk indefinitely.
 */
const leastBytesPerSecond = 8 * 1024;
/** The rate does not apply before this many checks. */
const freeChecks = 6;
/** The rate is measured over this many checks, because a connection may stall temporarily. */
const windowChecks = 3;

/** Detects slow senders from the bytes received at each check. */
export class BodyRate {
  readonly #leastOfWindow: number;
  #checks = 0;
  /** Bytes received at the latest checks, oldest first. */
  #seen: number[] = [];

  /** `checkMs` is the check interval; a sender without a byte in one interval is too slow at any time. */
  constructor(checkMs: number) {
    this.#leastOfWindow = (leastBytesPerSecond * windowChecks * checkMs) / 1000;
  }

  /**
   * Called at each check. `bytes` is the total received; `isAwaited` is false under backpressure from the service,
   * which resets the measurement.
   */
  isTooSlow(bytes: number, isAwaited: boolean): boolean {
    this.#checks += 1;
    if (!isAwaited) {
      this.#seen = [];
      return false;
    }
    const pauses = this.#seen.at(-1) === bytes;
    this.#seen.push(bytes);
    if (this.#seen.length <= windowChecks) return pauses;
    const received = bytes - (this.#seen.shift() ?? 0);
    return pauses || (this.#checks > freeChecks && received < this.#leastOfWindow);
  }
}
