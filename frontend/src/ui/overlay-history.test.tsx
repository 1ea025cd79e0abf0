/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, type ReactNode, StrictMode, Suspense, useState } from 'react';
import { Link, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { renderApp } from '../../testing/render.tsx';
import { useCloseOnBack } from './close-on-back.ts';
import { Dialog } from './dialog-panel.tsx';
import { overlaysOf, useOverlayHistory } from './overlay-history.ts';
import { useReplacePage } from './use-replace-page.ts';

function Frame() {
  useOverlayHistory();
  const navigate = useNavigate();
  return (
    <>
      <output>{useLocation().pathname}</output>
      {/* Stands for the button of the phone, which a dialog does not cover. */}
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
      <Dialog open={open} onClose={() => setOpen(false)} title="Pregunta">
        <Link to="/next">Ir a otra</Link>
        <button type="button" onClick={remove}>
          Borrar
        </button>
      </Dialog>
    </>
  );
}

/** What would lose something: Back asks, and closes the question again. */
function Draft() {
  const [isAtRisk, setAtRisk] = useState(true);
  const [asking, setAsking] = useState(false);
  useCloseOnBack(isAtRisk, () => setAsking(!asking), { holds: true });
  const leave = () => {
    setAsking(false);
    setAtRisk(false);
  };
  return (
    <>
      <h1>Borrador</h1>
      <Dialog open={asking} closesOnBack={false} onClose={() => setAsking(false)} title="¿Salir?">
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
/** The browser has gone back from the entry of what is closed. */
const isLeft = () => waitFor(() => expect(overlaysOf(window.history.state.usr)).toEqual([]));

async function openDialog(): Promise<void> {
  await renderApp(<Frame />, { browserHistory: true });
  await userEvent.click(screen.getByText('Tribu'));
  await userEvent.click(await screen.findByText('Abrir'));
  await screen.findByRole('dialog');
}

test('Back closes what is open and leaves the screen; the next Back leaves the screen', async () => {
  await openDialog();
  back();
  await isClosed();
  await screen.findByText('/tribe');
  back();
  await screen.findByText('Tribu');
});

test('closed by Escape, it has left nothing that Back would have to pass', async () => {
  await openDialog();
  await userEvent.keyboard('{Escape}');
  await isClosed();
  await isLeft();
  back();
  await screen.findByText('Tribu');
});

test('Back from a page that was reached through it shows the screen below, with nothing open', async () => {
  await openDialog();
  await userEvent.click(screen.getByText('Ir a otra'));
  await screen.findByText('Otra página');
  back();
  await screen.findByText('Abrir');
  await isLeft();
  back();
  await screen.findByText('Tribu');
});

test('a page that was replaced from it is not returned to', async () => {
  await openDialog();
  await userEvent.click(screen.getByText('Borrar'));
  await screen.findByText('Otra página');
  back();
  await screen.findByText('Tribu');
});

test('an overlay stays open where effects run twice, as they do while developing', async () => {
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

test('what is held asks at each Back, also right after the question was closed, and is left when nothing is to lose', async () => {
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

test('an overlay stays open while a part of it waits for its code', async () => {
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
  expect(overlaysOf(window.history.state.usr)).toHaveLength(1);
  act(() => window.history.back());
  await isClosed();
});
