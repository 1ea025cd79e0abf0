/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../testing/render.tsx';
import { useFocusOnSwap } from './focus.ts';

/** A button that is replaced by a form, whose name field may be filled in. */
function Note({ name = '' }: { name?: string }) {
  const [isOpen, setOpen] = useState(false);
  const part = useFocusOnSwap<HTMLDivElement>(isOpen);
  return (
    <>
      <div ref={part}>
        {isOpen ? (
          <form>
            <input aria-label="Nombre" defaultValue={name} />
            <textarea aria-label="Nota" />
            <button type="button" onClick={() => setOpen(false)}>
              Cancelar
            </button>
          </form>
        ) : (
          <button type="button" onClick={() => setOpen(true)}>
            Anotar
          </button>
        )}
      </div>
      <button type="button" onFocus={() => setOpen(true)}>
        Otra cosa
      </button>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a form that replaces its button takes the focus, and returns it', async () => {
  await renderApp(<Note />);
  expect(document.activeElement).toBe(document.body);
  await press('Anotar');
  expect(document.activeElement).toBe(screen.getByLabelText('Nombre'));
  await press('Cancelar');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Anotar' }));
});

test('the first empty field takes the focus in a form with a known name', async () => {
  await renderApp(<Note name="Ana" />);
  await press('Anotar');
  expect(document.activeElement).toBe(screen.getByLabelText('Nota'));
});

test('focus on another element is not moved', async () => {
  await renderApp(<Note />);
  await press('Otra cosa');
  await screen.findByLabelText('Nota');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Otra cosa' }));
});

/** A task that ends with its form: no button returns. */
function Once() {
  const [state, setState] = useState<'before' | 'open' | 'done'>('before');
  const part = useFocusOnSwap<HTMLLIElement>(state === 'open');
  return (
    <li ref={part} tabIndex={-1}>
      {state === 'before' && (
        <button type="button" onClick={() => setState('open')}>
          Responder
        </button>
      )}
      {state === 'open' && (
        <button type="button" onClick={() => setState('done')}>
          Enviar
        </button>
      )}
    </li>
  );
}

test('the section itself takes the focus when no button returns', async () => {
  await renderApp(<Once />);
  await press('Responder');
  await press('Enviar');
  expect(document.activeElement).toBe(screen.getByRole('listitem'));
});
