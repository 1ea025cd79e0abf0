import { expect, test } from '@jest/globals';
import { fail } from '@tribus/kit/core/errors.ts';
import { unlessDeleted } from './deleted-subjects.ts';

test('an answer about what is there is the answer', async () => {
  expect(await unlessDeleted(Promise.resolve('found'), 'nothing')).toBe('found');
});

test('in place of an answer about what is gone comes what was named instead', async () => {
  expect(await unlessDeleted(Promise.reject(fail('not_found')), 'nothing')).toBe('nothing');
});

test('any other failure stays one', async () => {
  for (const failure of [fail('unavailable'), fail('forbidden'), new Error('broken')])
    await expect(unlessDeleted(Promise.reject(failure), 'nothing')).rejects.toBe(failure);
});
