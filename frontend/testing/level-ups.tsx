import { afterEach, beforeEach, expect, jest } from '@jest/globals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { act, type RenderResult, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LevelUps } from '../src/features/levels/level-ups.tsx';
import { session } from '../src/lib/session.ts';
import { unreadQuery } from '../src/lib/shared-queries.ts';
import { stream } from '../src/lib/stream.ts';
import { Toaster } from '../src/ui/toast.tsx';
import { TestEventSource } from './event-source.ts';
import { lucia } from './people.ts';
import { renderApp } from './render.tsx';
import { forgetRequests, requests, type SeenRequest, stubResponse } from './server.ts';

/** A viewer who reaches levels, on a device with the celebrations of the app. */

const tribes = { 7: 'Senda', 8: 'Brasa' } as const;
export type TribeId = keyof typeof tribes;

const levelNames = ['Principiante', 'Junior', 'Senior'];
const levels = levelNames.map((name, index) => ({ id: `l${index + 1}`, order: index + 1, name, challenges: [] }));

export const messageOf = (tribeId: TribeId, levelTo: number) => `Has llegado al nivel ${levelTo} en ${tribes[tribeId]}`;

/** The number of people who have signed in; a notification belongs to one of them. */
let people = 0;

export const notificationOf = (tribeId: TribeId, levelTo: number, seen = false) => ({
  id: `n${people}-${tribeId}-${levelTo}`,
  type: 'level_up_result',
  seen,
  createdAt: '2026-01-01T00:00:00.000Z',
  data: { tribeId, tribeName: tribes[tribeId], levelTo, message: messageOf(tribeId, levelTo) },
});

/** The attempts that were granted a celebration, by notification. */
const granted = new Map<string, unknown>();

export const attemptsAt = (id: string): unknown[] =>
  requests.filter(({ path }) => path === `notifications/${id}/celebrated`).map(attemptOf);

const attemptOf = ({ body }: SeenRequest): unknown =>
  typeof body === 'object' && body !== null && 'attempt' in body ? body.attempt : undefined;

/** Grants the celebration to the first attempt, as the server does; returns its response. */
export function grant(id: string, attempt: unknown) {
  if (!granted.has(id)) granted.set(id, attempt);
  return { body: { granted: granted.get(id) === attempt } };
}

/** The level of a notification is reached again. */
export const reachAgain = (id: string) => granted.delete(id);

export const celebrationOf = (id: string) => `POST notifications/${id}/celebrated`;

/** Stubs the server's responses about the viewer. */
export function stubViewer(
  notifications: ReturnType<typeof notificationOf>[],
  levelOrders: Partial<Record<TribeId, number>>,
) {
  const count = notifications.filter(({ seen }) => !seen).length;
  const listed = () =>
    notifications.map((each) => ({ ...each, data: { ...each.data, celebrated: granted.has(each.id) } }));
  stubResponse('GET notifications', () => ({ body: { items: listed(), nextCursor: null } }));
  stubResponse('GET notifications/count', { body: { count, messages: 0 } });
  for (const { id } of notifications) stubResponse(celebrationOf(id), (request) => grant(id, attemptOf(request)));
  const items = Object.entries(levelOrders).map(([id, levelOrder]) => ({ tribeId: Number(id), levelOrder }));
  stubResponse('GET tribes/@me/memberships', { body: { items } });
}

let invalidateCount: () => Promise<void>;
export const poll = () => invalidateCount();

/** The shell polls the number of unseen notifications. */
function UnreadPoll() {
  const client = useQueryClient();
  const { queryKey } = unreadQuery;
  const { dataUpdatedAt } = useQuery(unreadQuery);
  invalidateCount = async () => {
    await act(() => client.invalidateQueries({ queryKey }));
    // Two numbers between two renders would be one for the screen.
    await screen.findByText(String(client.getQueryState(queryKey)?.dataUpdatedAt));
  };
  return <p>{dataUpdatedAt}</p>;
}

export const arrive = (): Promise<RenderResult> =>
  renderApp(
    <>
      <UnreadPoll />
      <LevelUps />
      <Toaster />
    </>,
  );

/** Opens the stream, after which the shell fetches the number again. */
export async function openStream(): Promise<void> {
  await waitFor(() => expect(TestEventSource.opened.at(-1)?.closed).toBe(false));
  act(() => TestEventSource.opened.at(-1)?.onopen?.());
  await poll();
}

export const closeStream = () => act(() => TestEventSource.opened.at(-1)?.onerror?.());
export const reopenStream = async () => {
  act(() => stream.retryNow());
  await openStream();
};

/** An event of the open stream. */
export function announce(tribeId: TribeId, levelTo: number): void {
  const { id, type } = notificationOf(tribeId, levelTo);
  act(() => TestEventSource.opened.at(-1)?.emit('notification', { notificationId: id, type }));
}

export const requestsTo = (path: string) => requests.filter((request) => request.path === path).length;
export const scene = () => screen.queryByRole('button', { name: 'Continuar' });
/** Waits for a toast and closes it: it would be shown in the next test, too. */
export async function readToast(text: string): Promise<void> {
  const { parentElement } = await screen.findByText(text);
  if (parentElement) await userEvent.click(within(parentElement).getByRole('button', { name: 'Cerrar' }));
}

export const closeScene = async () => userEvent.click(await screen.findByRole('button', { name: 'Continuar' }));

/** Another person signs in on the device. */
export function signInNext(token: string): void {
  people += 1;
  session.start(token, { ...lucia, id: `u${people}` });
}

/** Before each test somebody else has reached a level, with an open session and without a stream yet. */
export function prepareViewers(): void {
  beforeEach(() => {
    forgetRequests();
    // Responses of one millisecond would count as one: a real server takes longer.
    let clock = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => {
      clock += 1;
      return clock;
    });
    TestEventSource.forget();
    signInNext('t');
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
}
