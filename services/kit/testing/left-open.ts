const closers = new Set<() => Promise<void>>();

/** Registers `close` to run at the end of the test file; it must be idempotent. */
export function closeAfterFile(close: () => Promise<void>): void {
  closers.add(close);
}

/**
 * Runs the registered closers of a test file (set-up.ts): a test that fails half-way closes nothing, and an open loop
 * or connection would keep the run from ending. Then throws their errors, so that the file fails.
 */
export async function closeLeftOpen(): Promise<void> {
  const closing = [...closers].map((close) => close());
  closers.clear();
  const outcomes = await Promise.allSettled(closing);
  throwErrors(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
}

/** Runs all closers one after the other; then throws the errors of those that failed. */
export async function closeInOrder(inOrder: readonly (() => Promise<void> | void)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of inOrder) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  throwErrors(errors);
}

function throwErrors(errors: readonly unknown[]): void {
  if (errors.length > 0) throw new AggregateError(errors, 'what the tests left open could not be closed');
}
