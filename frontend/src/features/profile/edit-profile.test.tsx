/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { EditProfileModal } from './edit-profile-modal.tsx';
import { ProfilePage } from './profile-page.tsx';

const otherDeviceProfile = { ...lucia, name: 'Lucía de otro móvil', bio: 'Nueva' };

beforeEach(() => {
  forgetRequests();
  session.start('token', lucia);
  stubResponse('GET auth/me', { body: otherDeviceProfile });
  stubResponse('GET tribes/@me/memberships', { body: { items: [] } });
});
afterEach(() => session.end());

test('the form shows changes from another device, not the user stored on this one', async () => {
  const { unmount } = await renderApp(<ProfilePage posts={() => null} />);
  expect(await screen.findByRole('heading', { name: 'Lucía de otro móvil' })).toBeTruthy();
  expect(screen.getByText('Nueva')).toBeTruthy();
  unmount();
  await renderApp(<EditProfileModal />);
  expect(await screen.findByLabelText('Nombre')).toHaveProperty('value', 'Lucía de otro móvil');
});

test('only changed fields are sent, so that concurrent changes are not undone', async () => {
  stubResponse('PUT auth/me', ({ body }) => ({ body: { ...otherDeviceProfile, ...Object(body) } }));
  await renderApp(<EditProfileModal />);
  await userEvent.type(await screen.findByLabelText('Canción favorita', { selector: '[list]' }), 'Clandestino');
  await userEvent.click(screen.getByLabelText('Canción favorita', { selector: '[role=switch]' }));
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
  expect(requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { favoriteSong: 'Clandestino', profileVisibility: { favoriteSong: !lucia.profileVisibility.favoriteSong } },
  ]);
});
