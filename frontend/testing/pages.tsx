import { expect } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { readOverlays, useOverlayHistory } from '../src/ui/overlay-history.ts';
import { renderApp } from './render.tsx';

/** A page whose code never loads. */
const Slow = lazy(() => new Promise<never>(() => undefined));

export function Frame({ children }: { children: ReactNode }) {
  useOverlayHistory();
  const { pathname, search } = useLocation();
  return (
    <>
      <output>{pathname + search}</output>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/" element={<Link to="/tribe">Tribu</Link>} />
          <Route path="/tribe" element={children} />
          <Route path="/next" element={<h1>Otra página</h1>} />
          <Route path="/slow" element={<Slow />} />
        </Routes>
      </Suspense>
    </>
  );
}

/** Renders `children` at /tribe; Back leads to the first page. */
export async function arrive(children: ReactNode): Promise<void> {
  await renderApp(<Frame>{children}</Frame>, { browserHistory: true });
  await userEvent.click(screen.getByText('Tribu'));
}

/** Presses Back, like the button of the phone. */
export const back = () => act(() => window.history.back());
export const isAt = (address: string) =>
  waitFor(() => expect(document.querySelector('output')?.textContent).toBe(address));
const overlays = () => readOverlays(window.history.state.usr).length;
/** Waits until the browser is at an entry with this number of overlays. */
export const isUnder = (number: number) => waitFor(() => expect(overlays()).toBe(number));
export const isHidden = (role: string) => waitFor(() => expect(screen.queryByRole(role)).toBeNull());
