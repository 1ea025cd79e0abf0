/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { renderApp } from '../../testing/render.tsx';
import { BackButton } from './back-button.tsx';

afterEach(() => window.history.replaceState(null, ''));

const pages = (
  <Routes>
    <Route path="/list" element={<Link to="/detail">Abrir</Link>} />
    <Route path="/detail" element={<BackButton fallback="/start" />} />
    <Route path="/start" element={<p>Principio</p>} />
  </Routes>
);

test('the button leads to the previous page', async () => {
  await renderApp(pages, { path: '/list' });
  await userEvent.click(screen.getByRole('link', { name: 'Abrir' }));
  // The browser router stores its entry index there.
  window.history.replaceState({ idx: 1 }, '');
  await userEvent.click(screen.getByRole('button', { name: 'Volver' }));
  expect(screen.getByRole('link', { name: 'Abrir' })).toBeTruthy();
});

test('opened by its address, the page leads back to the fallback', async () => {
  await renderApp(pages, { path: '/detail' });
  await userEvent.click(screen.getByRole('button', { name: 'Volver' }));
  expect(screen.getByText('Principio')).toBeTruthy();
});
