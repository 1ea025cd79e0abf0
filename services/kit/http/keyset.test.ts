import { expect, test } from '@jest/globals';
import { Cursors } from './cursor.ts';
import { byCreation, byId, byTime, PagedList, type PageRead, readPage } from './keyset.ts';

const cursors = new Cursors('published-with-the-tests');

interface Item {
  id: string;
  createdAt: Date;
}

/** Two of each second, the newest first. */
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

test('pages follow each other without a gap or a repetition, and the last one names no other', async () => {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage(cursors, 'items', { limit: 3, cursor }, readItems);
    pages.push(idsOf(page));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(pages).toEqual([['item 9', 'item 8', 'item 7'], ['item 6', 'item 5', 'item 4'], ['item 3']]);
});

test('a page that holds all there is names no other', async () => {
  expect((await readPage(cursors, 'items', { limit: 7 }, readItems)).nextCursor).toBeNull();
  expect(await readPage(cursors, 'items', { limit: 7 }, async () => [] as Item[])).toEqual({
    items: [],
    nextCursor: null,
  });
});

test('a store is asked for one item more than the page has', async () => {
  const asked: PageRead[] = [];
  await readPage(cursors, 'items', { limit: 3 }, async (page) => {
    asked.push(page);
    return [] as Item[];
  });
  expect(asked).toEqual([{ limit: 4, after: undefined }]);
});

test('a list in the order of another time goes on behind that time', async () => {
  const decidedAt = new Date('2026-03-02T08:00:00.000Z');
  const list = new PagedList(
    cursors,
    'decided',
    byTime(({ decidedAt }: { _id: string; decidedAt: Date }) => decidedAt),
  );
  expect(list.positionOf(list.after({ _id: 'one', decidedAt }))).toEqual({ createdAt: decidedAt, id: 'one' });
});

test('a list of ids goes on behind the last of them', async () => {
  const ids = new PagedList(cursors, 'ids', byId);
  const { items: page, nextCursor } = await ids.read({ limit: 2 }, async () => ['a', 'b', 'c']);
  expect(page).toEqual(['a', 'b']);
  expect(ids.positionOf(nextCursor ?? undefined)).toBe('b');
});

test('the cursor of one list, or one that nobody was given, is none of another', () => {
  const list = new PagedList(cursors, 'items:1', byCreation);
  const other = new PagedList(cursors, 'items:2', byCreation).after({ id: 'item', createdAt: new Date(0) });
  const ids = new PagedList(cursors, 'items:1', byId).after('item');
  for (const cursor of [other, ids, 'made up', ''])
    expect(() => list.positionOf(cursor)).toThrow(expect.objectContaining({ code: 'bad_cursor' }));
});
