import { expect, test } from '@jest/globals';
import { Cursors } from './cursor.ts';
import { byCreation, byId, byTime, PagedList, type PageRead, readPage } from './keyset.ts';

const cursors = new Cursors('published-with-the-tests');

interface Item {
  id: string;
  createdAt: Date;
}

/** Two items per second, newest first. */
const items: Item[] = Array.from({ length: 7 }, (_, index) => ({
  id: `item ${9 - index}`,
  createdAt: new Date(Date.UTC(2026, 2, 1, 12, 0, 9 - Math.floor(index / 2))),
}));

const isBehind = (item: Item, { createdAt, id }: Item) =>
  item.createdAt < createdAt || (item.createdAt.getTime() === createdAt.getTime() && item.id < id);

async function readItems({ limit, after }: PageRead): Promise<Item[]> {
  return items.filter((item) => !after || isBehind(item, after)).slice(0, limit);
}

const idsOf = (page: { items: readonly Item[] }) => page.items.map(({ id }) => id);

test('pages have no gaps or duplicates, and the last one has no next cursor', async () => {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage(cursors, 'items', { limit: 3, cursor }, readItems);
    pages.push(idsOf(page));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(pages).toEqual([['item 9', 'item 8', 'item 7'], ['item 6', 'item 5', 'item 4'], ['item 3']]);
});

test('a page with all items has no next cursor', async () => {
  expect((await readPage(cursors, 'items', { limit: 7 }, readItems)).nextCursor).toBeNull();
  expect(await readPage(cursors, 'items', { limit: 7 }, async () => [] as Item[])).toEqual({
    items: [],
    nextCursor: null,
  });
});

test('a store is queried for one item more than the page size', async () => {
  const reads: PageRead[] = [];
  await readPage(cursors, 'items', { limit: 3 }, async (page) => {
    reads.push(page);
    return [] as Item[];
  });
  expect(reads).toEqual([{ limit: 4, after: undefined }]);
});

test('a list ordered by another time continues after that time', async () => {
  const decidedAt = new Date('2026-03-02T08:00:00.000Z');
  const list = new PagedList(
    cursors,
    'decided',
    byTime(({ decidedAt }: { _id: string; decidedAt: Date }) => decidedAt),
  );
  expect(list.positionOf(list.after({ _id: 'one', decidedAt }))).toEqual({ createdAt: decidedAt, id: 'one' });
});

test('a list of ids continues after the last id of the page', async () => {
  const ids = new PagedList(cursors, 'ids', byId);
  const { items: page, nextCursor } = await ids.read({ limit: 2 }, async () => ['a', 'b', 'c']);
  expect(page).toEqual(['a', 'b']);
  expect(ids.positionOf(nextCursor ?? undefined)).toBe('b');
});

test('the cursor of another list or a forged cursor is refused', () => {
  const list = new PagedList(cursors, 'items:1', byCreation);
  const other = new PagedList(cursors, 'items:2', byCreation).after({ id: 'item', createdAt: new Date(0) });
  const ids = new PagedList(cursors, 'items:1', byId).after('item');
  for (const cursor of [other, ids, 'made up', ''])
    expect(() => list.positionOf(cursor)).toThrow(expect.objectContaining({ code: 'bad_cursor' }));
});
