/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../testing/render.tsx';
import { Button } from './button.tsx';
import { Confirm } from './dialog.tsx';

function Deleting({ onConfirm }: { onConfirm: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Borrar post</Button>
      <Confirm
        open={open}
        title="¿Borrar?"
        text="Se pierde para siempre."
        confirm="Borrar"
        onConfirm={onConfirm}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

test('a dialog takes the focus, keeps it off the dangerous button, and returns it on Escape', async () => {
  await renderApp(<Deleting onConfirm={() => {}} />);
  const opener = screen.getByRole('button', { name: 'Borrar post' });
  await userEvent.click(opener);
  const dialog = await screen.findByRole('dialog', { name: '¿Borrar?' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  expect(document.activeElement).not.toBe(screen.getByRole('button', { name: 'Borrar' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('a confirmation names what will be lost', async () => {
  let confirmed = 0;
  await renderApp(
    <Deleting
      onConfirm={() => {
        confirmed += 1;
      }}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Borrar post' }));
  await screen.findByText('Se pierde para siempre.');
  await userEvent.click(screen.getByRole('button', { name: 'Borrar' }));
  expect(confirmed).toBe(1);
});
