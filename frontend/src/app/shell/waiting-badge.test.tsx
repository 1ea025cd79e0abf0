/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { MessagesPage } from '../../features/contact/messages-page.tsx';
import { AdminWaitingCount } from '../../lib/admin-waiting.tsx';
import { session } from '../../lib/session.ts';
import { WaitingBadge } from './waiting-badge.tsx';

const none = { messages: 0, appeals: 0, open: 0, appealed: 0 };

function wait(waiting: Partial<typeof none>): void {
  const { messages, appeals, open, appealed } = { ...none, ...waiting };
  stubResponse('GET admin/contact-messages', { body: { items: [], nextCursor: null, waiting: messages } });
  stubResponse('GET admin/appeals', { body: { items: [], nextCursor: null, waiting: appeals } });
  stubResponse('GET admin/reports', { body: { items: [], nextCursor: null, waiting: { open, appealed } } });
}

beforeEach(() => {
  forgetRequests();
  session.start('t', { ...lucia, role: 'admin' });
});
afterEach(() => session.end());

test.each([
  [{ messages: 1 }, '1 mensaje por responder', '/admin/contact', '1'],
  [{ appeals: 2 }, '2 peticiones de revisión', '/admin', '2'],
  [{ open: 2, appealed: 1 }, '3 casos por decidir', '/admin/moderation', '3'],
  [{ messages: 100 }, '99+ mensajes por responder', '/admin/contact', '99+'],
  [{ messages: 1, open: 2 }, '3 pendientes: 1 mensaje por responder y 2 casos por decidir', '/admin', '3'],
  [{ messages: 60, open: 40 }, '99+ pendientes: 60 mensajes por responder y 40 casos por decidir', '/admin', '99+'],
])('an admin with %o sees the pending count in the bar, with a link', async (waiting, name, to, shown) => {
  wait(waiting);
  await renderApp(<WaitingBadge />);
  const link = await screen.findByRole('link', { name });
  expect([link.getAttribute('href'), link.textContent]).toEqual([to, shown]);
});

test('the badge shows text on wide screens', async () => {
  wait({ messages: 1, appeals: 2 });
  await renderApp(<WaitingBadge named />);
  const name = /^Te espera ?: 1 mensaje por responder y 2 peticiones de revisión$/;
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/admin');
});

test('there is no sign without pending work, and only admins fetch the counts', async () => {
  wait({});
  const { container, unmount } = await renderApp(<WaitingBadge />);
  await waitFor(() => expect(requests).toHaveLength(3));
  expect(container.textContent).toBe('');
  expect(container.querySelector('a')).toBeNull();
  unmount();
  forgetRequests();
  session.start('t', lucia);
  await renderApp(<WaitingBadge />);
  expect(requests).toEqual([]);
});

test('the count next to a link is described in words', async () => {
  wait({ appeals: 1 });
  await renderApp(
    <p>
      Administración <AdminWaitingCount work="appeals" />
    </p>,
  );
  expect(await screen.findByText(/1 petición de revisión/)).toBeTruthy();
});

test('a handled message is no longer counted', async () => {
  const sent = { name: 'Ana', email: 'ana@tribus.test', subject: 'other', message: 'Hola a todos', language: 'es' };
  const open = { ...sent, id: 'm1', createdAt: '2026-03-03T18:05:00.000Z', mail: 'off', handledAt: null };
  const handled = { ...open, handledAt: open.createdAt, handledById: lucia.id, handledByName: lucia.name };
  wait({});
  let waiting = 2;
  stubResponse('GET admin/contact-messages', () => ({ body: { items: [open], nextCursor: null, waiting } }));
  stubResponse('PUT admin/contact-messages/m1', () => {
    waiting = 1;
    stubResponse('GET admin/contact-messages/m1', { body: handled });
    return { body: handled };
  });
  stubResponse('GET admin/contact-messages/m1', { body: open });
  await renderApp(
    <>
      <WaitingBadge />
      <MessagesPage />
    </>,
    { path: '/admin/contact' },
  );
  await screen.findByRole('link', { name: '2 mensajes por responder' });
  await userEvent.click(await screen.findByRole('button', { name: 'Ana' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar respondido' }));
  // Both at once: the count does not wait for its next poll a minute later.
  const requestCount = (what: string) =>
    requests.filter(({ path }) => path === `admin/contact-messages?${what}`).length;
  await waitFor(() => expect(requestCount('order=newest&state=open')).toBe(2));
  expect(requestCount('limit=1')).toBe(2);
  await waitFor(() => expect(document.querySelector('[aria-label="1 mensaje por responder"]')).not.toBeNull());
});

test('a message handled by another admin is no longer counted when the window regains focus', async () => {
  wait({ messages: 2, appeals: 1, open: 1 });
  await renderApp(<WaitingBadge />);
  await screen.findByRole('link', { name: /: 2 mensajes por responder, 1 petición de revisión y 1 caso por decidir$/ });
  wait({ messages: 1 });
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByRole('link', { name: '1 mensaje por responder' })).toBeTruthy();
});
