/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, forgetRequests } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import type { Tribe, TribeMember } from './api.ts';
import { TribePage } from './tribe-page.tsx';

const person = { avatarUrl: null, isAgent: false, restrictedHigher: false, restrictedLower: false, canMessage: true };

function member(change: Partial<TribeMember['user']>, role: TribeMember['role']): TribeMember {
  return {
    user: { ...person, id: 'u2', name: 'Ana', ...change },
    role,
    levelOrder: 5,
    restrictedHigher: false,
    restrictedLower: false,
    joinedAt: '2026-03-01T10:00:00.000Z',
  };
}

const tribe: Partial<Tribe> = {
  id: 7,
  name: 'Panaderos',
  imageUrl: null,
  description: '',
  tags: [],
  members: [],
  membersCount: 3,
  isPrivate: false,
  requiresApproval: false,
  membership: { role: 'member', status: 'active', levelOrder: 1 },
  canRead: true,
};

const show = () =>
  renderApp(
    <Routes>
      <Route path="/tools/tribes/:id" element={<TribePage feed={() => null} progress={() => null} />} />
    </Routes>,
    { path: '/tools/tribes/7' },
  );

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

afterEach(() => session.end());

test('a tribe that does not exist says so, offers no second try, and leads on', async () => {
  answer('GET tribes/7', { status: 404, body: { error: 'No encontramos lo que buscas.', code: 'not_found' } });
  await show();
  await screen.findByRole('heading', { level: 1, name: 'No encontramos lo que buscas.' });
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Ver tribus' }).getAttribute('href')).toBe('/tools/tribes');
});

test('members are told of in the third person, oneself in the second, and agents are marked', async () => {
  answer('GET tribes/7', { body: tribe });
  const items = [
    member({}, 'owner'),
    member({ id: lucia.id, name: lucia.name }, 'officer'),
    member({ id: 'u3', name: 'brasa.agente', isAgent: true }, 'member'),
  ];
  answer('GET tribes/7/members', { body: { items, nextCursor: null } });
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Ver todo' }));
  const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li') ?? document.body);
  (await rowOf('Ana')).getByText('Fundó la tribu');
  (await rowOf(lucia.name)).getByText('Cuidas esta tribu');
  (await rowOf('brasa.agente')).getByText('Agente');
  expect((await rowOf('Ana')).queryByText('Agente')).toBeNull();
});
