import { expect, test } from '@jest/globals';
import { fail } from '../core/errors.ts';
import { fromGrpcError, toGrpcError } from './errors.ts';

test('when to ask again is said across services, too', () => {
  const received = fromGrpcError(toGrpcError(fail('unavailable', undefined, { retryAfter: 7 })));
  expect(received).toMatchObject({ code: 'unavailable', retryAfter: 7 });
});
