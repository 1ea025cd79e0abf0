const closers = new Set<() => Promise<void>>();

/** Has something closed when the test file that opens it is over; closing it before is no harm. */
export function closeAfterFile(close: () => Promise<void>): void {
  closers.add(close);
}

/**
 * Closes what a test file has opened (set-up.ts): one that fails half-way closes nothing, and a loop or a connection left
 * open keeps the run from ending.
 */
export async function closeLeftOpen(): Promise<void> {
  const closing = [...closers].map((close) => close());
  closers.clear();
  await Promise.allSettled(closing);
}
