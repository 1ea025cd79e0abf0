/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { MembersPage } from './members-page.tsx';

const membership = (tribeId: number, name: string) => ({
  tribeId,
  tribe: { id: tribeId, name, normalizedName: name, imageUrl: null },
  tribeName: name,
  normalizedName: name,
  role: 'member',
  status: 'active',
  levelOrder: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
});
const member = {
  user: { id: 'u2', name: 'Nora', avatarUrl: null, isAgent: false, restrictedHigher: false },
  role: 'member',
  levelOrder: 2,
  restrictedHigher: false,
  restrictedLower: false,
  joinedAt: '2026-01-01T00:00:00.000Z',
  tribe: { id: 101, name: 'Faro' },
};
/** The queries of the requests for members. */
const asked = () =>
  requests
    .filter(({ path }) => path.startsWith('tribes/@me/members?'))
    .map(({ path }) => new URLSearchParams(path.split('?')[1]));

beforeEach(() => {
  forgetRequests();
  session.start('t1', lucia);
  stubResponse('GET tribes/@me/memberships', { body: { items: [membership(101, 'Faro'), membership(102, 'Huerta')] } });
  stubResponse('GET tribes/@me/members', { body: { items: [member], nextCursor: null } });
});

test.each(['99999999999999999999', '3000000000', '0', '-1', 'abc', '38', '7'])(
  'the address of tribe %s, of which the viewer is no member, shows all tribes',
  async (tribe) => {
    await renderApp(<MembersPage />, { path: `/tools/members?tribe=${tribe}` });
    await screen.findByText('Nora');
    await screen.findByRole('button', { name: 'Todas mis tribus', pressed: true });
    await waitFor(() => expect(asked().at(-1)?.get('tribeId')).toBeNull());
    for (const query of asked()) expect(query.get('tribeId') ?? '38').toMatch(/^(38|7)$/);
  },
);

test('a search of the address is cut at the maximum and has no control characters', async () => {
  await renderApp(<MembersPage />, { path: `/tools/members?q=a%00b${'x'.repeat(200)}` });
  await screen.findByText('Nora');
  const cut = `ab${'x'.repeat(98)}`;
  expect(asked().map((query) => query.get('q'))).toEqual([cut]);
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar por nombre' }).value).toBe(cut);
});

test('the row of tribes has its place before the tribes are loaded, also for a member of one', async () => {
  stubResponse('GET tribes/@me/memberships', { body: { items: [membership(101, 'Faro')] } });
  await renderApp(<MembersPage />, { path: '/tools/members' });
  const row = screen.getByRole('group', { name: 'Tribu' });
  await within(row).findByRole('button', { name: 'Faro' });
  within(row).getByRole('button', { name: 'Todas mis tribus', pressed: true });
});
