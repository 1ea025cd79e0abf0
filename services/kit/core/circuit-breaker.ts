/** So many unanswered requests in a row open a breaker. */
export const failuresToOpen = 5;
/** Once the peer has answered a probe, one request in so many is admitted. */
const admitEveryAtFirst = 8;
/** The longest pause of a breaker that opens over and over, as a multiple of the first. */
const maxPauses = 16;
/** How long a request waits for a probe before it is refused, in milliseconds. */
const probeWaitMs = 40;

export interface CircuitBreakerOptions {
  /** Asks the peer for a sign of life. Resolves to whether one came; has a time limit of its own. */
  probe: () => Promise<boolean>;
  /** How long the breaker admits nothing before the first probe, and the time between two probes; milliseconds. */
  probeEveryMs: number;
}

/**
 * Leave to send a request. How that ends counts until the breaker refuses all requests: what was sent before says nothing
 * of the peer since.
 */
export interface Admission {
  /** Whether the breaker has not refused all requests since. */
  readonly isCurrent: boolean;
  /** The peer answered the request, whatever its answer. */
  succeeded(): void;
  /** The peer did not answer the request. */
  failed(): void;
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
  /** Of all requests that are admitted until all are refused the next time. */
  #admission = this.#newAdmission();
  /** Until when only the timer probes, by `performance.now()`. */
  #pausedUntil = 0;
  /** The first of so many requests is admitted. */
  #admitEvery = 1;
  /** Requests since the last change of `#admitEvery`. */
  #requests = 0;
  #timer: NodeJS.Timeout | undefined;
  /** The probe that is under way and was sent since all requests were refused the last time. */
  #probing: Promise<void> | undefined;
  #stopped = false;

  constructor({ probe, probeEveryMs }: CircuitBreakerOptions) {
    this.#probe = probe;
    this.#probeEveryMs = probeEveryMs;
  }

  /** Whether the peer counts as away: some requests are refused, or all. */
  get isOpen(): boolean {
    return this.#admitEvery > 1;
  }

  get #refusesAll(): boolean {
    return this.#admitEvery === Number.POSITIVE_INFINITY;
  }

  /** Counts a request. Returns undefined when it may not be sent. */
  admit(): Admission | undefined {
    if (!this.isOpen) return this.#admission;
    if (this.#refusesAll) return undefined;
    this.#requests += 1;
    return this.#requests % this.#admitEvery === 1 ? this.#admission : undefined;
  }

  /** The same, but a request that would be refused waits 40 ms for a probe, so that the first after an outage is sent. */
  async admitSoon(): Promise<Admission | undefined> {
    if (this.#refusesAll && performance.now() >= this.#pausedUntil) {
      const { promise: isLate, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, probeWaitMs);
      await Promise.race([this.#test(), isLate]);
      clearTimeout(timer);
    }
    return this.admit();
  }

  /** Ends the probes; the state stays as it is. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #newAdmission(): Admission {
    const isCurrent = () => this.#admission === admission;
    const admission: Admission = {
      get isCurrent() {
        return isCurrent();
      },
      succeeded: () => isCurrent() && this.#succeeded(),
      failed: () => isCurrent() && this.#failed(),
    };
    return admission;
  }

  #succeeded(): void {
    this.#failures = 0;
    this.#pauses = 1;
    if (this.isOpen) this.#admitMore();
  }

  #failed(): void {
    this.#failures += 1;
    if (this.#failures >= failuresToOpen) this.#open();
  }

  #open(): void {
    this.#refuseAll();
    this.#pausedUntil = performance.now() + (this.#pauses - 1) * this.#probeEveryMs;
    this.#schedule(this.#pauses * this.#probeEveryMs);
    this.#pauses = Math.min(2 * this.#pauses, maxPauses);
  }

  #refuseAll(): void {
    this.#failures = 0;
    this.#admitEvery = Number.POSITIVE_INFINITY;
    this.#admission = this.#newAdmission();
    // It may have been sent when the peer still answered.
    this.#probing = undefined;
  }

  #admitMore(): void {
    this.#admitEvery = this.#refusesAll ? admitEveryAtFirst : this.#admitEvery / 2;
    this.#requests = 0;
    if (!this.isOpen) clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#test(), ms).unref();
  }

  /** Sends a probe, unless one is under way that counts. */
  #test(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#probing ??= this.#sendProbe();
    return this.#probing;
  }

  async #sendProbe(): Promise<void> {
    const admission = this.#admission;
    const isAlive = await this.#probe();
    // It opened anew meanwhile, and has probes of its own.
    if (!admission.isCurrent) return;
    this.#probing = undefined;
    // Requests that were answered closed it.
    if (!this.isOpen) return;
    if (isAlive) this.#admitMore();
    else this.#refuseAll();
    if (this.isOpen) this.#schedule(this.#probeEveryMs);
  }
}
