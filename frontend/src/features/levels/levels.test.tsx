/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { PointsPage } from './points-page.tsx';
import { ProgressCard } from './progress-card.tsx';

const thresholds = { 2: 100, 3: 300, 4: 700, 5: 1_500 };
const entry = (
  id: string,
  cause: string,
  points: number,
  postId: string | null = null,
  limit: object | null = null,
) => ({
  id,
  tribeId: 7,
  cause,
  points,
  postId,
  limit,
  createdAt: '2026-01-01T00:00:00.000Z',
});

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
  stubResponse('GET gamification/me', { body: { points: 47, level: 1, thresholds } });
  stubResponse('GET gamification/me/by-tribe', {
    body: {
      items: [
        { tribeId: 7, tribeName: 'Senda', points: 40, level: 1, thresholds },
        { tribeId: 8, tribeName: 'Fogón', points: 7, level: 6, thresholds },
      ],
    },
  });
  stubResponse('GET tribes/@me/levels', {
    body: {
      items: [
        { tribeId: 7, order: 1, name: 'Aprendiz' },
        { tribeId: 7, order: 2, name: 'Hilandera' },
        { tribeId: 8, order: 6, name: 'Guardián del fogón' },
      ],
    },
  });
  stubResponse('GET gamification/me/ledger', {
    body: { items: [entry('1', 'post', 5, 'p1'), entry('2', 'like_removed', -1)], nextCursor: null },
  });
});

afterEach(() => session.end());

const level = (order: number, name: string) => ({ id: `l${order}`, order, name, challenges: [] });

test('the card uses the tribe’s level names, and shows the points and those missing for the next level', async () => {
  stubResponse('GET tribes/7/config', { body: { levels: [level(1, 'Aprendiz'), level(2, 'Hilandera')] } });
  await renderApp(<ProgressCard tribeId={7} />);
  await screen.findByText('Aprendiz');
  expect(screen.getByText('40 puntos')).toBeTruthy();
  expect(screen.getByText('Faltan 60 de los 100 puntos de Hilandera')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/tools/points?tribe=7');
});

test('a level without a known name is shown by its number, and past the last threshold is the top', async () => {
  stubResponse('GET tribes/8/config', { status: 503 });
  await renderApp(<ProgressCard tribeId={8} />);
  await screen.findByText('Nivel 6');
  expect(screen.getByText('Has llegado a lo más alto')).toBeTruthy();
});

test('the page shows every tribe and the reasons for points', async () => {
  await renderApp(<PointsPage />, { path: '/tools/points' });
  await screen.findByText('47 puntos en total. Nivel global: Principiante.');
  expect(await screen.findByRole('button', { name: /Senda/ })).toBeTruthy();
  const reason = await screen.findByRole('link', { name: 'Una publicación tuya' });
  expect(reason.getAttribute('href')).toBe('/post/p1?tribe=7');
  const removed = screen.getByText('Un me gusta se retiró').closest('li');
  expect(removed && within(removed).getByText('−1')).toBeTruthy();
});

test('a reason that a limit has reduced says what it was worth, and which limit', async () => {
  const limited = (id: string, points: number, kind: string, max: number) =>
    entry(id, 'challenge', points, null, { kind, max, withheld: 1_090 - points });
  const items = [limited('1', 90, 'tribe_day', 200), limited('2', 0, 'week', 600)];
  stubResponse('GET gamification/me/ledger', { body: { items, nextCursor: null } });
  await renderApp(<PointsPage />, { path: '/tools/points' });
  const reasonOf = (points: string) => within(screen.getByText(points).closest('li') ?? document.body);
  await screen.findAllByText('Un reto aprobado');
  reasonOf('+90').getByText('Valía 1090: con retos se ganan como máximo 200 puntos al día en una tribu.');
  reasonOf('1090 retenidos').getByText(
    'Valía 1090: con retos se ganan como máximo 600 puntos en siete días, sumando todas las tribus.',
  );
  expect(screen.queryByText('+0')).toBeNull();
});

test('the page calls the levels of each tribe by the names that the tribe has given them, with one request', async () => {
  await renderApp(<PointsPage />, { path: '/tools/points' });
  const senda = within(await screen.findByRole('button', { name: /Senda/ }));
  await senda.findByText('Aprendiz');
  senda.getByText('Faltan 60 de los 100 puntos de Hilandera');
  within(screen.getByRole('button', { name: /Fogón/ })).getByText('Guardián del fogón');
  expect(requests.filter(({ path }) => path.startsWith('tribes/')).map(({ path }) => path)).toEqual([
    'tribes/@me/levels',
  ]);
});

test('choosing a tribe fetches its reasons', async () => {
  await renderApp(<PointsPage />, { path: '/tools/points' });
  await userEvent.click(await screen.findByRole('button', { name: /Senda/ }));
  await waitFor(() => expect(requests.some(({ path }) => path === 'gamification/me/ledger?tribeId=7')).toBe(true));
  expect(screen.getByRole('button', { name: /Senda/ }).getAttribute('aria-pressed')).toBe('true');
});

test('an empty ledger explains how points are earned', async () => {
  stubResponse('GET gamification/me/ledger', { body: { items: [], nextCursor: null } });
  await renderApp(<PointsPage />, { path: '/tools/points' });
  await screen.findByText('Todavía no hay puntos');
});

test('a failed request can be retried', async () => {
  stubResponse('GET gamification/me/ledger', { status: 400, body: { error: 'Algo va mal', code: 'x' } });
  await renderApp(<PointsPage />, { path: '/tools/points' });
  await screen.findByText('Algo va mal');
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy();
});
