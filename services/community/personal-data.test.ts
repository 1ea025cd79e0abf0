import { expect, test } from '@jest/globals';
import { personalPageSize, readPersonalPage } from './personal-data.ts';

/** Returns `count` ids in ascending order. */
const idsOf = (count: number) => Array.from({ length: count }, (_, index) => String(1_000 + index));

async function readAll(ids: readonly string[]): Promise<{ pages: number[]; read: unknown[] }> {
  const pages: number[] = [];
  const read: unknown[] = [];
  let cursor = '';
  do {
    const page = await readPersonalPage(
      cursor,
      async (limit, after) => ids.filter((id) => id > after).slice(0, limit),
      String,
      (id) => ({ id }),
    );
    pages.push(page.records.length);
    read.push(...page.records);
    cursor = page.next;
  } while (cursor !== '');
  return { pages, read };
}

test.each([
  [0, [0]],
  [1, [1]],
  [personalPageSize, [personalPageSize]],
  [personalPageSize + 1, [personalPageSize, 1]],
  [2 * personalPageSize, [personalPageSize, personalPageSize]],
])('%i records are read exactly once, in pages of %j', async (count, pages) => {
  const ids = idsOf(count);
  expect(await readAll(ids)).toEqual({ pages, read: ids.map((id) => ({ id })) });
});
