/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
import type { Language } from '../../lib/i18n.ts';
import { pageNumbers } from './page-numbers.ts';
import { Pagination } from './pagination.tsx';

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 12, [1, 2, -12, 12]],
  [4, 12, [1, 2, 3, 4, 5, -12, 12]],
  [6, 12, [1, -5, 5, 6, 7, -12, 12]],
  [12, 12, [1, -11, 11, 12]],
])('page %i of %i links to %j; a negative number is a gap', (page, pages, numbers) => {
  expect(pageNumbers(page, pages)).toEqual(numbers);
});

const pagination = (page: number, total = 300) => (
  <Pagination label="Personas" page={page} pageSize={25} total={total} to={(next) => `/people?page=${next}`} />
);

test('pages are links, the current one is marked, and the ends have no further link', async () => {
  const { unmount } = await renderApp(pagination(1));
  expect(screen.getByRole('navigation', { name: 'Personas' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Página 1' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Página 12' }).getAttribute('href')).toBe('/people?page=12');
  expect(screen.getByRole('link', { name: 'Siguiente' }).getAttribute('href')).toBe('/people?page=2');
  expect(screen.queryByRole('link', { name: 'Anterior' })).toBeNull();
  unmount();
  await renderApp(pagination(12));
  expect(screen.getByText('276–300 de 300')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Siguiente' })).toBeNull();
});

test.each([
  ['es', '26–50 de 300'],
  ['en', '26–50 of 300'],
  ['zh', '第 26–50 项，共 300 项'],
] as [Language, string][])('the range of items is shown in %s: %s', async (language, text) => {
  await renderApp(pagination(2), { language });
  expect(screen.getByText(text)).toBeTruthy();
});

test('a single page shows no links', async () => {
  await renderApp(pagination(1, 25));
  expect(screen.queryByRole('navigation')).toBeNull();
});
