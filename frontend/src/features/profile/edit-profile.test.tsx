/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { http } from '../../lib/http.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import { EditProfileModal } from './edit-profile-modal.tsx';
import { ProfilePage } from './profile-page.tsx';

const otherDeviceProfile = { ...lucia, name: 'Lucía de otro móvil', bio: 'Nueva' };

const tribe = (id: number, name: string, isPrivate = false) => ({
  tribeId: id,
  tribeName: name,
  status: 'active',
  role: 'member',
  levelOrder: 2,
  tribe: { id, name, normalizedName: name, imageUrl: null, imageLqip: null, membersCount: 3, isPrivate },
});

beforeEach(() => {
  forgetRequests();
  forgetDrafts();
  session.start('token', lucia);
  stubResponse('GET auth/me', { body: otherDeviceProfile });
  stubResponse('GET tribes/@me/memberships', { body: { items: [tribe(7, 'Telar'), tribe(8, 'Secreta', true)] } });
  stubResponse('GET gamification/me', { body: { points: 47, level: 2, thresholds: {} } });
  stubResponse(`GET auth/public/${lucia.id}`, { body: { followersCount: 3, followingCount: 2 } });
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
  stubResponse('PUT auth/me', ({ body }) => {
    const { profileVisibility, ...fields } = Object(body);
    const visibility = { ...lucia.profileVisibility, ...profileVisibility };
    return { body: { ...otherDeviceProfile, ...fields, profileVisibility: visibility } };
  });
  await renderApp(<EditProfileModal />);
  await userEvent.type(await screen.findByLabelText('Canción favorita', { selector: '[list]' }), 'Clandestino');
  await userEvent.click(screen.getByLabelText('Canción favorita', { selector: '[role=switch]' }));
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
  expect(requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { favoriteSong: 'Clandestino', profileVisibility: { favoriteSong: !lucia.profileVisibility.favoriteSong } },
  ]);
});

const preview = async () => {
  await userEvent.click(screen.getByRole('tab', { name: 'Vista previa' }));
  return within(await screen.findByRole('tabpanel', { name: 'Vista previa' }));
};

test('the preview follows the switches before they are saved: progress, and tribes without the private ones', async () => {
  const profileVisibility = { ...lucia.profileVisibility, progress: false, tribes: false };
  stubResponse('GET auth/me', { body: { ...lucia, profileVisibility } });
  await renderApp(<EditProfileModal />);
  await screen.findByLabelText('Nombre');
  const before = await preview();
  await before.findByText('Así te ven los demás.', { exact: false });
  expect(before.queryByText('Telar')).toBeNull();
  expect(before.queryByText('47 puntos')).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Editar' }));
  for (const name of ['Progreso', 'Tribus']) await userEvent.click(screen.getByRole('switch', { name }));
  const after = await preview();
  expect(await after.findByText('47 puntos')).toBeTruthy();
  expect(await after.findByText('Telar')).toBeTruthy();
  expect(after.queryByText('Secreta')).toBeNull();
});

test('the form lists my tribes with my role and level and a link to the chat, whether others see them or not', async () => {
  const profileVisibility = { ...lucia.profileVisibility, tribes: false };
  stubResponse('GET auth/me', { body: { ...lucia, profileVisibility } });
  const many = Array.from({ length: 18 }, (_, index) => tribe(100 + index, `Tribu ${index}`));
  const pending = { ...tribe(9, 'Pendiente de entrar'), status: 'pending' };
  stubResponse('GET tribes/@me/memberships', {
    body: { items: [tribe(7, 'Telar'), pending, tribe(8, 'Secreta', true), ...many] },
  });
  await renderApp(<EditProfileModal />);
  const row = await screen.findByRole('link', { name: /^Secreta/ });
  expect(row.textContent).toContain('Miembro · Nivel 2');
  expect(row.getAttribute('href')).toBe('/tools/tribes/8');
  expect(screen.getByRole('link', { name: 'Chat de Secreta' }).getAttribute('href')).toBe('/inbox/8');
  expect(screen.queryByRole('link', { name: /Pendiente de entrar/ })).toBeNull();
  expect(screen.getAllByRole('link', { name: /^Chat de/ })).toHaveLength(6);
  await userEvent.click(screen.getByRole('button', { name: 'Ver las 20' }));
  expect(screen.getAllByRole('link', { name: /^Chat de/ })).toHaveLength(20);
});

test('unsaved changes are restored on returning, also an emptied choice, until they are saved or discarded', async () => {
  stubResponse('GET auth/me', { body: { ...lucia, horoscopo: 'leo', alturaCm: 170 } });
  stubResponse('PUT auth/me', ({ body }) => ({ body: { ...lucia, alturaCm: 170, ...Object(body) } }));
  const first = await renderApp(<EditProfileModal />);
  await userEvent.clear(await screen.findByLabelText('Altura (cm)', { selector: 'input[inputmode]' }));
  await userEvent.type(screen.getByLabelText('Sobre mí', { selector: 'textarea' }), 'Tejo');
  first.unmount();
  await renderApp(<EditProfileModal />);
  expect(await screen.findByText('Recuperado de la última vez, sin guardar.')).toBeTruthy();
  expect(screen.getByLabelText('Sobre mí', { selector: 'textarea' })).toHaveProperty('value', 'Tejo');
  expect(screen.getByLabelText('Altura (cm)', { selector: 'input[inputmode]' })).toHaveProperty('value', '');
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() =>
    expect(requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { about: 'Tejo', alturaCm: null },
    ]),
  );
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]));
});

test('text typed while a save runs stays as an unsaved change, and the form stays open', async () => {
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let sent = 0;
  stubResponse('GET auth/me', { body: lucia });
  stubResponse('PUT auth/me', async ({ body }) => {
    await answers[sent++]?.promise;
    return { body: { ...lucia, ...Object(body) } };
  });
  await renderApp(<EditProfileModal />);
  const about = await screen.findByLabelText('Sobre mí', { selector: 'textarea' });
  await userEvent.type(about, 'Tejo');
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await userEvent.type(about, ' y canto');
  await act(async () => answers[0]?.resolve());
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Guardar' }).getAttribute('aria-busy')).not.toBe('true'),
  );
  expect(screen.getByLabelText('Sobre mí', { selector: 'textarea' })).toHaveProperty('value', 'Tejo y canto');
  answers[1]?.resolve();
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(screen.queryByLabelText('Sobre mí', { selector: 'textarea' })).toBeNull());
  expect(requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { about: 'Tejo' },
    { about: 'Tejo y canto' },
  ]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

test('changes survive the end of the session: after signing in again the form has them', async () => {
  stubResponse('GET auth/me', { body: lucia });
  const first = await renderApp(<EditProfileModal />);
  await userEvent.type(await screen.findByLabelText('Sobre mí', { selector: 'textarea' }), 'Tejo');
  act(() => session.end('expired'));
  await waitFor(() => expect(screen.queryByLabelText('Nombre')).toBeNull());
  first.unmount();
  session.start('token-2', lucia);
  await renderApp(<EditProfileModal />);
  expect(await screen.findByLabelText('Sobre mí', { selector: 'textarea' })).toHaveProperty('value', 'Tejo');
});

test('my own profile shows what I hide from others, marked, and twenty tribes folded', async () => {
  const profileVisibility = { ...lucia.profileVisibility, tribes: false, progress: false, horoscopo: false };
  stubResponse('GET auth/me', { body: { ...lucia, horoscopo: 'leo', profileVisibility } });
  const many = Array.from({ length: 20 }, (_, index) => tribe(100 + index, `Tribu ${index}`));
  stubResponse('GET tribes/@me/memberships', { body: { items: many } });
  await renderApp(<ProfilePage posts={() => null} />);
  const tribes = within(await screen.findByRole('region', { name: 'Tribus' }));
  expect(tribes.getAllByRole('link')).toHaveLength(6);
  await userEvent.click(tribes.getByRole('button', { name: 'Ver las 20' }));
  expect(tribes.getAllByRole('link')).toHaveLength(20);
  expect(await screen.findByText('47 puntos')).toBeTruthy();
  expect(screen.getByText('Leo')).toBeTruthy();
  expect(screen.getAllByText('Solo tú')).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'Sigues a 2' }).getAttribute('href')).toBe('/tools/following');
});

/** Stands for the posts of the profile. */
function Posts() {
  const { data } = useQuery({ queryKey: queryKeys.feed.all, queryFn: () => http.get('/public/site') });
  return <p>{JSON.stringify(data)}</p>;
}

test('the refresh button fetches the profile, its facts and its posts again, and reports when it cannot', async () => {
  stubResponse('GET public/site', { body: 'primera' });
  await renderApp(
    <>
      <ProfilePage posts={() => <Posts />} />
      <Toaster />
    </>,
  );
  await screen.findByText('47 puntos');
  await screen.findByText('"primera"');
  stubResponse('GET auth/me', { body: { ...otherDeviceProfile, name: 'Lucía de ahora' } });
  stubResponse(`GET auth/public/${lucia.id}`, { body: { followersCount: 9, followingCount: 2 } });
  stubResponse('GET gamification/me', { body: { points: 52, level: 3, thresholds: {} } });
  stubResponse('GET tribes/@me/memberships', { body: { items: [tribe(9, 'Fragua')] } });
  stubResponse('GET public/site', { body: 'segunda' });
  const refresh = screen.getByRole('button', { name: 'Actualizar' });
  await userEvent.click(refresh);
  for (const text of ['Lucía de ahora', '9 seguidores', '52 puntos', 'Fragua', '"segunda"'])
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  await waitFor(() => expect(refresh.getAttribute('aria-disabled')).toBe('false'));

  stubResponse('GET auth/me', { status: 409, body: { error: 'Ahora no.', code: 'conflict' } });
  await userEvent.click(refresh);
  expect(await screen.findByText('Ahora no.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Lucía de ahora' })).toBeTruthy();
});
