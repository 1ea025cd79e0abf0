import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Clock } from './clock.ts';

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is an id in the form that is stored. Upper case is not: Postgres would find its row, `===` would not. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** Half of the range of a UUID v7 counter, so that incrementing from below it never overflows. */
const maxInitialCount = 2 ** 31;

/**
 * Returns a generator of UUIDs v7 at the time of `clock`. Ids of one generator sort by creation, also within a
 * millisecond, as long as the clock does not go back.
 */
export function idMaker(clock: Clock): () => string {
  let msecs = Number.NaN;
  let seq = 0;
  return () => {
    const now = clock.now().getTime();
    seq = now === msecs ? seq + 1 : randomInt(maxInitialCount);
    msecs = now;
    return uuid({ msecs, seq });
  };
}
