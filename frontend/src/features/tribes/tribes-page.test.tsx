/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { TribesPage } from './tribes-page.tsx';

const active = { role: 'member', status: 'active', levelOrder: 1 };
const card = (id: number, name: string, membership: object | null = null) => ({
  ...{ id, name, membership, imageUrl: null, description: '', tags: [], membersCount: 2, isPrivate: false },
  ...{ requiresApproval: false, hasJoinConditions: false, normalizedName: name },
});
const own = card(7, 'Panaderos', active);

const listed = () =>
  within(screen.getByRole('region', { name: 'Encuentra tu tribu' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
  stubResponse('GET tribes/@me/memberships', { body: { items: [] } });
});

test('the directory has the tribes that one may join; one that is joined there stays, and a search finds all', async () => {
  const found = [own, card(8, 'Faro'), card(9, 'Huerta')];
  stubResponse('GET tribes', { body: { items: found, total: 3 } });
  await renderApp(<TribesPage />, { path: '/tools/tribes' });
  await screen.findByRole('heading', { name: 'Faro' });
  expect(listed()).toEqual(['Faro', 'Huerta']);
  stubResponse('POST tribes/8/join', { body: active });
  stubResponse('GET tribes', { body: { items: [own, card(8, 'Faro', active), card(9, 'Huerta')], total: 3 } });
  await userEvent.click(screen.getAllByRole('button', { name: /^Unirme/ })[0] as HTMLElement);
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Unirme/ })).toHaveLength(1));
  expect(listed()).toEqual(['Faro', 'Huerta']);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar tribus' }), 'a');
  await waitFor(() => expect(listed()).toEqual(['Panaderos', 'Faro', 'Huerta']));
});

test('a member of all tribes is told so', async () => {
  stubResponse('GET tribes', { body: { items: [own], total: 1 } });
  await renderApp(<TribesPage />, { path: '/tools/tribes' });
  await screen.findByText('Ya estás en todas las tribus que hay');
});
