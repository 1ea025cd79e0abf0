/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { useSearchParams } from 'react-router-dom';
import { renderApp } from '../../testing/render.tsx';
import { useChangeParams } from './address-params.ts';

let changeParams: ReturnType<typeof useChangeParams>;

function Filters() {
  const [params] = useSearchParams();
  changeParams = useChangeParams();
  return <output>{params.toString()}</output>;
}

afterEach(() => window.history.replaceState(null, '', '/'));

test('two changes before the next rendering are both kept, with the other parameters', async () => {
  await renderApp(<Filters />, { path: '/list?by=day', browserHistory: true });
  const change = changeParams;
  act(() => {
    change({ from: '2026-01-01' });
    change({ to: '2026-02-01' });
  });
  expect(screen.getByRole('status').textContent).toBe('by=day&from=2026-01-01&to=2026-02-01');
});

test('an empty value removes its parameter, and the last one its question mark', async () => {
  await renderApp(<Filters />, { path: '/list?q=mar', browserHistory: true });
  act(() => changeParams({ q: '' }));
  expect(screen.getByRole('status').textContent).toBe('');
  expect(window.location.href).toMatch(/\/list$/);
});

test('a change replaces the history entry, unless it is to be one of its own', async () => {
  await renderApp(<Filters />, { path: '/list', browserHistory: true });
  const { length } = window.history;
  act(() => changeParams({ q: 'mar' }));
  expect(window.history.length).toBe(length);
  act(() => changeParams({ view: 'edit' }, {}));
  expect(window.history.length).toBe(length + 1);
});
