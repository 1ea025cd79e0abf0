/**
 * How long a service waits for what may hang, in milliseconds: its true limits times `factor`. They all grow together, so
 * that what counts as away first in production does so everywhere.
 */
export interface TimeLimits {
  /** The setting `TIME_LIMITS_FACTOR`: limits that a single route, call or connection states are multiplied by it, too. */
  readonly factor: number;
  /** A call between services (`CALL_TIMEOUT_MS`). */
  readonly callMs: number;
  /**
   * A store that does not answer counts as away. It is less than a call may take, so that a service says itself that its
   * store is away (503) before its caller has given up.
   */
  readonly storeMs: number;
  /** A store ends a slow statement itself: before it counts as one that hangs. */
  readonly statementMs: number;
  /** A store in memory that does not answer counts as away: it holds only what can be done without. */
  readonly memoryStoreMs: number;
  /** A peer that sent nothing for so long is away; a shorter silence proves nothing. */
  readonly silenceMs: number;
  /** A part that has not answered a health check by then is away. */
  readonly healthMs: number;
  /** A repeated call waits so long for a peer that has just come, or comes back. Not multiplied: nothing hangs meanwhile. */
  readonly reconnectMs: number;
  /**
   * A body that is there so soon after its head needs no second look at who sends it. With the age of what the gateway
   * knows of a session it makes the five seconds in which a revocation acts, so it is not multiplied.
   */
  readonly promptBodyMs: number;
  /** A peer that is away is probed this often (circuit-breaker.ts). Not multiplied: nobody waits for it. */
  readonly probeEveryMs: number;
}

export const usualCallMs = 2_000;

export const timeLimitsOf = ({ callMs = usualCallMs, factor = 1 } = {}): TimeLimits => ({
  factor,
  callMs: callMs * factor,
  storeMs: (callMs - 200) * factor,
  statementMs: (callMs - 500) * factor,
  memoryStoreMs: (callMs / 4) * factor,
  silenceMs: 1_000 * factor,
  healthMs: 2_500 * factor,
  reconnectMs: 1_000,
  promptBodyMs: 1_000,
  probeEveryMs: 250,
});
