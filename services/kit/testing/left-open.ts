const closers = new Set<() => Promise<void>>();

/** Registers `close` to run at the end of the test file; it must be idempotent. */
export function closeAfterFile(close: () => Promise<void>): void {
  closers.add(close);
}

/**
 * Runs the registered closers of a test file (set-up.ts): a test that fails half-way closes nothing, and an open loop
 * or connection would keep the run from ending.
 */
export async function closeLeftOpen(): Promise<void> {
  const closing = [...closers].map((close) => close());
  closers.clear();
  await Promise.allSettled(closing);
}
