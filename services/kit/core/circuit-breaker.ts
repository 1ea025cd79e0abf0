/** Consecutive unanswered requests that open a breaker. */
export const failuresToOpen = 5;
/** After the first answered probe, one request in this many is admitted. */
const admitEveryAtFirst = 8;
/** Maximum pause of a breaker that opens repeatedly, as a multiple of the first. */
const maxPauses = 16;
/** Maximum wait of a request for a probe, in milliseconds; then it is refused. */
const probeWaitMs = 40;

export interface CircuitBreakerOptions {
  /** Checks that the peer responds. Resolves to the result within its own time limit. */
  probe: () => Promise<boolean>;
  /** Time before the first probe and between two probes, in milliseconds. */
  probeEveryMs: number;
}

/**
 * Permission to send a request. Its result counts only until the breaker next refuses all requests, because earlier
 * requests do not show the peer's current state.
 */
export interface Admission {
  /** False once the breaker has refused all requests since. */
  readonly isCurrent: boolean;
  /** Reports a response of the peer, including an error response. */
  succeeded(): void;
  /** Reports a request without a response. */
  failed(): void;
}

/**
 * Refuses requests to an unresponsive peer. It opens after five consecutive unanswered requests. Background probes then
 * check the peer, so that recovery costs no request and needs no traffic. Each answered probe, and then each answered
 * request, doubles the admitted share: one in eight, in four, in two, all. A breaker that reopens before any request
 * was answered doubles its pause, because its peer is alive but does not answer these requests (docs/decisions/0024).
 */
export class CircuitBreaker {
  readonly #probe: () => Promise<boolean>;
  readonly #probeEveryMs: number;
  #failures = 0;
  /** The next pause, as a multiple of the first. */
  #pauses = 1;
  /** Shared by all requests admitted until the breaker next refuses all. */
  #admission = this.#newAdmission();
  /** End of the period in which only the timer sends probes, by `performance.now()`. */
  #pausedUntil = 0;
  /** One request in this many is admitted, the first of them. */
  #admitEvery = 1;
  /** Requests since the last change of `#admitEvery`. */
  #requests = 0;
  #timer: NodeJS.Timeout | undefined;
  /** The pending probe, if it was sent after the breaker last refused all requests. */
  #probing: Promise<void> | undefined;
  #stopped = false;

  constructor({ probe, probeEveryMs }: CircuitBreakerOptions) {
    this.#probe = probe;
    this.#probeEveryMs = probeEveryMs;
  }

  /** True while the breaker refuses some or all requests. */
  get isOpen(): boolean {
    return this.#admitEvery > 1;
  }

  get #refusesAll(): boolean {
    return this.#admitEvery === Number.POSITIVE_INFINITY;
  }

  /** Counts a request. Returns undefined when the request is refused. */
  admit(): Admission | undefined {
    if (!this.isOpen) return this.#admission;
    if (this.#refusesAll) return undefined;
    this.#requests += 1;
    return this.#requests % this.#admitEvery === 1 ? this.#admission : undefined;
  }

  /** As `admit`, but waits up to 40 ms for a probe, so that the first request after an outage is sent. */
  async admitSoon(): Promise<Admission | undefined> {
    if (this.#refusesAll && performance.now() >= this.#pausedUntil) {
      const { promise: isLate, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, probeWaitMs);
      await Promise.race([this.#test(), isLate]);
      clearTimeout(timer);
    }
    return this.admit();
  }

  /** Stops probing; the state is unchanged. */
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
    // A pending probe may have been sent while the peer still responded.
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

  /** Sends a probe, or joins the pending one. */
  #test(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#probing ??= this.#sendProbe();
    return this.#probing;
  }

  async #sendProbe(): Promise<void> {
    const admission = this.#admission;
    const isAlive = await this.#probe();
    // The breaker reopened during the probe and sends its own probes.
    if (!admission.isCurrent) return;
    this.#probing = undefined;
    // Answered requests have closed the breaker.
    if (!this.isOpen) return;
    if (isAlive) this.#admitMore();
    else this.#refuseAll();
    if (this.isOpen) this.#schedule(this.#probeEveryMs);
  }
}
