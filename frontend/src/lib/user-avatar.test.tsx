/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../testing/server.ts';
import { session } from './session.ts';
import { UserAvatar } from './user-avatar.tsx';

const beto = { id: '01920000-0000-7000-8000-0000000000b0', name: 'Beto', avatarUrl: null };

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

afterEach(() => {
  jest.useRealTimers();
  onlineManager.setOnline(true);
  session.end();
});

test('the dot of a person disappears while presence cannot be read, and is back at once on reconnecting', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  stubResponse('GET user/presence', { body: { online: [beto.id] } });
  await renderApp(<UserAvatar person={beto} />);
  await screen.findByText('En línea');
  stubResponse('GET user/presence', 'lost');
  act(() => onlineManager.setOnline(false));
  await act(() => jest.advanceTimersByTimeAsync(61_000));
  expect(screen.queryByText('En línea')).toBeNull();
  stubResponse('GET user/presence', { body: { online: [beto.id] } });
  act(() => onlineManager.setOnline(true));
  // Long before the next minute.
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(screen.getByText('En línea')).toBeTruthy();
});
