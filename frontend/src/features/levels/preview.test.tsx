/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { beginnersProgress } from './beginner.ts';
import { LevelsPart } from './levels-part.tsx';
import type { Level, Tribe } from './path-api.ts';

const level = (order: number, name: string, titles: string[]): Level => ({
  id: `l${order}`,
  order,
  name,
  description: '',
  minScore: 70,
  rewardPoints: 10,
  challenges: titles.map((title, index) => ({
    id: `${name}-${index}`,
    type: 'manual',
    title,
    prompt: '',
    maxScore: 100,
    answersCount: 0,
    data: null,
  })),
});

const levels = [level(1, 'Aprendiz', []), level(2, 'Hilandera', ['La rueca']), level(3, 'Maestra', ['El telar'])];

test('a beginner is at the first level, has the second ahead and no submissions', () => {
  expect(beginnersProgress(levels)).toEqual({
    member: { role: 'member', status: 'active', levelOrder: 1 },
    next: { order: 2, name: 'Hilandera', passed: 0, required: 1 },
    challenges: [],
    lastSubs: [],
  });
  expect(beginnersProgress(levels.slice(0, 1)).next).toBeNull();
});

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

test('an owner sees the levels as a new member does, and cannot send anything from there', async () => {
  const member = { role: 'owner', status: 'active', levelOrder: 3 };
  const tribe = { id: 7, name: 'Telar', canModerate: true, membership: member } as Tribe;
  stubResponse('GET tribes/7/config', { body: { levels, reached: 1 } });
  stubResponse('GET tribes/7/progress', { body: { member, next: null, challenges: [], lastSubs: [] } });
  await renderApp(<LevelsPart tribe={tribe} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Editar niveles y retos' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ver como miembro' }));

  screen.getByRole('img', { name: 'Estás en el nivel 1 de 3: Aprendiz' });
  const next = within(screen.getByRole('region', { name: 'Tu siguiente paso' }));
  next.getByText('0 de 1 superados');
  await userEvent.click(next.getByRole('button', { name: 'Responder' }));
  expect(next.queryByRole('button', { name: 'Enviar' })).toBeNull();
  const after = within(screen.getByRole('region', { name: 'Lo que viene después' }));
  await userEvent.click(after.getByRole('button', { name: /Maestra/ }));
  await waitFor(() => expect(after.getByText('El telar')).toBeTruthy());
  expect(after.queryByRole('button', { name: 'Responder' })).toBeNull();
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);

  await userEvent.click(screen.getByRole('button', { name: 'Mi camino' }));
  // An owner has not earned the highest level, but founded the tribe.
  screen.getByRole('img', { name: 'Esta tribu es tuya y tiene 3 niveles' });
  screen.getByText('Esta tribu es tuya: ves lo que se publica para cualquier nivel.');
});

test('an owner, who has every level by role, sees the challenges of each without a progress of their own', async () => {
  const more = [...levels, level(4, 'Decana', ['El tapiz', 'El taller'])];
  const member = { role: 'owner', status: 'active', levelOrder: 3 };
  const tribe = { id: 7, name: 'Telar', canModerate: true, membership: member } as Tribe;
  stubResponse('GET tribes/7/config', { body: { levels: more, reached: 1 } });
  stubResponse('GET tribes/7/progress', { body: { member, next: null, challenges: [], lastSubs: [] } });
  await renderApp(<LevelsPart tribe={tribe} />);
  const path = within(await screen.findByRole('region', { name: 'El camino' }));
  const lines = path.getAllByRole('button').map(({ textContent }) => textContent);
  expect(lines).toEqual([
    '1Nivel 1: Aprendiz0 retos',
    '2Nivel 2: Hilandera1 reto',
    '3Nivel 3: Maestra1 reto',
    '4Nivel 4: Decana2 retos',
  ]);
  for (const name of [/Hilandera/, /Decana/]) await userEvent.click(path.getByRole('button', { name }));
  path.getByText('El tapiz');
  expect(screen.queryByRole('button', { name: 'Responder' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Mis respuestas' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Tu siguiente paso' })).toBeNull();
  expect(screen.queryByText(/superados/)).toBeNull();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('an officer sees the progress of a level, as other members do', async () => {
  const member = { role: 'officer', status: 'active', levelOrder: 2 };
  const tribe = { id: 7, name: 'Telar', canModerate: true, membership: member } as Tribe;
  stubResponse('GET tribes/7/config', { body: { levels, reached: 1 } });
  stubResponse('GET tribes/7/progress', { body: { member, next: null, challenges: [], lastSubs: [] } });
  await renderApp(<LevelsPart tribe={tribe} />);
  const behind = within(await screen.findByRole('region', { name: 'Lo que ya tienes' }));
  behind.getByText('Estás aquí · 0 de 1 superados');
});

test('the address of the editor shows nothing but the levels to a member who may not edit them', async () => {
  const member = { role: 'member', status: 'active', levelOrder: 1 };
  stubResponse('GET tribes/7/config', { body: { levels, reached: 1 } });
  stubResponse('GET tribes/7/progress', { body: { member, next: null, challenges: [], lastSubs: [] } });
  for (const view of ['edit', 'preview']) {
    const tribe = { id: 7, name: 'Telar', canModerate: false, membership: member } as Tribe;
    const { unmount } = await renderApp(<LevelsPart tribe={tribe} />, { path: `/?view=${view}` });
    await screen.findByRole('img', { name: 'Estás en el nivel 1 de 3: Aprendiz' });
    expect(screen.queryByRole('button', { name: 'Editar Aprendiz' })).toBeNull();
    expect(screen.queryByText(/^Así lo ve quien acaba de entrar/)).toBeNull();
    unmount();
  }
});

test('a level without challenges states that only challenges lead to it', async () => {
  const member = { role: 'member', status: 'active', levelOrder: 1 };
  const tribe = { id: 7, name: 'Telar', canModerate: false, membership: member } as Tribe;
  stubResponse('GET tribes/7/config', { body: { levels: [level(1, 'Aprendiz', []), level(2, 'Hilandera', [])] } });
  stubResponse('GET tribes/7/progress', { body: { member, next: null, challenges: [], lastSubs: [] } });
  await renderApp(<LevelsPart tribe={tribe} />);
  const next = within(await screen.findByRole('region', { name: 'Tu siguiente paso' }));
  next.getByText('Aún no tiene retos, y solo con ellos se sube a este nivel.');
});
