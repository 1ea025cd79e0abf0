/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';
import type { AdminUser } from './api.ts';
import { UserForm } from './user-form.tsx';

const marta: AdminUser = {
  id: 'u2',
  email: 'marta@tribus.test',
  name: 'Marta',
  role: 'admin',
  status: 'active',
  isSilenced: false,
  isAgent: false,
  avatarUrl: null,
  emailVerified: true,
  language: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: null,
  limitsLifted: false,
  limitedUntil: null,
  openAppeals: 0,
};
const demoted: AdminUser = { ...marta, role: 'user', email: 'marta.nueva@tribus.test' };

/** The form next to a button that simulates a change by another admin. */
function Form() {
  const [user, setUser] = useState(marta);
  return (
    <>
      <button type="button" onClick={() => setUser(demoted)}>
        Otro admin
      </button>
      <UserForm user={user} onDone={() => undefined} />
    </>
  );
}

const sent = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar' }));

afterEach(() => session.end());
beforeEach(() => {
  forgetRequests();
  forgetDrafts();
  stubResponse('PUT admin/users/u2', ({ body }) => ({ body: { ...demoted, ...Object(body) } }));
});

test('only edited fields are sent, so a concurrent demotion is not undone', async () => {
  await renderApp(<UserForm user={marta} onDone={() => undefined} />);
  await userEvent.type(await screen.findByLabelText('Nombre'), ' Ríos');
  await save();
  await waitFor(() => expect(sent()).toEqual([{ name: 'Marta Ríos' }]));
});

test('an account cannot lose its name: the field says so, and nothing is sent', async () => {
  await renderApp(<UserForm user={marta} onDone={() => undefined} />);
  await userEvent.clear(await screen.findByLabelText('Nombre'));
  await save();
  await screen.findByText('Escribe el nombre de la cuenta');
  expect(sent()).toEqual([]);
});

test('a change by another admin is shown, and typed input remains in the form', async () => {
  await renderApp(<Form />);
  await userEvent.type(await screen.findByLabelText('Nombre'), ' Ríos');
  await userEvent.click(screen.getByText('Otro admin'));
  expect(screen.getByLabelText('Correo electrónico')).toHaveProperty('value', 'marta.nueva@tribus.test');
  expect(screen.getByLabelText('Nombre')).toHaveProperty('value', 'Marta Ríos');
  await save();
  await waitFor(() => expect(sent()).toEqual([{ name: 'Marta Ríos' }]));
});

test('the next save of a field contains only later edits', async () => {
  await renderApp(<UserForm user={marta} onDone={() => undefined} />);
  await userEvent.type(await screen.findByLabelText('Nombre'), ' Ríos');
  await save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Guardar' })).toHaveProperty('disabled', false));
  await userEvent.type(screen.getByLabelText('Contraseña'), 'larga-y-nueva');
  await save();
  await waitFor(() => expect(sent()[1]).toEqual({ password: 'larga-y-nueva' }));
});

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

test('edits of an account outlast an expired session in this tab only, without its password, until its admin signs out', async () => {
  session.start('t', lucia);
  const form = () => renderApp(<UserForm user={marta} onDone={() => undefined} />);
  const { unmount } = await form();
  await userEvent.type(await field('Nombre'), ' Ríos');
  await userEvent.type(await field('Contraseña'), 'larga-y-nueva');
  expect([localStorage, sessionStorage].flatMap((storage) => Object.values(storage)).join()).not.toMatch(/Marta|larga/);
  act(() => session.end('expired'));
  unmount();

  session.start('t2', lucia);
  const again = await form();
  await screen.findByText('Recuperado de la última vez, sin guardar.');
  expect([(await field('Nombre')).value, (await field('Contraseña')).value]).toEqual(['Marta Ríos', '']);
  await save();
  await waitFor(() => expect(sent()).toEqual([{ name: 'Marta Ríos' }]));
  await userEvent.type(await field('Nombre'), ' Sol');
  again.unmount();

  session.end();
  forgetDrafts();
  session.start('t3', lucia);
  await form();
  expect((await field('Nombre')).value).toBe('Marta');
});

test('a new account that was being typed is restored, and no longer once it is created', async () => {
  session.start('t', lucia);
  stubResponse('POST admin/users', { status: 201, body: marta });
  const form = () => renderApp(<UserForm user={null} onDone={() => undefined} />);
  const { unmount } = await form();
  await userEvent.type(await field('Correo electrónico'), marta.email);
  unmount();
  const again = await form();
  expect((await field('Correo electrónico')).value).toBe(marta.email);
  await userEvent.type(await field('Contraseña'), 'larga-y-nueva');
  await userEvent.click(screen.getByRole('button', { name: 'Crear cuenta' }));
  await waitFor(async () => expect((await field('Correo electrónico')).value).toBe(''));
  again.unmount();
  await form();
  expect((await field('Correo electrónico')).value).toBe('');
});
