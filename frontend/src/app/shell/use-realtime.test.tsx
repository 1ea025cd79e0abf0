/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { TestEventSource } from '../../../testing/event-source.ts';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { useRealtime, useUnread } from './use-realtime.ts';

function Unread() {
  useRealtime();
  return <output>{useUnread().count} unread</output>;
}

const waiting = (count: number) => stubResponse('GET notifications/count', { body: { count, messages: 0 } });

beforeEach(() => {
  forgetRequests();
  TestEventSource.forget();
  session.start('t', lucia);
  stubResponse('POST stream/ticket', { status: 201, body: { ticket: 'k', expiresInSec: 60 } });
  waiting(1);
});

afterEach(() => session.end());

test('events from before the stream was open, or while it was broken, appear once it opens', async () => {
  await renderApp(<Unread />);
  await screen.findByText('1 unread');
  await waitFor(() => expect(TestEventSource.opened).toHaveLength(1));
  const open = () => act(() => TestEventSource.opened.at(-1)?.onopen?.());
  waiting(2);
  open();
  await screen.findByText('2 unread');
  act(() => TestEventSource.opened.at(-1)?.onerror?.());
  waiting(3);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(TestEventSource.opened).toHaveLength(2));
  open();
  await screen.findByText('3 unread');
});

test('a heartbeat is sent each minute while the page is visible, and at once after a longer absence', async () => {
  const heartbeats = () => requests.filter(({ path }) => path === 'user/heartbeat').length;
  const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));
  let visibility: DocumentVisibilityState = 'visible';
  const shown = jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  const become = (next: DocumentVisibilityState) => {
    visibility = next;
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  await renderApp(null);
  jest.useFakeTimers();
  try {
    const { unmount } = await renderApp(<Unread />);
    expect(heartbeats()).toBe(1);
    await pass(120);
    expect(heartbeats()).toBe(3);
    become('hidden');
    become('visible');
    expect(heartbeats()).toBe(3);
    become('hidden');
    await pass(90);
    expect(heartbeats()).toBe(3);
    become('visible');
    expect(heartbeats()).toBe(4);
    await pass(60);
    expect(heartbeats()).toBe(5);
    unmount();
    await pass(600);
    expect(heartbeats()).toBe(5);
  } finally {
    jest.useRealTimers();
    shown.mockRestore();
  }
});
