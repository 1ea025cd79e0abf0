/**
 * Time limits of a service's calls and stores, in milliseconds: production limits times `factor`. They scale together,
 * so that they expire in the same order everywhere.
 */
export interface TimeLimits {
  /** The setting `TIME_LIMITS_FACTOR`; also applies to limits of a single route, call or connection. */
  readonly factor: number;
  /** Timeout of a call between services (`CALL_TIMEOUT_MS`). */
  readonly callMs: number;
  /**
   * Timeout of a store, less than that of a call, so that a service reports its unavailable store (503) before its
   * client gives up.
   */
  readonly storeMs: number;
  /** Timeout after which a store cancels a slow statement, less than that of the store itself. */
  readonly statementMs: number;
  /** Timeout of an in-memory store, shorter because its data is optional. */
  readonly memoryStoreMs: number;
  /** Silence after which a peer counts as unavailable; a shorter silence proves nothing. */
  readonly silenceMs: number;
  /** Timeout of a health check. */
  readonly healthMs: number;
  /** Wait of a retried call for the peer to connect. Not multiplied: nothing hangs during the wait. */
  readonly reconnectMs: number;
  /**
   * A body received within this time after its headers needs no second session check. Together with the gateway's
   * session cache it bounds the effect of a revocation to five seconds, so it is not multiplied.
   */
  readonly promptBodyMs: number;
  /** Probe interval for an unavailable peer (circuit-breaker.ts). Not multiplied: no request waits for it. */
  readonly probeEveryMs: number;
}

export const defaultCallMs = 2_000;

export const buildTimeLimits = ({ callMs = defaultCallMs, factor = 1 } = {}): TimeLimits => ({
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
