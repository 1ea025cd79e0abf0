/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { TestEventSource } from '../../../testing/event-source.ts';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import { LegacyVibes, VibesPage } from './vibes-page.tsx';

Object.assign(Element.prototype, { animate: () => undefined, scrollTo: () => undefined });

const person = { avatarUrl: null, isAgent: false, restrictedHigher: false, restrictedLower: false, canMessage: true };
const image = {
  url: '/p',
  lqip: null,
  width: 900,
  height: 1600,
  variants: { square: '/s', medium: '/m', large: '/l' },
};
const vibe = (id: string, text: string, pictures = 1) => ({
  id,
  tribeId: 7,
  kind: 'story',
  user: { ...person, id: 'bruno', name: 'Bruno' },
  content: text,
  createdAt: '2026-01-01T00:00:00.000Z',
  images: Array.from({ length: pictures }, (_, index) => ({ ...image, id: `${id}-${index}` })),
  videos: [],
  mood: 'epic',
});
const membership = (tribeId: number, name: string) => ({
  tribeId,
  tribe: { id: tribeId, name, imageUrl: null },
  status: 'active',
});
const reaction = (id: string, emoji: string, userId = 'nadia', ts = 2_000) => ({
  id,
  vibeId: 'v1',
  userId,
  userName: 'Nadia',
  emoji,
  ts,
});

function show(path: string) {
  return renderApp(
    <>
      <Routes>
        <Route path="/vibes-feed" element={<VibesPage />} />
        <Route path="/vibes-feed/:tribeId" element={<LegacyVibes />} />
      </Routes>
      <Toaster />
    </>,
    { path },
  );
}

beforeEach(() => {
  forgetRequests();
  localStorage.clear();
  TestEventSource.forget();
  session.start('t', lucia);
  stubResponse('GET tribes/@me/memberships', { body: { items: [membership(7, 'Senda'), membership(8, 'Fogón')] } });
  stubResponse('GET tribes/7/posts', {
    body: { items: [vibe('v1', 'Aurora', 2), vibe('v2', 'Ciudad')], nextCursor: null },
  });
  stubResponse('GET vibes/v1/reactions/count', { body: { total: 10, lastTs: 1_000 } });
  stubResponse('GET vibes/v1/reactions', { body: [] });
  stubResponse('POST stream/ticket', { status: 201, body: { ticket: 'k', expiresInSec: 60 } });
});

afterEach(() => session.end());

const taps = () => requests.filter(({ method, path }) => method === 'POST' && path === 'vibes/v1/reactions');
const firstTapLayer = async () => {
  const [layer] = await screen.findAllByRole('button', { name: /Enviar un destello/ });
  if (!layer) throw new Error('no vibe to tap');
  return layer;
};

test('a vibe whose only picture is lost is shown with its text and a note, and the next one has its picture', async () => {
  const lost = { ...image, id: 'l', url: '', variants: { square: '', medium: '', large: '' }, lost: true };
  const items = [{ ...vibe('v1', 'Aurora'), images: [lost] }, vibe('v2', 'Ciudad')];
  stubResponse('GET tribes/7/posts', { body: { items, nextCursor: null } });
  await show('/vibes-feed?tribeId=7');
  const [first, second] = await screen.findAllByRole('article', { name: 'Bruno' });
  if (!first || !second) throw new Error('both vibes are listed');
  const text = 'La imagen ya no está disponible';
  expect(within(first).getByText(text)).toBeTruthy();
  expect(within(first).getByText('Aurora')).toBeTruthy();
  expect([first.querySelector('img[src=""]'), within(second).queryByText(text)]).toEqual([null, null]);
  expect(within(second).getByRole('img', { name: /Bruno/ }).getAttribute('src')).toBe('/l');
});

test('the page offers a choice of tribe when none is chosen, and remembers it', async () => {
  await show('/vibes-feed');
  await screen.findByText('Selecciona una tribu', { selector: 'div' });
  expect(screen.getByText('Elige arriba una tribu para ver sus Vibes.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Senda' }));
  await screen.findAllByRole('article', { name: 'Bruno' });
  expect(localStorage.getItem('lastVibesTribeId')).toBe('7');
});

test('the last tribe is selected by itself', async () => {
  localStorage.setItem('lastVibesTribeId', '7');
  await show('/vibes-feed');
  expect(await screen.findAllByRole('article')).toHaveLength(2);
});

test('the active vibe is announced', async () => {
  await show('/vibes-feed?tribeId=7');
  await screen.findByText('Vibe 1 de 2, de Bruno. Aurora');
});

test('a tap counts at once; a quick second one sends a heart', async () => {
  const sent: string[] = [];
  stubResponse('POST vibes/v1/reactions', ({ body }) => {
    const emoji = JSON.stringify(body).includes('✨') ? '✨' : '❤️';
    sent.push(emoji);
    const ts = 1_000 + sent.length;
    return {
      status: 201,
      body: { event: reaction(`s${ts}`, emoji, lucia.id, ts), total: 10 + sent.length, lastTs: ts },
    };
  });
  await show('/vibes-feed?tribeId=7');
  await screen.findByText('10 reacciones');
  const layer = await firstTapLayer();
  // Both at one moment: a later second tap would not be a double tap.
  act(() => {
    layer.click();
    layer.click();
  });
  await waitFor(() => expect(sent).toEqual(['✨', '❤️']));
  await screen.findByText('12 reacciones');
});

test('a hidden author has the name that the server sends, and no profile', async () => {
  const hidden = {
    ...person,
    id: 'hidden-0123456789abcdef01234567',
    name: 'Higher-level member',
    restrictedHigher: true,
  };
  stubResponse('GET tribes/7/posts', {
    body: { items: [{ ...vibe('v1', 'Aurora'), user: hidden }], nextCursor: null },
  });
  await show('/vibes-feed?tribeId=7');
  const shown = within(await screen.findByRole('article', { name: hidden.name }));
  shown.getByText(hidden.name);
  expect(shown.queryByRole('link')).toBeNull();
});

test('a tap that fails to send is rolled back', async () => {
  stubResponse('POST vibes/v1/reactions', { status: 429, body: { error: 'Demasiado deprisa', code: 'too_many' } });
  await show('/vibes-feed?tribeId=7');
  await screen.findByText('10 reacciones');
  await userEvent.click(await firstTapLayer());
  await waitFor(() => expect(taps()).toHaveLength(1));
  await screen.findByText('10 reacciones');
});

test('reactions of others update the counter live, and a heart shows who sent it', async () => {
  await show('/vibes-feed?tribeId=7');
  await screen.findByText('10 reacciones');
  await waitFor(() => expect(TestEventSource.opened).toHaveLength(1));
  const [source] = TestEventSource.opened;
  expect(source?.url).toBe('/api/vibes/v1/stream?ticket=k&since=1000');
  act(() => {
    source?.onopen?.();
    source?.emit('reaction', reaction('e1', '❤️'));
    source?.emit('reaction', reaction('e1', '❤️'));
  });
  await screen.findByText('11 reacciones');
  await screen.findByText('Le encanta a Nadia');
});

test.each([
  [
    403,
    { error: 'No eres miembro', code: 'not_member' },
    'No tienes permiso para ver los Vibes de esta tribu (403 Forbidden).',
    '/tools/tribes/7',
  ],
  [404, { error: 'No existe.', code: 'not_found' }, 'Error cargando Vibes: No existe.', '/tools/tribes'],
])('a %s shows the sentence of the specification, with a link', async (status, body, words, address) => {
  stubResponse('GET tribes/7/posts', { status, body });
  await show('/vibes-feed?tribeId=7');
  await screen.findByText(words);
  const onward = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(onward).toContain(address);
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
});

test('a restored vibe fetches no count before the server has confirmed that its author is unblocked', async () => {
  const counts = () => requests.filter(({ path }) => path === 'vibes/v1/reactions/count').length;
  stubResponse('PUT auth/me/blocks/users/bruno', { body: {} });
  const { fetch } = globalThis;
  // Never answered: the test examines the screen while the request is pending.
  globalThis.fetch = (input, init) => (init?.method === 'DELETE' ? new Promise(() => undefined) : fetch(input, init));
  try {
    await show('/vibes-feed?tribeId=7');
    await screen.findByText('10 reacciones');
    const before = counts();
    const [more] = await screen.findAllByRole('button', { name: 'Más opciones' });
    if (more) await userEvent.click(more);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Bloquear a Bruno' }));
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: 'Deshacer' }));
    await screen.findByText('10 reacciones');
    expect(counts()).toBe(before);
  } finally {
    globalThis.fetch = fetch;
  }
});

test('vibes that failed to load can be retried', async () => {
  stubResponse('GET tribes/7/posts', { status: 500, body: { error: 'Algo falló.', code: 'internal' } });
  await show('/vibes-feed?tribeId=7');
  await screen.findByText('Error cargando Vibes: Algo falló.');
  stubResponse('GET tribes/7/posts', { body: { items: [], nextCursor: null } });
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  await screen.findByText('Aún no hay Vibes');
});

test('a tribe without vibes shows a message and a link to it', async () => {
  stubResponse('GET tribes/7/posts', { body: { items: [], nextCursor: null } });
  await show('/vibes-feed?tribeId=7');
  await screen.findByText('Aún no hay Vibes');
  expect(screen.getAllByRole('link', { name: 'Ir a la tribu' })[0]?.getAttribute('href')).toBe('/tools/tribes/7');
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

test('the legacy address is rewritten to the query form', async () => {
  await renderApp(
    <Routes>
      <Route path="/vibes-feed" element={<Address />} />
      <Route path="/vibes-feed/:tribeId" element={<LegacyVibes />} />
    </Routes>,
    { path: '/vibes-feed/7' },
  );
  await screen.findByText('/vibes-feed?tribeId=7');
});
