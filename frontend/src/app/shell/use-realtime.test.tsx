/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { TestEventSource } from '../../../testing/event-source.ts';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
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
