import { expect, test } from '@jest/globals';
import { TestClock } from '../testing/service.ts';
import { InternalTokens, userActor } from './actor.ts';
import { codeOf } from './errors.ts';

const ana = userActor('ana');
const noon = '2026-03-01T12:00:00.000Z';

/** How a receiver whose clock is ahead by so many seconds takes a token that its sender has had for `ageSeconds`. */
function received(aheadSeconds: number, ageSeconds = 0): string {
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

test.each([60, -60, 90, -90])('a clock that is off by %i seconds keeps nobody out', (off) => {
  // A token is used for half a minute.
  for (const age of [0, 29]) expect(received(off, age)).toBe('ana');
});

test('a token that is too old also for that signs nobody out', () => {
  expect(received(0, 151)).toBe('unavailable');
});

test('a token of another secret or for another service is no token', () => {
  const clock = new TestClock(noon);
  const token = new InternalTokens('one secret of two, long enough', clock).sign(ana, 'tribes');
  const other = new InternalTokens('the other secret, long enough', clock);
  const same = new InternalTokens('one secret of two, long enough', clock);
  expect(() => other.verify(token, 'tribes')).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
  expect(() => same.verify(token, 'content')).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
});
