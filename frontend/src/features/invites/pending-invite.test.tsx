/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { consumeRememberedPath, session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import { noteAcceptedInvite } from './accepted-invite.ts';
import { PendingInvite } from './pending-invite.tsx';

const asks = () => requests.filter(({ path }) => path === 'invites/join');

const open = (path = '/welcome') =>
  renderApp(
    <>
      <PendingInvite />
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

test('a person who accepted an invitation is in the tribe when the welcome starts and ends', async () => {
  stubResponse('POST invites/join', { body: { tribeId: 7 } });
  noteAcceptedInvite({ code: 'c1', name: 'Telar' });
  await open();
  await screen.findByText('Ya estás en Telar.');
  expect(asks().map(({ body }) => body)).toEqual([{ code: 'c1' }]);
  expect(consumeRememberedPath()).toBe('/tools/tribes/7');
});

test('a join refused by a rate limit is reported, and retried when the app is opened again, also in another tab', async () => {
  stubResponse('POST invites/join', { status: 429, body: { code: 'new_account_joins', error: 'Espera un poco.' } });
  noteAcceptedInvite({ code: 'c1', name: 'Telar' });
  const first = await open();
  await screen.findByText('Aún no has entrado en Telar: lo intentaremos cuando vuelvas. Espera un poco.');
  first.unmount();
  sessionStorage.clear();

  stubResponse('POST invites/join', { body: { tribeId: 7 } });
  const second = await open('/tools/tribes');
  await screen.findByText('Ya estás en Telar.');
  second.unmount();
  forgetRequests();
  await open('/tools/tribes');
  expect(asks()).toEqual([]);
});

test('an expired invitation is dropped with a message', async () => {
  stubResponse('POST invites/join', {
    status: 404,
    body: { code: 'invite_invalid', error: 'Esta invitación ya no sirve.' },
  });
  noteAcceptedInvite({ code: 'c1', name: 'Telar' });
  const first = await open();
  await screen.findByText('No has podido entrar en Telar. Esta invitación ya no sirve.');
  first.unmount();
  forgetRequests();
  await open();
  expect(asks()).toEqual([]);
});

test('an invitation accepted on this device by another person does not join this one', async () => {
  stubResponse('POST invites/join', { status: 503, body: { code: 'unavailable', error: 'Espera un poco.' } });
  noteAcceptedInvite({ code: 'c1', name: 'Telar' });
  const first = await open();
  await screen.findByText(/^Aún no has entrado en Telar/);
  first.unmount();
  forgetRequests();
  session.start('t2', { ...lucia, id: 'u-other', name: 'Otra' });
  await open();
  expect(asks()).toEqual([]);
});
