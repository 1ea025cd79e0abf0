/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { arrive, back, Frame, isAt, isHidden, isUnder } from '../../testing/pages.tsx';
import { renderApp } from '../../testing/render.tsx';
import { useGoBack } from '../lib/use-go-back.ts';
import { Dialog } from './dialog-panel.tsx';
import { Menu, MenuItem, MenuLink, PointMenu } from './menu.tsx';
import { Tabs } from './tabs.tsx';

/** Tabs whose address names the current one. */
function Parts() {
  const [query, setQuery] = useSearchParams();
  const tabs = ['una', 'otra'].map((value) => ({ value, label: value, content: value }));
  return (
    <Tabs
      label="Partes"
      tabs={tabs}
      value={query.get('parte') ?? 'una'}
      onChange={(parte) => setQuery({ parte }, { replace: true })}
    />
  );
}

function Actions({ onLater }: { onLater?: Promise<void> }) {
  const [confirming, setConfirming] = useState(false);
  const goBack = useGoBack('/next');
  return (
    <>
      <Menu trigger={<button type="button">Más</button>}>
        <MenuItem onSelect={() => setConfirming(true)}>Borrar</MenuItem>
        <MenuItem onSelect={() => void onLater?.then(() => setConfirming(true))}>Borrar luego</MenuItem>
        <MenuItem onSelect={goBack}>Volver</MenuItem>
        <MenuLink to="/next">Ir a otra</MenuLink>
        <MenuLink to="/tribe">Esta misma</MenuLink>
      </Menu>
      <Menu trigger={<button type="button">Otro menú</button>}>
        <MenuItem onSelect={() => undefined}>Nada</MenuItem>
      </Menu>
      <Link to="/next">Fuera</Link>
      <Link to="/slow">Lento</Link>
      <Parts />
      <Dialog open={confirming} onClose={() => setConfirming(false)} title="¿Borrar?" />
    </>
  );
}

function PointSample() {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  return (
    <>
      <button type="button" onClick={() => setAt({ x: 1, y: 1 })}>
        {at ? 'abierto' : 'cerrado'}
      </button>
      {at && (
        <PointMenu at={at} onClose={() => setAt(null)}>
          <MenuItem onSelect={() => undefined}>Nada</MenuItem>
        </PointMenu>
      )}
    </>
  );
}

async function openMenu(name = 'Más'): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name }));
  await screen.findByRole('menu');
  await isUnder(1);
}

const choose = async (item: string) => userEvent.click(await screen.findByRole('menuitem', { name: item }));

test('Back closes a menu and returns the focus; only the next Back leaves the page', async () => {
  await arrive(<Actions />);
  await openMenu();
  back();
  await isHidden('menu');
  await isAt('/tribe');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Más' })));
  back();
  await isAt('/');
});

test('a menu closed by Escape leaves no history entry behind', async () => {
  await arrive(<Actions />);
  await openMenu();
  await userEvent.keyboard('{Escape}');
  await isHidden('menu');
  await isUnder(0);
  back();
  await isAt('/');
});

test('a dialog opened by a menu takes over its entry: Back closes it, and the next one leaves the page', async () => {
  await arrive(<Actions />);
  await openMenu();
  const { length } = window.history;
  await choose('Borrar');
  await screen.findByRole('dialog');
  await isUnder(1);
  expect(window.history.length).toBe(length);
  back();
  await isHidden('dialog');
  await isAt('/tribe');
  await isUnder(0);
  back();
  await isAt('/');
});

test('a dialog that opens while the entry of the menu is left remains open, and Back closes it', async () => {
  let open = (): void => undefined;
  const later = new Promise<void>((resolve) => {
    open = resolve;
  });
  await arrive(<Actions onLater={later} />);
  await openMenu();
  const goBack = window.history.go.bind(window.history);
  const asked = new Promise<void>((resolve) => {
    window.history.go = (delta) => {
      window.history.go = goBack;
      goBack(delta);
      resolve();
    };
  });
  await choose('Borrar luego');
  await asked;
  await act(async () => open());
  await screen.findByRole('dialog');
  await isHidden('menu');
  await isUnder(1);
  expect(screen.getByRole('dialog')).toBeTruthy();
  back();
  await isHidden('dialog');
  await isUnder(0);
  back();
  await isAt('/');
});

test('Back from a page opened through a menu returns in one press, and Forward leads there again', async () => {
  await arrive(<Actions />);
  await openMenu();
  await choose('Ir a otra');
  await isAt('/next');
  back();
  await isAt('/tribe');
  await isUnder(0);
  expect(screen.queryByRole('menu')).toBeNull();
  act(() => window.history.forward());
  await isAt('/next');
  back();
  await isAt('/tribe');
  back();
  await isAt('/');
});

test('a menu’s link to the current page adds no history entry', async () => {
  await arrive(<Actions />);
  await openMenu();
  await choose('Esta misma');
  await isHidden('menu');
  await isUnder(0);
  back();
  await isAt('/');
});

test('a menu item that goes back leaves the page', async () => {
  await arrive(<Actions />);
  await openMenu();
  await choose('Volver');
  await isAt('/');
});

test('a menu item that goes back leads to the fallback when there is no previous page of the app', async () => {
  await renderApp(
    <Frame>
      <Actions />
    </Frame>,
    { path: '/tribe', browserHistory: true },
  );
  await openMenu();
  await choose('Volver');
  await isAt('/next');
});

test('a link outside an open menu works, and Back returns and then leaves', async () => {
  await arrive(<Actions />);
  await openMenu();
  await userEvent.click(screen.getByText('Fuera'));
  await isAt('/next');
  back();
  await isAt('/tribe');
  await isUnder(0);
  back();
  await isAt('/');
});

test('Back from a page that has not loaded yet returns with the menu closed', async () => {
  await arrive(<Actions />);
  await openMenu();
  await userEvent.click(screen.getByText('Lento'));
  await waitFor(() => expect(window.location.pathname).toBe('/slow'));
  back();
  await waitFor(() => expect(window.location.pathname).toBe('/tribe'));
  await isUnder(0);
  back();
  await isAt('/');
});

test('a tab outside an open menu replaces the address: Back leaves the page', async () => {
  await arrive(<Actions />);
  await openMenu();
  await userEvent.click(screen.getByRole('tab', { name: 'otra' }));
  await isAt('/tribe?parte=otra');
  await isUnder(0);
  back();
  await isAt('/');
});

test('a second menu opens as the first closes, and Back closes it', async () => {
  await arrive(<Actions />);
  await openMenu();
  await userEvent.click(screen.getByRole('button', { name: 'Otro menú' }));
  await screen.findByRole('menuitem', { name: 'Nada' });
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Borrar' })).toBeNull());
  await isUnder(1);
  back();
  await isHidden('menu');
  await isAt('/tribe');
  back();
  await isAt('/');
});

test('Back closes a menu at a point, and `onClose` is called', async () => {
  await arrive(<PointSample />);
  await userEvent.click(screen.getByText('cerrado'));
  await screen.findByRole('menu');
  await isUnder(1);
  back();
  await isHidden('menu');
  await screen.findByText('cerrado');
  await isAt('/tribe');
  back();
  await isAt('/');
});
