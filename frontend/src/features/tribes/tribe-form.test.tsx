/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';
import { CreateTribePage } from './create-tribe-page.tsx';

const show = () =>
  renderApp(
    <Routes>
      <Route path="/tools/tribes/create" element={<CreateTribePage />} />
      <Route path="/tools/tribes" element={<h1>Las tribus</h1>} />
      <Route path="/tools/tribes/:id" element={<h1>La tribu</h1>} />
    </Routes>,
    { path: '/tools/tribes/create' },
  );

const create = () => screen.getByRole('button', { name: 'Crear tribu' });
const created = () => requests.filter(({ method, path }) => `${method} ${path}` === 'POST tribes');

beforeEach(() => {
  forgetRequests();
  forgetDrafts();
  session.start('t', lucia);
});

afterEach(() => session.end());

test('a tribe needs a name and valid tags; the error of a tag is shown while typing', async () => {
  await show();
  expect(create()).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText(/^Nombre/), ' P ');
  expect(create()).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText(/^Nombre/), 'an');
  expect(create()).toHaveProperty('disabled', false);
  const tags = screen.getByLabelText(/^Etiquetas/);
  await userEvent.type(tags, 'horno, masa madre');
  screen.getByText("Tag 'masa madre' solo letras, números o guiones.");
  expect(create()).toHaveProperty('disabled', true);
  await userEvent.clear(tags);
  await userEvent.type(tags, `pan, ${'x'.repeat(25)}`);
  screen.getByText(`Tag '${'x'.repeat(25)}' inválido (1-24 chars).`);
  expect(create()).toHaveProperty('disabled', true);
});

test('a private tribe requires approval, and this cannot be changed', async () => {
  stubResponse('POST tribes', { status: 201, body: { id: 101, name: 'Pan' } });
  await show();
  await userEvent.type(screen.getByLabelText(/^Nombre/), 'Pan');
  await userEvent.type(screen.getByLabelText(/^Etiquetas/), 'horno, pan');
  await userEvent.click(screen.getByRole('switch', { name: 'Privada' }));
  const approval = screen.getByRole('switch', { name: 'Con aprobación' });
  expect(approval).toHaveProperty('checked', true);
  expect(approval).toHaveProperty('disabled', true);
  await userEvent.click(create());
  await screen.findByRole('heading', { name: 'La tribu' });
  expect(created().map(({ body }) => body)).toEqual([
    { name: 'Pan', description: '', tags: ['horno', ' pan'], isPrivate: true, requiresApproval: true },
  ]);
});

test('a retry reuses the idempotency key; a changed form gets a new one', async () => {
  stubResponse('POST tribes', { status: 500, body: { error: 'Ahora no', code: 'internal' } });
  await show();
  await userEvent.type(screen.getByLabelText(/^Nombre/), 'Pan');
  await userEvent.click(create());
  await screen.findByText('Ahora no');
  await userEvent.click(create());
  await waitFor(() => expect(created()).toHaveLength(2));
  await userEvent.type(screen.getByLabelText(/^Nombre/), ' y vino');
  await userEvent.click(create());
  await waitFor(() => expect(created()).toHaveLength(3));
  const [first, second, third] = created().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

const name = () => screen.getByLabelText(/^Nombre/);
const description = () => screen.getByLabelText('Descripción');

test('the input is restored after leaving the form, until the tribe is created', async () => {
  stubResponse('POST tribes', { status: 201, body: { id: 101, name: 'Pan' } });
  const left = await show();
  await userEvent.type(name(), 'Pan');
  await userEvent.type(description(), 'Masa madre');
  await userEvent.click(screen.getByRole('switch', { name: 'Privada' }));
  left.unmount();
  const back = await show();
  expect(name()).toHaveProperty('value', 'Pan');
  expect(description()).toHaveProperty('value', 'Masa madre');
  expect(screen.getByRole('switch', { name: 'Privada' })).toHaveProperty('checked', true);
  await userEvent.click(create());
  await screen.findByRole('heading', { name: 'La tribu' });
  back.unmount();
  await show();
  expect(name()).toHaveProperty('value', '');
  expect(description()).toHaveProperty('value', '');
});

test('cancelling a new tribe discards the input', async () => {
  const left = await show();
  await userEvent.type(name(), 'Pan');
  await userEvent.click(screen.getByRole('link', { name: 'Cancelar' }));
  await screen.findByRole('heading', { name: 'Las tribus' });
  left.unmount();
  await show();
  expect(name()).toHaveProperty('value', '');
});

test('without a connection the form says that the server was not reached', async () => {
  stubResponse('POST tribes', 'lost');
  await show();
  await userEvent.type(screen.getByLabelText(/^Nombre/), 'Pan');
  await userEvent.click(create());
  expect(await screen.findByText('No llegamos al servidor. Revisa tu conexión.')).toBeTruthy();
  stubResponse('POST tribes', { status: 500 });
  await userEvent.click(create());
  expect(await screen.findByText('Error')).toBeTruthy();
});
