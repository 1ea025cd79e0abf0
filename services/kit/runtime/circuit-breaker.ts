/** So many unanswered requests in a row open a breaker. */
export const failuresToOpen = 5;
/** Once the peer has answered a probe, one request in so many is admitted. */
const firstShare = 8;
/** The longest pause of a breaker that opens over and over, as a multiple of the first. */
const maxPauses = 16;
/** How long a request waits for a probe before it is refused, in milliseconds. */
const patienceMs = 40;

export interface CircuitBreakerOptions {
  /** Asks the peer for a sign of life. Resolves to whether one came; has a time limit of its own. */
  probe: () => Promise<boolean>;
  /** How long the breaker admits nothing before the first probe, and the time between two probes; milliseconds. */
  probeEveryMs: number;
}

/**
 * Refuses requests to a peer that does not answer. It opens after several unanswered requests in a row. From then on the
 * peer is probed in the background, so that no request is spent on finding out whether it is back, and the breaker closes
 * without traffic. Each answered probe, and then each answered request, doubles the share of the requests that is
 * admitted: one in eight, in four, in two, and all. A breaker that opens again before any request was answered pauses for
 * twice as long, because its peer is alive but does not answer these requests (docs/decisions/0024).
 */
export class CircuitBreaker {
  readonly #probe: () => Promise<boolean>;
  readonly #probeEveryMs: number;
  #failures = 0;
  /** The next pause, as a multiple of the first. */
  #pauses = 1;
  #openings = 0;
  /** Until when only the timer probes, by `performance.now()`. */
  #pausedUntil = 0;
  /** The first of so many requests is admitted. */
  #share = 1;
  #asked = 0;
  #timer: NodeJS.Timeout | undefined;
  /** The probe of the present opening that is under way. */
  #probing: Promise<void> | undefined;
  #stopped = false;

  constructor({ probe, probeEveryMs }: CircuitBreakerOptions) {
    this.#probe = probe;
    this.#probeEveryMs = probeEveryMs;
  }

  /** Whether the peer counts as away: some requests are refused, or all. */
  get isOpen(): boolean {
    return this.#share > 1;
  }

  /** Whether every request is refused. */
  get refusesAll(): boolean {
    return this.#share === Number.POSITIVE_INFINITY;
  }

  /** Counts a request, and returns whether it may be sent. */
  admits(): boolean {
    if (!this.isOpen) return true;
    if (this.refusesAll) return false;
    this.#asked += 1;
    return this.#asked % this.#share === 1;
  }

  /** The same, but a request that would be refused waits 40 ms for a probe, so that the first after an outage is sent. */
  async admitsSoon(): Promise<boolean> {
    if (this.refusesAll && performance.now() >= this.#pausedUntil) {
      const { promise: isLate, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, patienceMs);
      await Promise.race([this.#test(), isLate]);
      clearTimeout(timer);
    }
    return this.admits();
  }

  /** The peer answered a request, whatever its answer. */
  succeeded(): void {
    this.#failures = 0;
    // It was sent before the breaker opened.
    if (this.refusesAll) return;
    this.#pauses = 1;
    if (this.isOpen) this.#admitMore();
  }

  /** The peer did not answer a request. */
  failed(): void {
    // It was sent before the breaker opened.
    if (this.refusesAll) return;
    this.#failures += 1;
    if (this.#failures >= failuresToOpen) this.#open();
  }

  /** Ends the probes; the state stays as it is. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #open(): void {
    this.#failures = 0;
    this.#openings += 1;
    // The one under way may have been sent when the peer still answered, and its result will not count.
    this.#probing = undefined;
    this.#share = Number.POSITIVE_INFINITY;
    this.#pausedUntil = performance.now() + (this.#pauses - 1) * this.#probeEveryMs;
    this.#schedule(this.#pauses * this.#probeEveryMs);
    this.#pauses = Math.min(2 * this.#pauses, maxPauses);
  }

  #admitMore(): void {
    this.#share = this.refusesAll ? firstShare : this.#share / 2;
    this.#asked = 0;
    if (!this.isOpen) clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#test(), ms).unref();
  }

  /** Sends a probe, unless one of the present opening is under way. */
  #test(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#probing ??= this.#sendProbe();
    return this.#probing;
  }

  async #sendProbe(): Promise<void> {
    const openings = this.#openings;
    const isAlive = await this.#probe();
    // It opened anew meanwhile, and has probes of its own.
    if (openings !== this.#openings) return;
    this.#probing = undefined;
    // Requests that were answered closed it.
    if (!this.isOpen) return;
    if (isAlive) this.#admitMore();
    else this.#share = Number.POSITIVE_INFINITY;
    if (this.isOpen) this.#schedule(this.#probeEveryMs);
  }
}
