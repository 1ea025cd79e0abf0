/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../../testing/people.ts';
import { renderApp } from '../../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../../testing/server.ts';
import { recordUploads, restoreUploads, TestUpload } from '../../../../testing/uploads.ts';
import { forgetDrafts } from '../../../lib/drafts.ts';
import { session } from '../../../lib/session.ts';
import type { Tribe } from '../api.ts';
import { SettingsPart } from './settings-part.tsx';

const pan: Tribe = {
  id: 7,
  name: 'Panaderos',
  normalizedName: 'panaderos',
  description: 'Pan',
  tags: ['horno', 'pan'],
  imageUrl: null,
  imageLqip: null,
  isPrivate: false,
  requiresApproval: false,
  isInvisible: false,
  hasJoinConditions: false,
  rules: ['Se avisa'],
  questions: [{ id: 'q1', text: '¿Qué horno tienes?' }],
  ban: null,
  restriction: null,
  ownershipOffer: null,
  mayAskAt: null,
  members: [],
  here: [],
  onlineCount: null,
  membersCount: 3,
  membership: { role: 'owner', status: 'active', levelOrder: 5 },
  canRead: true,
  canModerate: true,
  canRename: true,
  canLeave: false,
  canDelete: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};

const sent = (method: string) => requests.filter((request) => request.method === method).map(({ body }) => body);
const part = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
  stubResponse('PUT tribes/7', { body: pan });
});

afterEach(() => {
  forgetDrafts();
  session.end();
});

test('only edited fields of a tribe are sent, so that a change by another officer is not undone', async () => {
  await renderApp(<SettingsPart tribe={pan} />);
  const about = await part('Lo básico');
  await userEvent.type(about.getByLabelText(/^Etiquetas/), ', trigo');
  await userEvent.click(about.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(sent('PUT')).toEqual([{ tags: ['horno', ' pan', ' trigo'] }]));
});

test('the edit form has its own sentences about invalid tags, and cannot be saved with one', async () => {
  await renderApp(<SettingsPart tribe={pan} />);
  const about = await part('Lo básico');
  const tags = about.getByLabelText(/^Etiquetas/);
  for (const [typed, sentence] of [
    ['masa madre', "Tag 'masa madre' caracteres inválidos."],
    ['x'.repeat(25), `Tag '${'x'.repeat(25)}' inválido (1-24).`],
  ] as const) {
    await userEvent.clear(tags);
    await userEvent.type(tags, `pan, ${typed}`);
    about.getByText(sentence);
    expect(about.getByRole('button', { name: 'Guardar' })).toHaveProperty('disabled', true);
  }
  expect(sent('PUT')).toEqual([]);
});

test('a question keeps its id while its text changes', async () => {
  await renderApp(<SettingsPart tribe={pan} />);
  const questions = await part('Preguntas en la puerta');
  await userEvent.type(await questions.findByLabelText('Pregunta 1'), ' ¿De leña?');
  await userEvent.click(questions.getByRole('button', { name: 'Guardar' }));
  await waitFor(() =>
    expect(sent('PUT')).toEqual([{ questions: [{ id: 'q1', text: '¿Qué horno tienes? ¿De leña?' }] }]),
  );
});

test('an error of the service is shown at its field until the field is changed', async () => {
  const details = [{ path: 'rules.0', message: 'Una regla puede tener como máximo 200 caracteres.' }];
  stubResponse('PUT tribes/7', { status: 400, body: { error: 'No', code: 'rule_length', details } });
  await renderApp(<SettingsPart tribe={pan} />);
  const rules = await part('Normas');
  await userEvent.type(await rules.findByLabelText('Norma 1'), '!');
  await userEvent.click(rules.getByRole('button', { name: 'Guardar' }));
  await rules.findByText('Una regla puede tener como máximo 200 caracteres.');
  await userEvent.type(rules.getByLabelText('Norma 1'), '!');
  expect(rules.queryByText('Una regla puede tener como máximo 200 caracteres.')).toBeNull();
  rules.getByText('Sin guardar');
});

test('an officer can neither transfer nor delete the tribe; hominini keeps its name and access', async () => {
  const membership = { role: 'officer', status: 'active', levelOrder: 1 } as const;
  await renderApp(<SettingsPart tribe={{ ...pan, membership, canDelete: false, canRename: false }} />);
  await part('Normas');
  for (const name of ['Quién puede entrar', 'Traspasar la tribu', 'Borrar tribu'])
    expect(screen.queryByRole('region', { name })).toBeNull();
  expect(screen.getByLabelText('Nombre')).toHaveProperty('disabled', true);
});

test('opening the form of a transfer by keyboard focuses the form, and closing it its button', async () => {
  stubResponse('GET tribes/7/members', { body: { items: [], nextCursor: null } });
  await renderApp(<SettingsPart tribe={pan} />);
  const transfer = await part('Traspasar la tribu');
  transfer.getByRole('button', { name: 'Elegir a quién…' }).focus();
  await userEvent.keyboard('{Enter}');
  const search = await transfer.findByRole('searchbox', { name: 'Buscar entre los miembros' });
  expect(document.activeElement).toBe(search);
  transfer.getByRole('button', { name: 'Cancelar' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(transfer.getByRole('button', { name: 'Elegir a quién…' }));
});

test('a cover that the server refused and then an empty file leave one message, about the file chosen last', async () => {
  Object.assign(URL, { createObjectURL: ({ name }: File) => `blob:${name}`, revokeObjectURL: () => undefined });
  recordUploads();
  await renderApp(<SettingsPart tribe={pan} />);
  const cover = await part('Portada');
  const choose = (file: File) =>
    userEvent.upload(cover.getByLabelText('Añadir imagen de portada', { selector: 'input' }), file);
  const alerts = () => cover.getAllByRole('alert').map(({ textContent }) => textContent);
  await choose(new File(['<svg/>'], 'fake.png', { type: 'image/png' }));
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
  TestUpload.sent[0]?.answer(415, { error: 'No es una imagen', code: 'wrong_type' });
  await waitFor(() => expect(alerts()).toContain('No es una imagen'));
  await choose(new File([], 'empty.png', { type: 'image/png' }));
  await waitFor(() => expect(alerts().filter(Boolean)).toEqual(['Este archivo está vacío.']));
  restoreUploads();
});
