/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../testing/render.tsx';
import { Stepper } from './stepper.tsx';

const steps = [
  { id: 'picture', label: 'Imagen' },
  { id: 'text', label: 'Texto' },
  { id: 'publish', label: 'Publicar' },
];

test('the current step is marked, and only completed steps are links', async () => {
  const opened: string[] = [];
  await renderApp(<Stepper label="Crear" steps={steps} current="text" onStep={(id) => opened.push(id)} />);
  expect(screen.getByRole('navigation', { name: 'Crear' })).toBeTruthy();
  const [done, current, next] = screen.getAllByRole('listitem');
  expect(done?.textContent).toContain('hecho');
  expect(current?.getAttribute('aria-current')).toBe('step');
  expect(next?.getAttribute('aria-current')).toBeNull();
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(opened).toEqual(['picture']);
});

test('a double click on a completed step opens it once', async () => {
  const opened: string[] = [];
  await renderApp(<Stepper label="Crear" steps={steps} current="publish" onStep={(id) => opened.push(id)} />);
  await userEvent.dblClick(screen.getByRole('button', { name: /^Imagen/ }));
  expect(opened).toEqual(['picture']);
});
