/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';
import { QuickMenu } from './quick-menu.tsx';

function Address() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

const account = (id: string, name: string) => ({
  type: 'account',
  user: { id, name, avatarUrl: null },
  tribe: { id: 7, name: 'Fragua' },
});

beforeEach(() => {
  forgetRequests();
  localStorage.clear();
  forgetDrafts();
  session.start('t', lucia);
  stubResponse('GET memberships', { body: { items: [] } });
  stubResponse('GET tribes', { body: { items: [] } });
  stubResponse('GET search', ({ path }) => {
    const items = path.includes('zanahoria') ? [] : [account('g1', 'Gael Pedales')];
    return { body: { items, nextCursor: null } };
  });
});
afterEach(() => session.end());

async function open() {
  await renderApp(
    <>
      <QuickMenu open onClose={() => undefined} />
      <Address />
    </>,
  );
  return screen.findByRole('combobox');
}

test('a result of an earlier text that does not fit the new one is not offered', async () => {
  const field = await open();
  await userEvent.type(field, 'Gael');
  await screen.findByRole('option', { name: /Gael Pedales/ });
  fireEvent.change(field, { target: { value: 'zanahoria' } });
  expect(screen.queryByRole('option', { name: /Gael Pedales/ })).toBeNull();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(await screen.findByText('at /explore/search/top?q=zanahoria')).toBeTruthy();
});

test('a result stays while one goes on typing its name', async () => {
  const field = await open();
  await userEvent.type(field, 'Ga');
  await screen.findByRole('option', { name: /Gael Pedales/ });
  fireEvent.change(field, { target: { value: 'gaél p' } });
  expect(screen.getByRole('option', { name: /Gael Pedales/ })).toBeTruthy();
});

test('the keys with which an input method is used neither choose nor open an entry', async () => {
  const field = await open();
  await userEvent.type(field, 'Gael');
  const [first] = await screen.findAllByRole('option', { name: /Gael Pedales/ });
  fireEvent.keyDown(field, { key: 'ArrowDown', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229 });
  expect(first?.getAttribute('aria-selected')).toBe('true');
  expect(screen.getByText('at /')).toBeTruthy();
});

test('a search that the menu opens is among the recent ones', async () => {
  const field = await open();
  await userEvent.type(field, 'zanahoria');
  await userEvent.click(screen.getByRole('option', { name: 'Buscar «zanahoria» en Tribus' }));
  const stored = Object.entries(localStorage).filter(([key]) => key.endsWith(':searches'));
  expect(stored.map(([, searches]) => JSON.parse(searches))).toEqual([['zanahoria']]);
});
