/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../testing/server.ts';
import { PasskeysSection } from '../features/account/passkeys-section.tsx';
import { SessionsSection } from '../features/account/sessions-section.tsx';
import { LevelsPart } from '../features/levels/levels-part.tsx';
import type { Tribe } from '../features/levels/path-api.ts';
import { UserPage } from '../features/profile/user-page.tsx';
import { TribePage } from '../features/tribes/tribe-page.tsx';
import type { TribePart } from '../features/tribes/tribe-parts.ts';
import { paths } from '../lib/paths.ts';
import { session } from '../lib/session.ts';

const createdAt = '2026-03-01T10:00:00.000Z';

const tribe = {
  id: 7,
  name: 'Panaderos',
  imageUrl: null,
  description: '',
  tags: [],
  members: [],
  here: [],
  rules: [],
  questions: [],
  membersCount: 3,
  membership: { role: 'member', status: 'active', levelOrder: 1 },
  canRead: true,
  canModerate: false,
} as unknown as Tribe;

const part: TribePart = {
  name: 'settings',
  icon: null,
  isOpen: () => true,
  View: () => <input aria-label="Descripción" />,
};

const level = {
  id: 'l2',
  order: 2,
  name: 'Hilandera',
  description: '',
  minScore: 70,
  rewardPoints: 10,
  challenges: [],
};
const nora = { id: 'u2', name: 'Nora', avatarUrl: null, isAgent: false, createdAt, canFollow: true };

const tribePage = (
  <TribePage feed={() => null} progress={() => null} preview={() => null} waiting={() => null} parts={[part]} />
);

const security = { email: lucia.email, hasPassword: true, signedInRecently: true, secondFactor: null };

interface Screen {
  screen: string;
  path: string;
  pattern: string;
  element: ReactNode;
  responses: Record<string, object>;
  shown: string;
}

const screens: Screen[] = [
  {
    screen: 'the levels of a tribe',
    path: '/',
    pattern: '/',
    element: <LevelsPart tribe={tribe} />,
    responses: {
      'tribes/7/config': { levels: [level] },
      'tribes/7/progress': { member: { role: 'member', levelOrder: 1 }, challenges: [], lastSubs: [] },
    },
    shown: 'Hilandera',
  },
  {
    screen: 'a profile',
    path: '/u/u2',
    pattern: paths.user(':userId'),
    element: <UserPage posts={() => null} />,
    responses: { 'auth/public/u2': nora },
    shown: 'Nora',
  },
  {
    screen: 'the list of sessions',
    path: '/',
    pattern: '/',
    element: <SessionsSection />,
    responses: {
      'auth/sessions': {
        items: [
          {
            id: 's1',
            current: true,
            device: { kind: 'desk', browser: 'Chrome', system: 'Linux' },
            network: 'same',
            createdAt,
            lastSeenAt: createdAt,
          },
        ],
      },
    },
    shown: 'Este dispositivo',
  },
  {
    screen: 'the list of passkeys',
    path: '/',
    pattern: '/',
    element: <PasskeysSection security={security} />,
    responses: { 'auth/me/passkeys': { items: [{ id: 'k1', name: 'Mi móvil', createdAt, lastUsedAt: null }] } },
    shown: 'Mi móvil',
  },
];

const show = ({ path, pattern, element }: Pick<Screen, 'path' | 'pattern' | 'element'>) =>
  renderApp(
    <Routes>
      <Route path={pattern} element={element} />
    </Routes>,
    { path },
  );

const unavailable = { status: 503, body: { error: 'Ahora no', code: 'unavailable' } };

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

test.each(screens)('$screen stays on screen when a refresh fails', async ({ responses, shown, ...page }) => {
  for (const [call, body] of Object.entries(responses)) stubResponse(`GET ${call}`, { body });
  const { refresh } = await show(page);
  await screen.findAllByText(shown);
  for (const call of Object.keys(responses)) stubResponse(`GET ${call}`, unavailable);
  await refresh();
  expect(screen.queryAllByText(shown).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
});

test('text typed in a part of a tribe stays when a refresh of the tribe fails', async () => {
  stubResponse('GET tribes/7', { body: tribe });
  const { refresh } = await show({ path: '/tools/tribes/7/settings', pattern: paths.tribePattern, element: tribePage });
  const field = await screen.findByLabelText<HTMLInputElement>('Descripción');
  await userEvent.type(field, 'Pan');
  stubResponse('GET tribes/7', unavailable);
  await refresh();
  expect(screen.getByLabelText('Descripción')).toBe(field);
  expect(field.value).toBe('Pan');
});

test('a tribe that was deleted meanwhile is no longer shown after a refresh', async () => {
  stubResponse('GET tribes/7', { body: tribe });
  const { refresh } = await show({ path: '/tools/tribes/7/settings', pattern: paths.tribePattern, element: tribePage });
  await screen.findByLabelText('Descripción');
  stubResponse('GET tribes/7', { status: 404, body: { error: 'No existe.', code: 'not_found' } });
  await refresh();
  await screen.findByRole('link', { name: 'Ver tribus' });
  expect(screen.queryByLabelText('Descripción')).toBeNull();
});
