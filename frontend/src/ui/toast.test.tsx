/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderApp } from '../../testing/render.tsx';
import { Toaster, toast } from './toast.tsx';

afterEach(() => {
  jest.useRealTimers();
});

function wait(ms: number): void {
  act(() => {
    jest.advanceTimersByTime(ms);
  });
}

test('a toast is announced and disappears after 3 s, unless a pointer or the focus is on it', async () => {
  await renderApp(<Toaster />);
  jest.useFakeTimers();
  act(() => toast('Publicado'));
  expect(screen.getByRole('status').textContent).toContain('Publicado');
  wait(2_900);
  fireEvent.pointerEnter(screen.getByText('Publicado').parentElement ?? document.body);
  wait(10_000);
  expect(screen.getByText('Publicado')).toBeTruthy();
  fireEvent.pointerLeave(screen.getByText('Publicado').parentElement ?? document.body);
  wait(3_000);
  expect(screen.queryByText('Publicado')).toBeNull();
});

test('the action of a toast runs once and closes it', async () => {
  await renderApp(<Toaster />);
  let undone = 0;
  const run = () => {
    undone += 1;
  };
  act(() => toast('Borrado', { action: { label: 'Deshacer', run } }));
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(undone).toBe(1);
  expect(screen.queryByText('Borrado')).toBeNull();
});
