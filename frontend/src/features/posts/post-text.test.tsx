/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import { PostText } from './post-text.tsx';

const text = `Uno dos tres cuatro cinco ${'y más '.repeat(20)}fin`;

test.each([
  ['words', 'Uno dos tres cuatro…'],
  ['characters', `${text.slice(0, 100)}…`],
] as const)('a text cut by %s is shown in full on a press, and cut again', async (cut, start) => {
  await renderApp(<PostText text={text} cut={cut} />);
  expect(screen.getByText((shown) => shown.startsWith('Uno')).firstChild?.textContent).toBe(start);
  await userEvent.click(screen.getByRole('button', { name: 'Continuar leyendo' }));
  expect(screen.getByText((shown) => shown.startsWith('Uno')).firstChild?.textContent).toBe(text);
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar menos' }));
  expect(screen.getByRole('button', { name: 'Continuar leyendo' })).toBeTruthy();
});

test.each([
  ['words', 'Uno dos tres cuatro'],
  ['characters', 'x'.repeat(100)],
  ['never', text],
] as const)('a text that is not cut by %s has no button', async (cut, whole) => {
  await renderApp(<PostText text={whole} cut={cut} />);
  expect(screen.getByText(whole)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
