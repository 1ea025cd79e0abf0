/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { forgetRequests, requests } from '../../testing/server.ts';
import { Menu } from '../ui/menu.tsx';
import { Toaster } from '../ui/toast.tsx';
import { UserSafetyItems } from './blocking-items.tsx';
import { session } from './session.ts';

const methods = () => requests.filter(({ path }) => path === 'auth/me/blocks/users/u2').map(({ method }) => method);

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

test('a person blocked, unblocked and blocked again at once is blocked, because the requests are sent in order', async () => {
  const waiting: (() => void)[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (!String(input).includes('/blocks/')) return fetch(input, init);
    await fetch(input, init);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return Response.json({});
  };
  try {
    await renderApp(
      <>
        <Menu trigger={<button type="button">Más</button>}>
          <UserSafetyItems person={{ id: 'u2', name: 'Beto' }} />
        </Menu>
        <Toaster />
      </>,
    );
    const block = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Más' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Bloquear a Beto' }));
    };
    await block();
    await userEvent.click(await screen.findByRole('button', { name: 'Deshacer' }));
    await block();
    for (const sent of [['PUT'], ['PUT', 'DELETE'], ['PUT', 'DELETE', 'PUT']]) {
      await waitFor(() => expect(waiting).toHaveLength(sent.length));
      expect(methods()).toEqual(sent);
      waiting.at(-1)?.();
    }
  } finally {
    globalThis.fetch = fetch;
  }
});
