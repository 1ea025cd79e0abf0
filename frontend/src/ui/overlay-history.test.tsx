/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, type ReactNode, StrictMode, Suspense, useState } from 'react';
import { Link, Route, Routes, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { renderApp } from '../../testing/render.tsx';
import { useChangeParams } from '../lib/address-params.ts';
import { useCloseOnBack } from './close-on-back.ts';
import { Dialog } from './dialog-panel.tsx';
import { readOverlays, useOverlayHistory } from './overlay-history.ts';
import { useReplacePage } from './use-replace-page.ts';

function Frame() {
  useOverlayHistory();
  const navigate = useNavigate();
  return (
    <>
      <output>{useLocation().pathname}</output>
      {/* Simulates the button of the phone, which a dialog does not cover. */}
      <button type="button" onClick={() => void navigate(-1)}>
        Atrás
      </button>
      <Routes>
        <Route
          path="/"
          element={
            <>
              <Link to="/tribe">Tribu</Link>
              <Link to="/draft">Escribir</Link>
            </>
          }
        />
        <Route path="/tribe" element={<Tribe />} />
        <Route path="/next" element={<h1>Otra página</h1>} />
        <Route path="/draft" element={<Draft />} />
      </Routes>
    </>
  );
}

function Tribe() {
  const [open, setOpen] = useState(false);
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const replacePage = useReplacePage();
  function remove(): void {
    setOpen(false);
    replacePage('/next');
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <button
        type="button"
        onClick={() => {
          changeParams({ kind: 'reel' });
          setOpen(true);
        }}
      >
        Elegir y abrir
      </button>
      <output>{params.get('kind')}</output>
      <Dialog open={open} onClose={() => setOpen(false)} title="Pregunta">
        <Link to="/next">Ir a otra</Link>
        <button type="button" onClick={remove}>
          Borrar
        </button>
      </Dialog>
    </>
  );
}

/** An overlay with unsaved data: Back opens a confirmation, and closes it again. */
function Draft() {
  const [isAtRisk, setAtRisk] = useState(true);
  const [confirming, setConfirming] = useState(false);
  useCloseOnBack(isAtRisk, () => setConfirming(!confirming), { persists: true });
  const leave = () => {
    setConfirming(false);
    setAtRisk(false);
  };
  return (
    <>
      <h1>Borrador</h1>
      <Dialog open={confirming} closesOnBack={false} onClose={() => setConfirming(false)} title="¿Salir?">
        <button type="button" onClick={leave}>
          Salir
        </button>
      </Dialog>
    </>
  );
}

function Waiting({ part }: { part: ReactNode }) {
  useOverlayHistory();
  const [open, setOpen] = useState(false);
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <Suspense fallback={<p>Cargando</p>}>
        <Dialog open={open} onClose={() => setOpen(false)} title="Pregunta">
          <button type="button" onClick={() => setWhole(true)}>
            Más
          </button>
          {isWhole && part}
        </Dialog>
      </Suspense>
    </>
  );
}

const back = () => act(() => screen.getByText('Atrás').click());
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
/** The browser has gone back from the entry of the closed overlay. */
const isLeft = () => waitFor(() => expect(readOverlays(window.history.state.usr)).toEqual([]));

async function openDialog(): Promise<void> {
  await renderApp(<Frame />, { browserHistory: true });
  await userEvent.click(screen.getByText('Tribu'));
  await userEvent.click(await screen.findByText('Abrir'));
  await screen.findByRole('dialog');
}

test('the first Back closes an open overlay, the next Back leaves the screen', async () => {
  await openDialog();
  back();
  await isClosed();
  await screen.findByText('/tribe');
  back();
  await screen.findByText('Tribu');
});

test('an overlay opened right after a change of the address shows the change, during and after it', async () => {
  await renderApp(<Frame />, { path: '/tribe', browserHistory: true });
  await userEvent.click(await screen.findByText('Elegir y abrir'));
  await screen.findByRole('dialog');
  await screen.findByText('reel');
  expect(window.location.search).toBe('?kind=reel');
  await userEvent.keyboard('{Escape}');
  await isClosed();
  await isLeft();
  expect(window.location.search).toBe('?kind=reel');
});

test('an overlay closed by Escape leaves no history entry behind', async () => {
  await openDialog();
  await userEvent.keyboard('{Escape}');
  await isClosed();
  await isLeft();
  back();
  await screen.findByText('Tribu');
});

test('Back from a page opened through an overlay shows the screen below, with the overlay closed', async () => {
  await openDialog();
  await userEvent.click(screen.getByText('Ir a otra'));
  await screen.findByText('Otra página');
  back();
  await screen.findByText('Abrir');
  await isLeft();
  back();
  await screen.findByText('Tribu');
});

test('Back does not return to a page that was replaced from an overlay', async () => {
  await openDialog();
  await userEvent.click(screen.getByText('Borrar'));
  await screen.findByText('Otra página');
  back();
  await screen.findByText('Tribu');
});

test('an overlay remains open where effects run twice, as in development', async () => {
  await renderApp(
    <StrictMode>
      <Frame />
    </StrictMode>,
    { path: '/tribe', browserHistory: true },
  );
  await userEvent.click(await screen.findByText('Abrir'));
  await screen.findByRole('dialog');
  await userEvent.click(screen.getByText('Ir a otra'));
  await screen.findByRole('heading', { name: 'Otra página' });
});

test('unsaved data is confirmed at each Back, also right after the confirmation was closed, and is left once it is saved', async () => {
  await renderApp(<Frame />, { browserHistory: true });
  await userEvent.click(screen.getByText('Escribir'));
  await screen.findByRole('heading', { name: 'Borrador' });
  for (let times = 0; times < 3; times += 1) {
    back();
    await screen.findByRole('dialog', { name: '¿Salir?' });
    await userEvent.keyboard('{Escape}');
    await isClosed();
  }
  back();
  await screen.findByRole('dialog', { name: '¿Salir?' });
  back();
  await isClosed();
  await screen.findByText('/draft');
  back();
  await userEvent.click(await screen.findByText('Salir'));
  await isClosed();
  back();
  await screen.findByText('Tribu');
});

test('an overlay remains open while a part of it waits for its code', async () => {
  let load = (): void => undefined;
  const Part = lazy(
    () =>
      new Promise<{ default: () => ReactNode }>((resolve) => {
        load = () => resolve({ default: () => <p>Cargado</p> });
      }),
  );
  await renderApp(<Waiting part={<Part />} />, { browserHistory: true });
  await userEvent.click(screen.getByText('Abrir'));
  await userEvent.click(await screen.findByText('Más'));
  await screen.findByText('Cargando');
  await act(async () => load());
  await screen.findByText('Cargado');
  expect(readOverlays(window.history.state.usr)).toHaveLength(1);
  act(() => window.history.back());
  await isClosed();
});
