/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TestEventSource } from '../../../testing/event-source.ts';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { stream } from '../../lib/stream.ts';
import { Toaster } from '../../ui/toast.tsx';
import { celebrate } from './level-up.ts';
import { LevelUps } from './level-ups.tsx';

const message = 'Has llegado al nivel 2 en Senda';

beforeEach(() => {
  forgetRequests();
  TestEventSource.forget();
  session.start('t', lucia);
  stubResponse('POST stream/ticket', { status: 201, body: { ticket: 'k', expiresInSec: 60 } });
  stubResponse('GET tribes/7/config', { body: { levels: [{ id: 'l2', order: 2, name: 'Junior', challenges: [] }] } });
  const data = { tribeId: 7, tribeName: 'Senda', levelTo: 2, message };
  const notification = { id: 'n1', type: 'level_up_result', seen: false, createdAt: '2026-01-01T00:00:00.000Z', data };
  stubResponse('GET notifications', { body: { items: [notification], nextCursor: null } });
  stream.start();
});

afterEach(() => {
  stream.stop();
  session.end();
});

test('a level reached by a quiz is shown by its scene, and by a toast only after the scene', async () => {
  await renderApp(
    <>
      <LevelUps />
      <Toaster />
    </>,
  );
  await waitFor(() => expect(TestEventSource.opened).toHaveLength(1));
  act(() => void celebrate({ tribeId: 7, tribeName: 'Senda', levelTo: 2 }));
  const onwards = await screen.findByRole('button', { name: 'Continuar' });
  act(() => TestEventSource.opened[0]?.onopen?.());
  act(() => TestEventSource.opened[0]?.emit('notification', { notificationId: 'n1', type: 'level_up_result' }));
  // Once for the scene, once more for the notification of the new level.
  await waitFor(() => expect(requests.filter(({ path }) => path === 'tribes/7/config')).toHaveLength(2));
  expect(screen.queryByText(message)).toBeNull();
  await userEvent.click(onwards);
  await screen.findByText(message);
  expect(screen.getByRole('button', { name: 'Abrir' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Continuar' })).toBeNull();
});
