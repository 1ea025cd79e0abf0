import { expect, test } from '@jest/globals';
import { fail } from '@tribus/kit/core/errors.ts';
import { unlessDeleted } from './deleted-subjects.ts';

test('unlessDeleted returns the result of a successful call', async () => {
  expect(await unlessDeleted(Promise.resolve('found'), 'nothing')).toBe('found');
});

test('unlessDeleted returns the alternative for not_found', async () => {
  expect(await unlessDeleted(Promise.reject(fail('not_found')), 'nothing')).toBe('nothing');
});

test('unlessDeleted rethrows any other error', async () => {
  for (const failure of [fail('unavailable'), fail('forbidden'), new Error('broken')])
    await expect(unlessDeleted(Promise.reject(failure), 'nothing')).rejects.toBe(failure);
});
