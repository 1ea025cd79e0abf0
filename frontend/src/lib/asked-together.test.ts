import { expect, test } from '@jest/globals';
import { askedTogether } from './asked-together.ts';

test('questions at one moment are one request, and each has its answer', async () => {
  const asked: string[][] = [];
  const isEven = askedTogether(async (ids) => {
    asked.push(ids);
    return ids.filter((id) => Number(id) % 2 === 0);
  });
  expect(await Promise.all(['1', '2', '2', '3'].map(isEven))).toEqual([false, true, true, false]);
  expect(asked).toEqual([['1', '2', '3']]);
});

test('more than a hundred are several requests, and one that fails fails its own', async () => {
  const isKnown = askedTogether(async (ids) => {
    if (ids.includes('150')) throw new Error('away');
    return ids;
  });
  const answers = await Promise.allSettled(Array.from({ length: 160 }, (_each, index) => isKnown(String(index))));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
});
