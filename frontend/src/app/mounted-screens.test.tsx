/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, useParams } from 'react-router-dom';
import { renderApp } from '../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../testing/server.ts';
import { anyone } from './access.ts';
import { lazyRoutes, RoutedScreens } from './routes.tsx';

function Shelf() {
  const { name } = useParams();
  return (
    <>
      <h1>{name}</h1>
      <input aria-label="Buscar" />
      <Link to="../otra" relative="path">
        Otra
      </Link>
    </>
  );
}

function Rack() {
  const { name, board } = useParams();
  if (board === 'rota') throw new Error('Se rompió la balda');
  return (
    <>
      <h1>{`${name}: ${board}`}</h1>
      <Link to="/rack/una/dos">Otra balda</Link>
      <Link to="/rack/otra/uno">Otra estantería</Link>
    </>
  );
}

const screens = lazyRoutes([
  {
    path: '/shelf/:name',
    access: anyone,
    load: async () => Shelf,
    staysMounted: true,
  },
  { path: '/rack/:name/:board', access: anyone, load: async () => Rack, staysMountedPer: 'name' },
  { path: '/box/:name', access: anyone, load: async () => Shelf },
]);

function show(path: string) {
  return renderApp(
    <>
      <RoutedScreens screens={screens} modals={[]} />
      <Link to="/rack/una/dos">Por fuera</Link>
    </>,
    { path },
  );
}

beforeEach(() => {
  forgetRequests();
  stubResponse('GET maintenance', { body: { enabled: false, message: '' } });
});

test.each([
  ['/shelf/una', 'setas'],
  ['/box/una', ''],
])(
  'a screen that stays mounted keeps what was typed when its parameter changes, others do not: %s, “%s”',
  async (path, expected) => {
    await show(path);
    await userEvent.type(await screen.findByRole('textbox'), 'setas');
    await userEvent.click(screen.getByRole('link', { name: 'Otra' }));
    await screen.findByRole('heading', { name: 'otra' });
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(expected);
  },
);

test('a screen that stays mounted per parameter keeps the focus while that parameter stays the same', async () => {
  await show('/rack/una/uno');
  await userEvent.click(await screen.findByRole('link', { name: 'Otra balda' }));
  await screen.findByRole('heading', { name: 'una: dos' });
  expect(document.activeElement?.textContent).toBe('Otra balda');
  await userEvent.click(screen.getByRole('link', { name: 'Otra estantería' }));
  await screen.findByRole('heading', { name: 'otra: uno' });
  expect(document.activeElement).toBe(document.body);
});

test('a screen that stays mounted is shown again after a crash when its address changes', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await show('/rack/una/rota');
  await screen.findByText('Se rompió la balda');
  await userEvent.click(screen.getByRole('link', { name: 'Por fuera' }));
  await screen.findByRole('heading', { name: 'una: dos' });
  expect(screen.queryByText('Se rompió la balda')).toBeNull();
  logged.mockRestore();
});
