/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { ActivityModal } from './activity-modal.tsx';

const tribe = { id: 7, name: 'Panaderos', imageUrl: null, membersCount: 2 };
const active = { tribeId: 7, tribe, status: 'active', levelOrder: 3 };
const pending = { tribeId: 8, tribe: { ...tribe, id: 8, name: 'Faro' }, status: 'pending', levelOrder: 0 };

const show = () => renderApp(<ActivityModal />, { path: '/(modal)/activity' });

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
  stubResponse('GET notifications/count', { body: { count: 0, messages: 0 } });
  stubResponse('GET tribes/@me/memberships', { body: { items: [active, pending] } });
});

const acted = {
  ...{ id: 'a1', type: 'reaction', reaction: 'like', comment: null, createdAt: '2026-03-01T10:00:00.000Z' },
  ...{ actor: { id: 'u2', name: 'Ana', avatarUrl: null }, tribeId: 7 },
  ...{ postId: 'p1', postText: 'Masa madre de centeno', postPicture: null },
};

test('activity links to the post, tribes show their level, and join requests that wait are listed', async () => {
  stubResponse('GET tribes/@me/activity', { body: { items: [acted] } });
  await show();
  const see = await screen.findByRole('link', { name: 'Ver la publicación de la que habla Ana' });
  expect(see.getAttribute('href')).toBe('/post/p1?tribe=7');
  expect(screen.getByText('Masa madre de centeno')).toBeTruthy();
  expect(await screen.findByText('Nivel 3')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ir a Panaderos' }).getAttribute('href')).toBe('/tools/tribes/7');
  expect(screen.getByText('Esperando aprobación')).toBeTruthy();
});

test('the reaction and the comments of a person on a post are one row, with the picture of the post', async () => {
  const commented = { ...acted, type: 'comment', reaction: null, postPicture: { url: '/p.webp', lqip: null } };
  const items = [
    { ...commented, id: 'c2', comment: '¿Cuánta sal?' },
    { ...commented, id: 'c1', comment: 'Qué corteza' },
    { ...acted, postPicture: commented.postPicture },
  ];
  stubResponse('GET tribes/@me/activity', { body: { items } });
  await show();
  const recent = within(screen.getByRole('region', { name: 'Reciente' }));
  const rows = await recent.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^A Ana le gusta tu publicación y la ha comentado¿Cuánta sal\?.*y 1 comentario másVer$/),
  ]);
  expect(rows[0]?.querySelector('img[src="/p.webp"]')).toBeTruthy();
});

test('activity begins with ten rows, and the next one has the focus once all are shown', async () => {
  const items = Array.from({ length: 12 }, (_, index) => ({ ...acted, id: `a${index}`, postId: `p${index}` }));
  stubResponse('GET tribes/@me/activity', { body: { items } });
  await show();
  const recent = within(screen.getByRole('region', { name: 'Reciente' }));
  const more = await recent.findByRole('button', { name: 'Ver más' });
  expect(recent.getAllByRole('listitem')).toHaveLength(10);
  await userEvent.click(more);
  const rows = recent.getAllByRole('listitem');
  expect(rows).toHaveLength(12);
  expect(rows[10]?.contains(document.activeElement)).toBe(true);
});

test('activity that fails to load shows an error', async () => {
  stubResponse('GET tribes/@me/activity', { status: 400 });
  await show();
  await screen.findByText('No se pudo cargar la actividad');
});
