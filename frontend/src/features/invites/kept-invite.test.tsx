/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, forgetRequests, requests } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { session, takeRememberedPath } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import { noteAcceptedInvite } from './accepted-invite.ts';
import { KeptInvite } from './kept-invite.tsx';

const asks = () => requests.filter(({ path }) => path === 'invites/join');

const open = (path = '/welcome') =>
  renderApp(
    <>
      <KeptInvite />
      <Toaster />
    </>,
    { path },
  );

beforeEach(() => {
  forgetRequests();
  forgetDrafts();
  sessionStorage.clear();
  session.start('t', lucia);
});

test('who accepted an invitation is in the tribe at the beginning of the welcome, which ends there', async () => {
  answer('POST invites/join', { body: { tribeId: 7 } });
  noteAcceptedInvite({ code: 'c1', name: 'Telar' });
  await open();
  await screen.findByText('Ya estás en Telar.');
  expect(asks().map(({ body }) => body)).toEqual([{ code: 'c1' }]);
  expect(takeRememberedPath()).toBe('/tools/tribes/7');
});

test('what a limit holds back is said, and joined when the app is opened again, also in another tab', async () => {
  answer('POST invites/join', { status: 429, body: { code: 'new_account_joins', error: 'Espera un poco.' } });
  noteAcceptedInvite({ code: 'c1', name: 'Telar' });
  const first = await open();
  await screen.findByText('Aún no has entrado en Telar: lo intentaremos cuando vuelvas. Espera un poco.');
  first.unmount();
  sessionStorage.clear();

  answer('POST invites/join', { body: { tribeId: 7 } });
  const second = await open('/tools/tribes');
  await screen.findByText('Ya estás en Telar.');
  second.unmount();
  forgetRequests();
  await open('/tools/tribes');
  expect(asks()).toEqual([]);
});

test('an invitation that lets nobody in any more is dropped with a word', async () => {
  answer('POST invites/join', { status: 404, body: { code: 'invite_invalid', error: 'Esta invitación ya no sirve.' } });
  noteAcceptedInvite({ code: 'c1', name: 'Telar' });
  const first = await open();
  await screen.findByText('No has podido entrar en Telar. Esta invitación ya no sirve.');
  first.unmount();
  forgetRequests();
  await open();
  expect(asks()).toEqual([]);
});

test('nobody joins by what somebody else accepted on this device', async () => {
  answer('POST invites/join', { status: 503, body: { code: 'unavailable', error: 'Espera un poco.' } });
  noteAcceptedInvite({ code: 'c1', name: 'Telar' });
  const first = await open();
  await screen.findByText(/^Aún no has entrado en Telar/);
  first.unmount();
  forgetRequests();
  session.start('t2', { ...lucia, id: 'u-other', name: 'Otra' });
  const second = await open();
  expect(asks()).toEqual([]);
  second.unmount();
  session.start('t', lucia);
  await open();
  await waitFor(() => expect(asks()).toHaveLength(1));
});
