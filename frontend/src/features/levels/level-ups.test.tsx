/** @jest-environment ./frontend/testing/environment.ts */

import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  announce,
  arrive,
  closeScene,
  closeStream,
  messageOf,
  notificationOf,
  openStream,
  poll,
  prepareViewers,
  readToast,
  reopenStream,
  requestsTo,
  scene,
  signInNext,
  stubViewer,
} from '../../../testing/level-ups.tsx';
import { stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';

prepareViewers();

test('a level is shown by its scene, and by a toast only after the scene', async () => {
  stubViewer([], { 7: 1 });
  await arrive();
  await openStream();
  stubViewer([notificationOf(7, 2)], { 7: 2 });
  announce(7, 2);
  const onwards = await screen.findByRole('button', { name: 'Continuar' });
  expect(screen.queryByText(messageOf(7, 2))).toBeNull();
  await userEvent.click(onwards);
  await screen.findByText(messageOf(7, 2));
  expect(screen.getByRole('button', { name: 'Abrir' })).toBeTruthy();
  expect(scene()).toBeNull();
  await readToast(messageOf(7, 2));
});

test('a level reached while nobody was there is celebrated on arrival, once', async () => {
  const { unmount } = await arrive();
  await screen.findByText('Junior');
  await closeScene();
  await readToast(messageOf(7, 2));
  await openStream();
  // One list of notifications, although the number is fetched again when the stream opens.
  expect(requestsTo('notifications')).toBe(1);
  unmount();
  await arrive();
  await waitFor(() => expect(requestsTo('notifications')).toBe(2));
  await openStream();
  expect(scene()).toBeNull();
  expect(screen.queryByText(messageOf(7, 2))).toBeNull();
});

test.each([
  ['has seen in the inbox', notificationOf(7, 2, true), 2],
  ['has lost since', notificationOf(7, 2), 1],
])('a level that the viewer %s is not celebrated', async (_how, notification, levelOrder) => {
  stubViewer([notificationOf(8, 2), notification], { 7: levelOrder, 8: 2 });
  await arrive();
  await closeScene();
  await readToast(messageOf(8, 2));
  expect(scene()).toBeNull();
  expect(screen.queryByText(messageOf(7, 2))).toBeNull();
});

test('the highest level of each tribe is celebrated, the older tribe first, and the toasts come last', async () => {
  stubViewer([notificationOf(7, 3), notificationOf(8, 2), notificationOf(7, 2)], { 7: 3, 8: 2 });
  await arrive();
  await screen.findByText('Junior');
  screen.getByText('Nivel 2 en Brasa');
  await closeScene();
  await screen.findByText('Nivel 3 en Senda');
  expect(screen.queryByText(messageOf(8, 2))).toBeNull();
  await closeScene();
  await readToast(messageOf(8, 2));
  await readToast(messageOf(7, 3));
  expect(screen.queryByText(messageOf(7, 2))).toBeNull();
  expect(scene()).toBeNull();
});

test('without unseen notifications the list of them is not requested', async () => {
  stubViewer([notificationOf(7, 2, true)], { 7: 2 });
  await arrive();
  await waitFor(() => expect(requestsTo('notifications/count')).toBe(1));
  await openStream();
  closeStream();
  await poll();
  await reopenStream();
  expect(requestsTo('notifications/count')).toBe(4);
  expect(requestsTo('notifications')).toBe(0);
});

test('a level reached while the stream is closed is celebrated when a poll counts it', async () => {
  stubViewer([], { 7: 1 });
  await arrive();
  await openStream();
  closeStream();
  stubViewer([notificationOf(7, 2)], { 7: 2 });
  await poll();
  await closeScene();
  await readToast(messageOf(7, 2));
  await poll();
  expect(requestsTo('notifications')).toBe(1);
});

test('a level reached while the stream was interrupted is celebrated after it has reopened, for an equal number', async () => {
  stubViewer([notificationOf(8, 2)], { 8: 2 });
  await arrive();
  await closeScene();
  await readToast(messageOf(8, 2));
  await openStream();
  closeStream();
  stubViewer([notificationOf(7, 2), notificationOf(8, 2, true)], { 7: 2, 8: 2 });
  await reopenStream();
  await screen.findByText('Nivel 2 en Senda');
  await closeScene();
  await readToast(messageOf(7, 2));
});

test('only the notification of a level requests the list while the stream is open', async () => {
  stubViewer([], { 7: 1 });
  await arrive();
  await openStream();
  stubResponse('GET notifications/count', { body: { count: 1, messages: 0 } });
  await poll();
  stubViewer([notificationOf(7, 2)], { 7: 2 });
  announce(7, 2);
  await closeScene();
  await readToast(messageOf(7, 2));
  expect(requestsTo('notifications')).toBe(1);
});

test('another person who signs in on the same device is celebrated too', async () => {
  const first = await arrive();
  await closeScene();
  await readToast(messageOf(7, 2));
  first.unmount();
  signInNext('t2');
  stubViewer([notificationOf(7, 2)], { 7: 2 });
  await arrive();
  await screen.findByText('Junior');
  await closeScene();
  await readToast(messageOf(7, 2));
});

test('a hidden tab celebrates when it is looked at', async () => {
  let visibility: DocumentVisibilityState = 'hidden';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  await arrive();
  await openStream();
  expect(scene()).toBeNull();
  expect(requestsTo('notifications')).toBe(0);
  visibility = 'visible';
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByText('Junior');
  await closeScene();
  await readToast(messageOf(7, 2));
});

test('the scene ends with the session, without its toast', async () => {
  const { unmount } = await arrive();
  await screen.findByText('Junior');
  session.end();
  unmount();
  signInNext('t2');
  stubViewer([], {});
  await arrive();
  await waitFor(() => expect(requestsTo('notifications/count')).toBe(2));
  expect(scene()).toBeNull();
  expect(screen.queryByText(messageOf(7, 2))).toBeNull();
});
