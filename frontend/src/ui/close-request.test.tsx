/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../testing/render.tsx';
import { Dialog } from './dialog-panel.tsx';
import { SheetPanel } from './sheet-panel.tsx';

const kinds = { dialog: Dialog, sheet: SheetPanel };

function Opener({ kind }: { kind: keyof typeof kinds }) {
  const [open, setOpen] = useState(false);
  const Overlay = kinds[kind];
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <Overlay open={open} onClose={() => setOpen(false)} title="Pregunta">
        <p>Texto</p>
      </Overlay>
    </>
  );
}

afterEach(() => {
  jest.restoreAllMocks();
});

test.each(['dialog', 'sheet'] as const)(
  'the second press of a double click leaves the %s open, a later press beside it closes it',
  async (kind) => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    await renderApp(<Opener kind={kind} />);
    await userEvent.click(screen.getByRole('button', { name: 'Abrir' }));
    await screen.findByRole('dialog', { name: 'Pregunta' });
    const press = () => userEvent.click(document.querySelector('.bg-scrim') ?? document.body);
    await press();
    expect(screen.getByRole('dialog', { name: 'Pregunta' }).hasAttribute('data-open')).toBe(true);
    now.mockReturnValue(1_000_300);
    await press();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);
