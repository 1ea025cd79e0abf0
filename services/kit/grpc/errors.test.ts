import { expect, test } from '@jest/globals';
import { fail } from '../core/errors.ts';
import { fromGrpcError, toGrpcError } from './errors.ts';

test('the retry time of an error is passed on between services', () => {
  const received = fromGrpcError(toGrpcError(fail('unavailable', undefined, { retryAfter: 7 })));
  expect(received).toMatchObject({ code: 'unavailable', retryAfter: 7 });
});
