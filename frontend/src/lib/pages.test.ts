import { expect, test } from '@jest/globals';
import { cursorPages, findInPages, patchById, patchInPages } from './pages.ts';

interface Item {
  id: string;
  text: string;
}

const item = (id: string): Item => ({ id, text: '' });
const written = (shown: Item): Item => ({ ...shown, text: 'x' });

test('the next page begins at the cursor of the last one; without a cursor it is the last page', () => {
  expect(cursorPages.initialPageParam).toBeNull();
  expect(cursorPages.getNextPageParam({ nextCursor: 'c' })).toBe('c');
  expect(cursorPages.getNextPageParam({ nextCursor: null })).toBeNull();
});

test('an item is changed in the page that contains it; other items and pages are unchanged', () => {
  const data = {
    pages: [
      { items: [item('a')], total: 3 },
      { items: [item('b'), item('c')], total: 3 },
    ],
    pageParams: [],
  };
  const changed = patchInPages('b', written)(data);
  expect(changed?.pages).toEqual([data.pages[0], { items: [{ id: 'b', text: 'x' }, item('c')], total: 3 }]);
});

test('an item is found in whichever page contains it', () => {
  const data = { pages: [{ items: [item('a')] }, { items: [item('b')] }], pageParams: [] };
  expect(findInPages(data, ({ id }: Item) => id === 'b')).toBe(data.pages[1]?.items[0]);
  expect(findInPages(data, ({ id }: Item) => id === 'c')).toBeUndefined();
  expect(findInPages<Item>(undefined, () => true)).toBeUndefined();
});

test('an item is removed when the change returns null', () => {
  expect(patchById([item('a'), item('b')], 'a', () => null)).toEqual([item('b')]);
});

test('a change does not fetch a list that was not fetched before', () => {
  expect(patchInPages('a', written)(undefined)).toBeUndefined();
});
