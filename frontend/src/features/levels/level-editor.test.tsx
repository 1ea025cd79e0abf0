/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import { LevelsPart } from './levels-part.tsx';
import type { Challenge, Level, Tribe } from './path-api.ts';

const challenge = (title: string): Challenge => ({
  id: title,
  type: 'manual',
  title,
  prompt: '',
  maxScore: 100,
  answersCount: 0,
  data: null,
});
const level = (order: number, name: string, challenges: Challenge[] = []): Level => ({
  id: name,
  order,
  name,
  description: '',
  minScore: 70,
  rewardPoints: 10,
  challenges,
});

const names = ['Aprendiz', 'Hilandera', 'Tejedora', 'Maestra'];
const config = (order: readonly string[]) => ({
  levels: order.map((name, index) =>
    level(index + 1, name, name === 'Aprendiz' ? [challenge('La rueca'), challenge('El telar')] : []),
  ),
  reached: 1,
});
const member = { role: 'owner', status: 'active', levelOrder: 5 };
const tribe = { id: 7, name: 'Telar', canModerate: true, membership: member } as Tribe;

const shownLevels = () =>
  within(screen.getByRole('list', { name: 'Niveles en orden' }))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);
const sent = () => requests.filter(({ method }) => method !== 'GET');

beforeEach(async () => {
  forgetRequests();
  session.start('t', lucia);
  stubResponse('GET tribes/7/config', { body: config(names) });
  stubResponse('GET tribes/7/progress', { body: { member, next: null, challenges: [], lastSubs: [] } });
  await renderApp(
    <>
      <LevelsPart tribe={tribe} />
      <Toaster />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Editar niveles y retos' }));
});

const handle = (name: string) => screen.findByRole('button', { name: new RegExp(`^Mover ${name}, `) });

test('a level moved by two keys before the server responds moves twice, on the screen and in the stored order', async () => {
  const first = Promise.withResolvers<void>();
  const orders: string[][] = [];
  stubResponse('PUT tribes/7/levels/order', async ({ body }) => {
    const { ids } = body as { ids: string[] };
    orders.push(ids);
    if (orders.length === 1) await first.promise;
    stubResponse('GET tribes/7/config', { body: config(ids) });
    return { body: config(ids) };
  });
  (await handle('Maestra')).focus();
  await userEvent.keyboard('{ArrowUp}');
  await waitFor(() => expect(shownLevels()[2]).toBe('3. Maestra'));
  await userEvent.keyboard('{ArrowUp}');
  const last = ['1. Aprendiz', '2. Maestra', '3. Hilandera', '4. Tejedora'];
  await waitFor(() => expect(shownLevels()).toEqual(last));
  first.resolve();
  await waitFor(() => expect(orders).toHaveLength(2));
  expect(orders[1]).toEqual(['Aprendiz', 'Maestra', 'Hilandera', 'Tejedora']);
  await waitFor(() => expect(requests.at(-1)?.method).toBe('GET'));
  expect(shownLevels()).toEqual(last);
});

test('a refused order of levels or challenges is rolled back, with the server’s reason', async () => {
  const reason = 'La lista ha cambiado entretanto. Vuelve a ordenarla.';
  const refused = { status: 409, body: { error: reason, code: 'order_outdated' } };
  stubResponse('PUT tribes/7/levels/order', refused);
  stubResponse('PUT tribes/7/levels/Aprendiz/challenges/order', refused);
  const before = shownLevels();
  (await handle('Maestra')).focus();
  await userEvent.keyboard('{ArrowUp}');
  await screen.findByText(reason);
  await waitFor(() => expect(shownLevels()).toEqual(before));
  (await handle('El telar')).focus();
  await userEvent.keyboard('{ArrowUp}');
  await waitFor(() => expect(sent()).toHaveLength(2));
  const challenges = () =>
    within(screen.getByRole('list', { name: 'Retos de Aprendiz' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.slice(0, 8));
  await waitFor(() => expect(challenges()).toEqual(['La rueca', 'El telar']));
});

test('the form of a quiz says what is wrong with its numbers, and sends them once they are right', async () => {
  stubResponse('POST tribes/7/levels/Maestra/challenges', { status: 201, body: challenge('Los hilos') });
  const add = await screen.findAllByRole('button', { name: 'Añadir reto' });
  await userEvent.click(add.at(-1) ?? document.body);
  const form = within(await screen.findByRole('dialog', { name: 'Nuevo reto en Maestra' }));
  await userEvent.type(form.getByRole('textbox', { name: 'Título' }), 'Los hilos');
  await userEvent.click(form.getByRole('radio', { name: 'En el enunciado, con números' }));
  const key = form.getByRole('textbox', { name: 'Respuestas correctas' });
  const range = 'Cada respuesta correcta es un número entero de 0 a 99.';
  for (const [typed, problem] of [
    ['dos', 'CSV must contain numbers'],
    ['1, dos', range],
    ['3, 100', range],
    [Array(31).fill(7).join(), 'Un cuestionario tiene como máximo 30 preguntas, con una respuesta correcta cada una.'],
  ] as const) {
    await userEvent.clear(key);
    await userEvent.type(key, typed);
    await userEvent.click(form.getByRole('button', { name: 'Guardar' }));
    expect(form.getByRole('alert').textContent).toBe(problem);
  }
  expect(sent()).toEqual([]);
  await userEvent.clear(key);
  await userEvent.type(key, '3, 99');
  await userEvent.click(form.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ answerKey: { answers: [3, 99] } }));
});
