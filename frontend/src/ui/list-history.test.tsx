/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { arrive, back, isAt, isHidden, isUnder } from '../../testing/pages.tsx';
import { Combobox } from './combobox.tsx';
import { Dialog } from './dialog-panel.tsx';
import { Select } from './select.tsx';

const options = ['uno', 'dos'].map((value) => ({ value, label: value }));

function Filter() {
  const [query, setQuery] = useSearchParams();
  return (
    <Select
      label="Filtro"
      options={options}
      value={query.get('f')}
      onChange={(f) => setQuery({ f }, { replace: true })}
    />
  );
}

function FormInDialog() {
  const [open, setOpen] = useState(false);
  const [chosen, choose] = useState<string | null>(null);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Formulario">
        <Select label="Lista" options={options} value={chosen} onChange={choose} />
        <Combobox label="Persona" options={options} value={null} onChange={() => undefined} />
      </Dialog>
    </>
  );
}

test('Back closes a list in a dialog, then the dialog, then leaves the page', async () => {
  await arrive(<FormInDialog />);
  await userEvent.click(screen.getByText('Abrir'));
  await screen.findByRole('dialog');
  await userEvent.click(screen.getByRole('combobox', { name: 'Lista' }));
  await screen.findByRole('listbox');
  await isUnder(2);
  back();
  await isHidden('listbox');
  await userEvent.type(screen.getByRole('combobox', { name: 'Persona' }), 'u');
  await screen.findByRole('option', { name: 'uno' });
  await isUnder(2);
  back();
  await isHidden('option');
  expect(screen.getByRole('dialog')).toBeTruthy();
  await isUnder(1);
  back();
  await isHidden('dialog');
  await isAt('/tribe');
  back();
  await isAt('/');
});

test('a choice that replaces the address adds no entry: Back leaves the page', async () => {
  await arrive(<Filter />);
  await userEvent.click(screen.getByRole('combobox', { name: 'Filtro' }));
  await isUnder(1);
  await userEvent.click(await screen.findByRole('option', { name: 'dos' }));
  await isAt('/tribe?f=dos');
  await isUnder(0);
  back();
  await isAt('/');
});
