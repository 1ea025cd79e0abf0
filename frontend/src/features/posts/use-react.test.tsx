/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import { type Comment, commentsQuery, type Post, useReact, useReactToComment } from './api.ts';
import type { Reactable } from './reactions.ts';

const rendered = { id: 'p1', tribeId: 7, reactionCounts: { like: 1, dislike: 0 }, myReactions: [] } as unknown as Post;
const comment = { ...rendered, id: 'c1' } as unknown as Comment;
const newer: Reactable = { reactionCounts: { like: 5, dislike: 0 }, myReactions: [] };
const path = 'tribes/7/posts/p1';
const noAnswer = 'No llegamos al servidor. Revisa tu conexión.';

/** A screen that still renders the old post, while the queries already have newer counts. */
function OldScreen() {
  const client = useQueryClient();
  const keys = { post: queryKeys.feed.tribe(7), comment: commentsQuery(7, 'p1').queryKey };
  const react = useReact(rendered);
  const reactToComment = useReactToComment(rendered, comment);
  const feed = useQuery<{ pages: { items: Reactable[] }[] }>({ queryKey: keys.post, queryFn: skipToken });
  const comments = useQuery<{ pages: { items: Reactable[] }[] }>({ queryKey: [...keys.comment], queryFn: skipToken });
  const likes = (shown: typeof feed) => shown.data?.pages[0]?.items[0]?.reactionCounts.like;
  function fill(): void {
    const data = (item: object) => ({ pages: [{ items: [{ ...item, ...newer }] }], pageParams: [null] });
    client.setQueryData<unknown>(keys.post, data(rendered));
    client.setQueryData<unknown>(keys.comment, data(comment));
  }
  return (
    <>
      <button type="button" onClick={fill}>
        llenar
      </button>
      <button type="button" onClick={() => react('like')}>
        post
      </button>
      <button type="button" onClick={() => reactToComment('like')}>
        comentario
      </button>
      <Toaster />
      <p>post: {likes(feed)}</p>
      <p>comentario: {likes(comments)}</p>
    </>
  );
}

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

const reactions = [
  ['post', `${path}/reactions`],
  ['comentario', `${path}/comments/c1/reactions`],
] as const;

/** Closes the toasts of earlier tests, and likes the post or the comment that has five likes by now. */
async function like(name: string): Promise<void> {
  await renderApp(<OldScreen />);
  for (const close of screen.queryAllByRole('button', { name: 'Cerrar' })) await userEvent.click(close);
  await userEvent.click(screen.getByRole('button', { name: 'llenar' }));
  await screen.findByText(`${name}: 5`);
  await userEvent.click(screen.getByRole('button', { name }));
}

test.each(reactions)('a failed like of a %s restores the newest counts, not the rendered ones', async (name, to) => {
  stubResponse(`POST ${to}`, { status: 409, body: { error: 'No', code: 'no' } });
  await like(name);
  await waitFor(() => expect(requests).toHaveLength(1));
  await screen.findByText(`${name}: 5`);
});

test.each(reactions)('a refused like of a %s shows why it was refused', async (name, to) => {
  const error = `Ahora no puedes reaccionar: ${name}`;
  stubResponse(`POST ${to}`, { status: 403, body: { error, code: 'silenced' } });
  await like(name);
  await screen.findByText(error);
  expect(screen.getByText(`${name}: 5`)).toBeTruthy();
});

test.each(reactions)('a like of a %s without a connection says so', async (name, to) => {
  stubResponse(`POST ${to}`, 'lost');
  await like(name);
  await screen.findByText(noAnswer);
  expect(screen.getByText(`${name}: 5`)).toBeTruthy();
});
