/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import {
  announce,
  arrive,
  attemptsAt,
  celebrationOf,
  closeScene,
  grant,
  messageOf,
  notificationOf,
  openStream,
  prepareViewers,
  reachAgain,
  readToast,
  requestsTo,
  scene,
  stubViewer,
} from '../../../testing/level-ups.tsx';
import { stubResponse } from '../../../testing/server.ts';

prepareViewers();

let logged: ReturnType<typeof jest.spyOn>;
beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** The device shows the level of another tribe, and so none of the first one. */
async function showsOnlyOther(): Promise<void> {
  await screen.findByText('Nivel 2 en Brasa');
  await closeScene();
  await readToast(messageOf(8, 2));
  expect(scene()).toBeNull();
  expect(screen.queryByText(messageOf(7, 2))).toBeNull();
}

test('a level that another device has celebrated before is not claimed', async () => {
  const first = notificationOf(7, 2);
  grant(first.id, 'another device');
  stubViewer([notificationOf(8, 2), first], { 7: 2, 8: 2 });
  await arrive();
  await showsOnlyOther();
  expect(attemptsAt(first.id)).toEqual([]);
});

test('a level that another device celebrates at the same moment is shown neither by a scene nor by a toast', async () => {
  const first = notificationOf(7, 2);
  stubViewer([notificationOf(8, 2), first], { 7: 2, 8: 2 });
  stubResponse(celebrationOf(first.id), { body: { granted: false } });
  await arrive();
  await showsOnlyOther();
  expect(attemptsAt(first.id)).toHaveLength(1);
});

test('a level whose notification is deleted meanwhile does not hold up the others', async () => {
  const first = notificationOf(7, 2);
  stubViewer([notificationOf(8, 2), first], { 7: 2, 8: 2 });
  stubResponse(celebrationOf(first.id), { status: 404, body: { code: 'not_found' } });
  await arrive();
  await showsOnlyOther();
});

test('a celebration whose response was lost is shown once, after a repetition of the same attempt', async () => {
  const { id } = notificationOf(7, 2);
  stubResponse(celebrationOf(id), () => {
    const attempts = attemptsAt(id);
    const response = grant(id, attempts.at(-1));
    return attempts.length < 3 ? 'lost' : response;
  });
  await arrive();
  await closeScene();
  await readToast(messageOf(7, 2));
  expect(scene()).toBeNull();
  expect(attemptsAt(id)).toHaveLength(3);
  expect(new Set(attemptsAt(id)).size).toBe(1);
});

test('a celebration whose response was lost is shown after the page is opened again, once', async () => {
  const { id } = notificationOf(7, 2);
  stubResponse(celebrationOf(id), () => {
    grant(id, attemptsAt(id)[0]);
    return 'lost';
  });
  const before = await arrive();
  await waitFor(() => expect(attemptsAt(id)).toHaveLength(2));
  before.unmount();
  const [attempt] = attemptsAt(id);
  stubViewer([notificationOf(7, 2)], { 7: 2 });
  const again = await arrive();
  await closeScene();
  await readToast(messageOf(7, 2));
  expect(attemptsAt(id).at(-1)).toBe(attempt);
  again.unmount();
  stubViewer([notificationOf(8, 2), notificationOf(7, 2)], { 7: 2, 8: 2 });
  await arrive();
  await showsOnlyOther();
});

test.each([
  ['the celebration', () => celebrationOf(notificationOf(7, 2).id)],
  ['the notifications', () => 'GET notifications'],
])(
  'a level is celebrated although the server at first refuses %s, with nothing on the console',
  async (_what, call) => {
    let refusals = 0;
    stubResponse(call(), () => {
      refusals += 1;
      if (refusals === 2) stubViewer([notificationOf(7, 2)], { 7: 2 });
      return { status: 503, body: { code: 'messaging_unavailable' } };
    });
    await arrive();
    await closeScene();
    await readToast(messageOf(7, 2));
    expect(refusals).toBe(2);
    expect(logged).not.toHaveBeenCalled();
  },
);

test('a level reached without a connection is celebrated when the browser is online again', async () => {
  let online = false;
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  stubResponse(celebrationOf(notificationOf(7, 2).id), 'lost');
  await arrive();
  await waitFor(() => expect(attemptsAt(notificationOf(7, 2).id)).toHaveLength(1));
  expect(scene()).toBeNull();
  stubViewer([notificationOf(7, 2)], { 7: 2 });
  online = true;
  dispatchEvent(new Event('online'));
  await closeScene();
  await readToast(messageOf(7, 2));
  expect(logged).not.toHaveBeenCalled();
});

test('a level that was lost and is reached again is celebrated again', async () => {
  await arrive();
  await closeScene();
  await readToast(messageOf(7, 2));
  await openStream();
  reachAgain(notificationOf(7, 2).id);
  announce(7, 2);
  await closeScene();
  await readToast(messageOf(7, 2));
  expect(requestsTo('notifications')).toBe(2);
});
