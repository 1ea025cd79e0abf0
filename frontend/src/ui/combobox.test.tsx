/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../testing/render.tsx';
import { Combobox, type ComboboxProps } from './combobox.tsx';
import type { SelectOption } from './select.tsx';

const options = ['Lucía', 'Iñaki', 'Zoë'].map((label): SelectOption<string> => ({ value: label, label }));

function Sample(props: Partial<ComboboxProps<string>>) {
  const [value, setValue] = useState<SelectOption<string> | null>(null);
  return (
    <>
      <Combobox label="Persona" options={options} value={value} onChange={setValue} {...props} />
      <output>{value?.value ?? 'nadie'}</output>
    </>
  );
}

test('typing narrows the options, arrow keys and Enter choose one, and it can be cleared', async () => {
  await renderApp(<Sample />);
  const field = screen.getByRole('combobox', { name: 'Persona' });
  await userEvent.type(field, 'iñ');
  const option = await screen.findByRole('option', { name: 'Iñaki' });
  expect(screen.getAllByRole('option')).toEqual([option]);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('Iñaki'));
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la elección' }));
  expect(document.querySelector('output')?.textContent).toBe('nadie');
});

test('text that matches no option is not accepted, and Escape closes the list', async () => {
  await renderApp(<Sample />);
  const field = screen.getByRole('combobox', { name: 'Persona' });
  await userEvent.type(field, 'otra');
  await screen.findByText('No hay nada que coincida');
  await userEvent.keyboard('{Enter}{Escape}');
  await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'));
  expect(document.querySelector('output')?.textContent).toBe('nadie');
});

test('a search reports the typed text, and shows the given options, loading and failure', async () => {
  const searched: string[] = [];
  const search = (text: string) => searched.push(text);
  const { unmount } = await renderApp(<Sample options={[]} onSearch={search} loading />);
  await userEvent.type(screen.getByRole('combobox', { name: 'Persona' }), 'zo');
  await screen.findByText('Cargando…');
  expect(searched).toEqual(['z', 'zo']);
  unmount();
  await renderApp(<Sample options={[]} onSearch={search} problem="No se ha podido buscar" />);
  await userEvent.type(screen.getByRole('combobox', { name: 'Persona' }), 'z');
  await screen.findByText('No se ha podido buscar');
});
