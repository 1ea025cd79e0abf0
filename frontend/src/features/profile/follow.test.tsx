/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { profileQuery } from '../../lib/profile-query.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import { UserPage } from './user-page.tsx';

const nora = {
  id: 'u2',
  name: 'Nora',
  avatarUrl: null,
  isAgent: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  following: false,
  followersCount: 3,
  followingCount: 8,
  canFollow: true,
  canMessage: false,
};

const show = () =>
  renderApp(
    <>
      <Toaster />
      <Routes>
        <Route path="/u/:userId" element={<UserPage posts={() => null} />} />
      </Routes>
    </>,
    { path: '/u/u2' },
  );

const OwnCount = () => <output>{useQuery(profileQuery(lucia.id)).data?.followingCount} followed</output>;

beforeEach(() => {
  forgetRequests();
  session.start('t1', lucia);
  stubResponse('GET auth/public/u2', { body: nora });
});

test('the follower count changes with the button at once, and is then the server’s', async () => {
  let resolveResponse = (): void => undefined;
  const sendResponse = new Promise<void>((resolve) => {
    resolveResponse = resolve;
  });
  stubResponse('POST auth/users/u2/follow', { body: { following: true, followersCount: 7, followingCount: 8 } });
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (init?.method === 'POST') await sendResponse;
    return fetch(input, init);
  };
  try {
    await show();
    expect(await screen.findByText('3 seguidores')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Seguir' }));
    expect(await screen.findByText('4 seguidores')).toBeTruthy();
    resolveResponse();
    expect(await screen.findByText('7 seguidores')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Nora' })).toBeTruthy();
  } finally {
    globalThis.fetch = fetch;
  }
});

test('a follow that fails is rolled back without a message', async () => {
  stubResponse('POST auth/users/u2/follow', { status: 503, body: { error: 'Ahora no', code: 'unavailable' } });
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Seguir' }));
  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true));
  await waitFor(() => expect(screen.getByText('3 seguidores')).toBeTruthy());
  // Follows shortly after a message of the failure would have been shown.
  stubResponse('POST auth/users/u2/follow', { body: { following: true, followersCount: 4, followingCount: 8 } });
  await userEvent.click(screen.getByRole('button', { name: 'Seguir' }));
  await screen.findByText('Ahora sigues a Nora');
  expect(screen.queryByText('Ahora no')).toBeNull();
});

test('the number of people whom the viewer follows on their own profile is fetched again after a follow', async () => {
  stubResponse(`GET auth/public/${lucia.id}`, { body: { ...nora, id: lucia.id, followingCount: 0 } });
  stubResponse('POST auth/users/u2/follow', { body: { following: true, followersCount: 4, followingCount: 8 } });
  await renderApp(
    <Routes>
      <Route
        path="/u/:userId"
        element={
          <>
            <OwnCount />
            <UserPage posts={() => null} />
          </>
        }
      />
    </Routes>,
    { path: '/u/u2' },
  );
  await screen.findByText('0 followed');
  stubResponse(`GET auth/public/${lucia.id}`, { body: { ...nora, id: lucia.id, followingCount: 1 } });
  await userEvent.click(await screen.findByRole('button', { name: 'Seguir' }));
  await screen.findByText('1 followed');
});

test('the second press of a double click does not unfollow', async () => {
  stubResponse('POST auth/users/u2/follow', { body: { following: true, followersCount: 4, followingCount: 8 } });
  await show();
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Seguir' }));
  await screen.findByText('Ahora sigues a Nora');
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
});
