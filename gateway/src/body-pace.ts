/**
 * The lowest rate that is accepted. A phone on a line of 64 kbit/s sends about 0.9 MB in the two minutes before it
 * applies; on one of 128 kbit/s a body of any size arrives. Without it a sender of a few bytes at a time could keep what
 * came before on the disk of media without end.
 */
const leastBytesPerSecond = 8 * 1024;
/** The rate does not apply before so many checks. */
const freeChecks = 6;
/** The rate is measured over so many checks: a line may stall for a while. */
const windowChecks = 3;

/** Judges how a body arrives, from the bytes that are there at each check. */
export class BodyPace {
  readonly #leastOfWindow: number;
  #checks = 0;
  /** Bytes at the latest checks, the oldest first. */
  #seen: number[] = [];

  /** `checkMs` lies between two checks; a sender who sends nothing for that long is too slow at any time. */
  constructor(checkMs: number) {
    this.#leastOfWindow = (leastBytesPerSecond * windowChecks * checkMs) / 1000;
  }

  /**
   * To be called at each check: `bytes` is what has come so far, `isAwaited` false while the reader takes no more, which
   * is not the sender's fault: the pace is then looked at anew.
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
    const came = bytes - (this.#seen.shift() ?? 0);
    return pauses || (this.#checks > freeChecks && came < this.#leastOfWindow);
  }
}
