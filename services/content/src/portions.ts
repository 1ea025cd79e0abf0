import type { JobRun } from '@tribus/kit/jobs/definition.ts';
import { isSlowStatement } from '@tribus/kit/runtime/errors.ts';

const [fewest, most] = [10, 1_000];
/** Milliseconds; a portion that takes less may be larger: what it locks others wait for, and a statement has 1,500. */
const short = 500;

/** Does up to `size` of what is left, in a transaction; resolves to how many, 0 when nothing is left. */
export type Portion = (size: number) => Promise<number>;

/**
 * Does long work in portions, as many at once as the database makes in one statement: posts have few comments or
 * thousands. One that took long is no reason for a smaller one: on a busy machine a small one takes as long. Whoever ends
 * it between two portions loses nothing: the next attempt goes on. `onDone` is given how many are done so far.
 */
export async function doInPortions(
  signal: JobRun['signal'],
  portion: Portion,
  onDone: (done: number) => Promise<void> = async () => undefined,
): Promise<void> {
  let size = 100;
  for (let done = 0; ; ) {
    signal.throwIfAborted();
    const began = performance.now();
    const count = await portion(size).catch((error: unknown) => {
      if (isSlowStatement(error) && size > fewest) return undefined;
      throw error;
    });
    if (count === 0) return;
    if (count === undefined) {
      size = Math.max(fewest, Math.floor(size / 2));
      continue;
    }
    if (performance.now() - began < short) size = Math.min(most, size * 2);
    done += count;
    await onDone(done);
  }
}
