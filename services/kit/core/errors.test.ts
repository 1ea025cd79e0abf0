import { expect, test } from '@jest/globals';
import { asAppError, fail } from './errors.ts';

const errorWith = (fields: object): Error => Object.assign(new Error('it failed'), fields);

test.each([
  ['the system', { code: 'ENOSPC' }],
  ['a quota', { code: 'EDQUOT' }],
  ['Postgres', { code: '53100' }],
  ['MongoDB', { code: 14031 }],
  ['Redis', { message: 'MISCONF Redis is configured to save RDB snapshots, but it cannot persist on disk.' }],
  ['NATS', { message: 'insufficient storage resources available' }],
])('a full disk reported by %s is an outage with a retry time', (_source, fields) => {
  const error = asAppError(errorWith(fields));
  expect([error.status, error.code, error.retryAfter]).toEqual([503, 'unavailable', 2]);
});

test('a fault is returned as 500', () => {
  expect(asAppError(errorWith({ code: '42P01' })).status).toBe(500);
});

test('every 503 has a retry time', () => {
  expect([fail('unavailable').retryAfter, fail('maintenance').retryAfter, fail('not_found').retryAfter]).toEqual([
    2,
    2,
    undefined,
  ]);
});
