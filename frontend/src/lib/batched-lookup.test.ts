import { expect, test } from '@jest/globals';
import { batchedLookup } from './batched-lookup.ts';

test('lookups at one moment share one request, and each gets its own result', async () => {
  const requested: string[][] = [];
  const isEven = batchedLookup(async (ids) => {
    requested.push(ids);
    return ids.filter((id) => Number(id) % 2 === 0);
  });
  expect(await Promise.all(['1', '2', '2', '3'].map(isEven))).toEqual([false, true, true, false]);
  expect(requested).toEqual([['1', '2', '3']]);
});

test('more than a hundred lookups become several requests, and a failed request rejects only its own lookups', async () => {
  const isKnown = batchedLookup(async (ids) => {
    if (ids.includes('150')) throw new Error('unavailable');
    return ids;
  });
  const answers = await Promise.allSettled(Array.from({ length: 160 }, (_each, index) => isKnown(String(index))));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
});
