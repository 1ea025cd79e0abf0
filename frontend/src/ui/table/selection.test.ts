import { expect, test } from '@jest/globals';
import { nextSort } from './columns.ts';
import { coverage, toggleAll, toggleRow } from './selection.ts';

test('a row is selected and deselected', () => {
  const one = toggleRow(new Set(), 'a');
  expect([...one]).toEqual(['a']);
  expect([...toggleRow(one, 'a')]).toEqual([]);
});

test('all rows of a page are selected, then deselected; rows of other pages remain selected', () => {
  const all = toggleAll(new Set(['other', 'a']), ['a', 'b']);
  expect([...all].sort()).toEqual(['a', 'b', 'other']);
  expect([...toggleAll(all, ['a', 'b'])]).toEqual(['other']);
});

test('coverage is none, some or all, and none for an empty list', () => {
  expect(coverage(new Set(['a']), [])).toBe('none');
  expect(coverage(new Set(['c']), ['a', 'b'])).toBe('none');
  expect(coverage(new Set(['a']), ['a', 'b'])).toBe('some');
  expect(coverage(new Set(['a', 'b', 'c']), ['a', 'b'])).toBe('all');
});

test('the same column reverses the order, another one begins ascending', () => {
  const first = nextSort(null, 'name');
  expect(first).toEqual({ column: 'name', direction: 'ascending' });
  expect(nextSort(first, 'name').direction).toBe('descending');
  expect(nextSort(nextSort(first, 'name'), 'name').direction).toBe('ascending');
  expect(nextSort(nextSort(first, 'name'), 'posts')).toEqual({ column: 'posts', direction: 'ascending' });
});
