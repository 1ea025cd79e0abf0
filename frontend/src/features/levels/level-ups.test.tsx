/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TestEventSource } from '../../../testing/event-source.ts';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { unreadQuery } from '../../lib/shared-queries.ts';
import { stream } from '../../lib/stream.ts';
import { Toaster } from '../../ui/toast.tsx';
import { celebrate } from './level-up.ts';
import { LevelUps } from './level-ups.tsx';

const tribes = { 7: 'Senda', 8: 'Brasa' } as const;
type TribeId = keyof typeof tribes;

const levelNames = ['Principiante', 'Junior', 'Senior'];
const levels = levelNames.map((name, index) => ({ id: `l${index + 1}`, order: index + 1, name, challenges: [] }));

const messageOf = (tribeId: TribeId, levelTo: number) => `Has llegado al nivel ${levelTo} en ${tribes[tribeId]}`;

/** The number of people who have signed in; a notification belongs to one of them. */
let people = 0;

const notificationOf = (tribeId: TribeId, levelTo: number, seen = false) => ({
  id: `n${people}-${tribeId}-${levelTo}`,
  type: 'level_up_result',
  seen,
  createdAt: '2026-01-01T00:00:00.000Z',
  data: { tribeId, tribeName: tribes[tribeId], levelTo, message: messageOf(tribeId, levelTo) },
});

/** What the server responds about the viewer. */
function stubViewer(notifications: ReturnType<typeof notificationOf>[], levelOrders: Partial<Record<TribeId, number>>) {
  const count = notifications.filter(({ seen }) => !seen).length;
  stubResponse('GET notifications', { body: { items: notifications, nextCursor: null } });
  stubResponse('GET notifications/count', { body: { count, messages: 0 } });
  const items = Object.entries(levelOrders).map(([id, levelOrder]) => ({ tribeId: Number(id), levelOrder }));
  stubResponse('GET tribes/@me/memberships', { body: { items } });
}

let poll: () => Promise<void>;

/** The shell polls the number of unseen notifications. */
function UnreadPoll() {
  const client = useQueryClient();
  const { queryKey } = unreadQuery;
  const { dataUpdatedAt } = useQuery(unreadQuery);
  poll = async () => {
    await act(() => client.invalidateQueries({ queryKey }));
    // Two numbers between two renders would be one for the screen.
    await screen.findByText(String(client.getQueryState(queryKey)?.dataUpdatedAt));
  };
  return <p>{dataUpdatedAt}</p>;
}

const arrive = () =>
  renderApp(
    <>
      <UnreadPoll />
      <LevelUps />
      <Toaster />
    </>,
  );

/** Opens the stream, after which the shell fetches the number again. */
async function openStream(): Promise<void> {
  await waitFor(() => expect(TestEventSource.opened.at(-1)?.closed).toBe(false));
  act(() => TestEventSource.opened.at(-1)?.onopen?.());
  await poll();
}

const closeStream = () => act(() => TestEventSource.opened.at(-1)?.onerror?.());
const reopenStream = async () => {
  act(() => stream.retryNow());
  await openStream();
};

/** An event of the open stream. */
function announce(tribeId: TribeId, levelTo: number): void {
  const { id, type } = notificationOf(tribeId, levelTo);
  act(() => TestEventSource.opened.at(-1)?.emit('notification', { notificationId: id, type }));
}

const requestsTo = (path: string) => requests.filter((request) => request.path === path).length;
const scene = () => screen.queryByRole('button', { name: 'Continuar' });
/** Waits for a toast and closes it: it would be shown in the next test, too. */
async function readToast(text: string): Promise<void> {
  const { parentElement } = await screen.findByText(text);
  if (parentElement) await userEvent.click(within(parentElement).getByRole('button', { name: 'Cerrar' }));
}

const closeScene = async () => userEvent.click(await screen.findByRole('button', { name: 'Continuar' }));

beforeEach(() => {
  forgetRequests();
  // Responses of one millisecond would count as one: a real server takes longer.
  let clock = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => {
    clock += 1;
    return clock;
  });
  TestEventSource.forget();
  people += 1;
  session.start('t', { ...lucia, id: `u${people}` });
  stubResponse('POST stream/ticket', { status: 201, body: { ticket: 'k', expiresInSec: 60 } });
  for (const tribeId of Object.keys(tribes)) stubResponse(`GET tribes/${tribeId}/config`, { body: { levels } });
  stubViewer([notificationOf(7, 2)], { 7: 2 });
  stream.start();
});

afterEach(() => {
  jest.restoreAllMocks();
  stream.stop();
  session.end();
});

test('a level reached by a quiz is shown by its scene, and by a toast only after the scene', async () => {
  stubViewer([], { 7: 1 });
  await arrive();
  await openStream();
  act(() => void celebrate({ tribeId: 7, tribeName: 'Senda', levelTo: 2 }));
  const onwards = await screen.findByRole('button', { name: 'Continuar' });
  stubViewer([notificationOf(7, 2)], { 7: 2 });
  announce(7, 2);
  // Once for the scene, once more for the notification of the new level.
  await waitFor(() => expect(requestsTo('tribes/7/config')).toBe(2));
  expect(screen.queryByText(messageOf(7, 2))).toBeNull();
  await userEvent.click(onwards);
  await screen.findByText(messageOf(7, 2));
  expect(screen.getByRole('button', { name: 'Abrir' })).toBeTruthy();
  expect(scene()).toBeNull();
  await readToast(messageOf(7, 2));
});

test('the notification of a level that a quiz has celebrated is a toast without a scene', async () => {
  stubViewer([], { 7: 1 });
  await arrive();
  await openStream();
  act(() => void celebrate({ tribeId: 7, tribeName: 'Senda', levelTo: 2 }));
  await closeScene();
  stubViewer([notificationOf(7, 2)], { 7: 2 });
  announce(7, 2);
  await waitFor(() => expect(scene() ?? screen.queryByText(messageOf(7, 2))).toBeTruthy());
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

test('a level celebrated for a quiz is not celebrated again on the next arrival', async () => {
  stubViewer([], { 7: 1 });
  const { unmount } = await arrive();
  act(() => void celebrate({ tribeId: 7, tribeName: 'Senda', levelTo: 2 }));
  await closeScene();
  unmount();
  stubViewer([notificationOf(8, 2), notificationOf(7, 2)], { 7: 2, 8: 2 });
  await arrive();
  await screen.findByText('Nivel 2 en Brasa');
  await closeScene();
  await readToast(messageOf(8, 2));
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
  people += 1;
  session.start('t2', { ...lucia, id: `u${people}` });
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
  people += 1;
  session.start('t2', { ...lucia, id: `u${people}` });
  stubViewer([], {});
  await arrive();
  await waitFor(() => expect(requestsTo('notifications/count')).toBe(2));
  expect(scene()).toBeNull();
  expect(screen.queryByText(messageOf(7, 2))).toBeNull();
});
