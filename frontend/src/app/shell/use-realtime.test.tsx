/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { useQueries, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { TestEventSource } from '../../../testing/event-source.ts';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { fetchFile } from '../../lib/http.ts';
import { queryKeys } from '../../lib/query-keys.ts';
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

const announced = {
  queue: queryKeys.cases.waiting(7),
  memberships: queryKeys.memberships,
  feed: queryKeys.feed.tribe(7),
  comments: queryKeys.comments.of('p'),
};

/** The version of each announced query. */
function Announced() {
  const queries = useQueries({
    queries: Object.entries(announced).map(([path, queryKey]) => ({
      queryKey,
      queryFn: async (): Promise<{ version: number }> => (await fetch(`/api/${path}`)).json(),
    })),
  });
  useRealtime();
  return <output>{queries.map(({ data }) => data?.version).join(' ')}</output>;
}

/** Shows the queries at version 1 with an open stream; returns a function that sets the version on the server. */
async function openAnnounced(): Promise<(next: number) => void> {
  let version = 1;
  for (const path of Object.keys(announced)) stubResponse(`GET ${path}`, () => ({ body: { version } }));
  await renderApp(<Announced />);
  await screen.findByText('1 1 1 1');
  await waitFor(() => expect(TestEventSource.opened).toHaveLength(1));
  act(() => TestEventSource.opened.at(-1)?.onopen?.());
  return (next) => {
    version = next;
  };
}

test('queues, memberships and posts are fetched again once an interrupted stream is open', async () => {
  const setVersion = await openAnnounced();
  act(() => TestEventSource.opened.at(-1)?.onerror?.());
  setVersion(2);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(TestEventSource.opened).toHaveLength(2));
  act(() => TestEventSource.opened.at(-1)?.onopen?.());
  await screen.findByText('2 2 2 2');
});

test('the comments of a post are fetched again when one of them is hidden, shown again or deleted', async () => {
  const setVersion = await openAnnounced();
  setVersion(2);
  act(() => TestEventSource.opened.at(-1)?.emit('post', { tribeId: 7, postId: 'q', commentId: 'c' }));
  act(() => TestEventSource.opened.at(-1)?.emit('post', { tribeId: 7, postId: 'p', commentId: 'c' }));
  await screen.findByText('1 1 1 2');
});

let signal: AbortSignal | undefined;

function Unanswered() {
  useQuery({
    queryKey: ['unanswered'],
    queryFn: (call) => {
      signal = call.signal;
      return new Promise<never>(() => undefined);
    },
  });
  useRealtime();
  return null;
}

test('requests under way are cancelled at the moment of the sign-out', async () => {
  await renderApp(<Unanswered />);
  expect(signal?.aborted).toBe(false);
  act(() => {
    session.end();
    expect(signal?.aborted).toBe(true);
  });
});

const shownPaths = ['loaded', 'loading'];

/** Two queries of a page that visitors see too. */
function PublicPage() {
  const queries = useQueries({
    queries: shownPaths.map((path) => ({
      queryKey: [path],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchFile(`/api/${path}`, { signal }).then(() => path),
    })),
  });
  return <output>{queries.map(({ data }) => data ?? '…').join(' ')}</output>;
}

function Frame({ children }: { children: ReactNode }) {
  useRealtime();
  return children;
}

test.each([null, 'expired'] as const)(
  'a page for visitors too is loaded as by one after a session, ended: %s',
  async (ended) => {
    const seen = () => requests.map(({ path, headers }) => [path, headers.has('Authorization')]);
    stubResponse('GET loaded', {});
    stubResponse('GET loading', () => new Promise<never>(() => undefined));
    await renderApp(
      <Frame>
        <PublicPage />
      </Frame>,
    );
    await screen.findByText('loaded …');
    await waitFor(() => expect(requests.map(({ path }) => path)).toContain('auth/me'));
    stubResponse('GET loading', {});
    requests.length = 0;
    act(() => session.end(ended));
    await waitFor(() => expect(seen()).toEqual(shownPaths.map((path) => [path, false])));
    await screen.findByText('loaded loading');
  },
);
