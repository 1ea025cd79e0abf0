import { expect, test } from '@jest/globals';
import { fail } from '@tribus/kit/core/errors.ts';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { RateLimit } from './rate-limit.ts';

test('a refunded request can be repeated at once, although another was refused before the refund', async () => {
  const bounds = { points: 1, duration: 60 };
  const limit = new RateLimit(new RateLimiterMemory(bounds), new RateLimiterMemory(bounds), () =>
    fail('too_many_requests'),
  );
  const refund = await limit.take('ana');
  await expect(limit.take('ana')).rejects.toMatchObject({ code: 'too_many_requests' });
  refund();
  await expect(limit.take('ana')).resolves.toBeInstanceOf(Function);
  await expect(limit.take('ana')).rejects.toMatchObject({ code: 'too_many_requests' });
});
