/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { useHeartbeat } from './use-heartbeat.ts';

function Heartbeat() {
  useHeartbeat();
  return null;
}

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

afterEach(() => session.end());

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
    const { unmount } = await renderApp(<Heartbeat />);
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
