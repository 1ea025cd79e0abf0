/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { DecisionPage } from './decision-page.tsx';

const createdAt = '2026-01-01T00:00:00.000Z';
const hiding = { action: 'hide', reason: 'spam', message: '', bySite: false, editedMeanwhile: false, createdAt };

/** Hidden until it is edited, and appealed. */
const decision = {
  caseId: 'c1',
  kind: 'post',
  postKind: 'post',
  postId: 'p1',
  tribe: { id: 7, name: 'Senda' },
  text: 'Compra mis relojes',
  shadows: [],
  hidden: 'moderator',
  isGone: false,
  decisions: [hiding],
  appeal: { text: 'Era una broma', createdAt },
  textsDeletedAt: null,
  mayAppealUntil: null,
};

const show = () =>
  renderApp(
    <Routes>
      <Route path="/decisions/:id" element={<DecisionPage />} />
    </Routes>,
    { path: '/decisions/c1' },
  );

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

afterEach(() => session.end());

test('while an appeal is open the author can still edit a hidden object', async () => {
  stubResponse('GET reports/decisions/c1', { body: decision });
  await show();
  await screen.findByRole('heading', { name: 'Se ha ocultado tu publicación hasta que cambies el texto' });
  const edit = screen.getByRole('link', { name: 'Editar la publicación' });
  expect(edit.getAttribute('href')).toBe('/post/p1?tribe=7&edit=true');
});

test('an edited object is shown as restored, although its appeal is still open', async () => {
  stubResponse('GET reports/decisions/c1', { body: { ...decision, hidden: null } });
  await show();
  await screen.findByRole('heading', { name: 'Se ocultó tu publicación, y ya vuelve a verse' });
  screen.getByText('Has cambiado el texto y ya vuelve a verse.');
  screen.getByText('Pendiente');
  expect(screen.getByRole('link', { name: 'Ver la publicación' }).getAttribute('href')).toBe('/post/p1?tribe=7');
});

test('a decision whose texts are deleted shows when that was, and not that there never was a text', async () => {
  const deleted = { text: '', appeal: null, textsDeletedAt: '2026-03-01T12:00:00.000Z' };
  stubResponse('GET reports/decisions/c1', { body: { ...decision, ...deleted } });
  await show();
  await screen.findByText(/^Los textos de este caso se borraron el 1.* mar.* 2026/);
  screen.getByText('Texto borrado');
  expect(screen.queryByText('Sin texto')).toBeNull();
});
