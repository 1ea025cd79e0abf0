/** How long what a service waits for may take, in milliseconds; each is less than the one before (`CALL_TIMEOUT_MS`). */
export interface TimeLimits {
  /** A call between services. */
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
}

export const usualCallMs = 2_000;

export const timeLimitsOf = (callMs: number): TimeLimits => ({
  callMs,
  storeMs: callMs - 200,
  statementMs: callMs - 500,
  memoryStoreMs: callMs / 4,
});
