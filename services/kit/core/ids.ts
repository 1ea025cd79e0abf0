import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Clock } from './clock.ts';

/** Half of what the counter of a UUID v7 holds, so that counting up from below it never runs over. */
const firstCountBelow = 2 ** 31;

/**
 * Makes UUIDs v7 at the time of this clock. Those of one maker sort in the order in which they were made, also within
 * a millisecond, as long as the clock does not go back.
 */
export function idMaker(clock: Clock): () => string {
  let msecs = Number.NaN;
  let seq = 0;
  return () => {
    const now = clock.now().getTime();
    seq = now === msecs ? seq + 1 : randomInt(firstCountBelow);
    msecs = now;
    return uuid({ msecs, seq });
  };
}
