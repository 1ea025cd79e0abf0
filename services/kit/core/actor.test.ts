import { expect, test } from '@jest/globals';
import { TestClock } from '../testing/service.ts';
import { InternalTokens, userActor } from './actor.ts';
import { codeOf } from './errors.ts';

const ana = userActor('ana');
const noon = '2026-03-01T12:00:00.000Z';

/** Verifies a token of `ageSeconds` with a clock ahead by `aheadSeconds`; returns the actor's id or the error code. */
function verifyWith(aheadSeconds: number, ageSeconds = 0): string {
  const clock = new TestClock(noon);
  const secret = 'a secret of the processes, long enough';
  const token = new InternalTokens(secret, clock).sign(ana, 'tribes');
  const later = new TestClock(new Date(clock.now().getTime() + (ageSeconds + aheadSeconds) * 1_000));
  try {
    return new InternalTokens(secret, later).verify(token, 'tribes').id;
  } catch (error) {
    return String(codeOf(error));
  }
}

test.each([60, -60, 90, -90])('a token is accepted when the clocks differ by %i seconds', (skew) => {
  // A token is reused for half a minute.
  for (const age of [0, 29]) expect(verifyWith(skew, age)).toBe('ana');
});

test('a token older than the clock tolerance is reported as an outage, so that no user is signed out', () => {
  expect(verifyWith(0, 151)).toBe('unavailable');
});

test('a token signed with another secret or for another service is refused', () => {
  const clock = new TestClock(noon);
  const token = new InternalTokens('one secret of two, long enough', clock).sign(ana, 'tribes');
  const other = new InternalTokens('the other secret, long enough', clock);
  const same = new InternalTokens('one secret of two, long enough', clock);
  expect(() => other.verify(token, 'tribes')).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
  expect(() => same.verify(token, 'content')).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
});
