/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, type StubbedResponse, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import type { Tribe } from './path-api.ts';
import { ReviewQueue } from './review-queue.tsx';

const tribe = { id: 7 } as unknown as Tribe;
const submissionOf = (text: string) => ({
  id: `of-${text}`,
  user: { id: 'u1', name: 'Ana', avatarUrl: null },
  challenge: { id: 'c1', title: 'Fuego', type: 'manual', prompt: '', minScore: 70, level: { order: 1, name: 'Uno' } },
  status: 'pending',
  score: null,
  maxScore: 100,
  text,
  hint: '',
  note: '',
  imageUrl: null,
  imageLqip: null,
  file: null,
  attachmentLost: false,
  canReopen: false,
  isOwn: false,
  passed: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  decidedAt: null,
});
const approved = (text: string, id = 'u2', name = 'Beto') => ({
  ...submissionOf(text),
  status: 'approved',
  passed: true,
  score: 80,
  decidedAt: '2026-01-02T00:00:00.000Z',
  decidedBy: { id, name, avatarUrl: null },
});

let waiting: string[];
const decisions = () => requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
const goOn = () => userEvent.click(screen.getByRole('button', { name: 'Seguir revisando' }));
const removed = 'Esta respuesta ya no está por revisar';

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
  waiting = ['Primera', 'Segunda', 'Tercera'];
  stubResponse('GET tribes/7/submissions/pending', () => ({
    body: { items: waiting.map(submissionOf), nextCursor: null, waiting: waiting.length },
  }));
  stubResponse('GET tribes/7/submissions/decided', { body: { items: [], nextCursor: null } });
});

/** Shows the queue with its first submission. */
async function open() {
  const shown = await renderApp(
    <>
      <ReviewQueue tribe={tribe} />
      <Toaster />
    </>,
  );
  await screen.findByText('Primera');
  return shown;
}

test('a submission that another moderator decides while it is in view stays until it is acknowledged, and keys decide none', async () => {
  const { refresh } = await open();
  stubResponse('GET tribes/7/submissions/decided', { body: { items: [approved('Primera')], nextCursor: null } });
  waiting = ['Segunda', 'Tercera'];
  await refresh();
  expect((await screen.findByRole('alert')).textContent).toContain(removed);
  await screen.findByText('Otra persona la ha revisado mientras la tenías delante.');
  const decided = within(screen.getByRole('listitem'));
  expect(decided.getByText('Superado')).toBeTruthy();
  expect(decided.getByRole('link', { name: 'Beto' })).toBeTruthy();
  await userEvent.keyboard('ar{ArrowRight}{ArrowLeft}');
  expect(screen.getByText(removed)).toBeTruthy();
  await goOn();
  await screen.findByText('Segunda');
  expect(decisions()).toEqual([]);
});

test('a submission that was deleted while it is in view stays until it is acknowledged, also as the last one', async () => {
  const { refresh } = await open();
  waiting = [];
  await refresh();
  await screen.findByText('Puede que se haya borrado, o que quien la envió ya no esté en la tribu.');
  await goOn();
  await screen.findByText('Nada por revisar');
});

test('the submission in view stays when another one before it is decided', async () => {
  const { refresh } = await open();
  await userEvent.keyboard('{ArrowRight}');
  await screen.findByText('Segunda');
  waiting = ['Segunda', 'Tercera'];
  await refresh();
  await screen.findByText('1 de 2');
  expect(screen.getByText('Segunda')).toBeTruthy();
});

test('after the viewer’s decision the next submission follows at once, with the focus', async () => {
  await open();
  stubResponse('POST tribes/7/submissions/of-Primera/review', () => {
    waiting = ['Segunda', 'Tercera'];
    return { body: approved('Primera', lucia.id, lucia.name) };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Aprobar' }));
  await screen.findByText('Segunda');
  expect(screen.queryByText(removed)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Ana: Fuego' })));
});

test('a list that arrives before the response to the viewer’s decision does not move on', async () => {
  let respond = (_response: StubbedResponse): void => undefined;
  const { refresh } = await open();
  stubResponse(
    'POST tribes/7/submissions/of-Primera/review',
    () => new Promise<StubbedResponse>((resolve) => (respond = resolve)),
  );
  await userEvent.keyboard('a');
  await waitFor(() => expect(decisions()).toHaveLength(1));
  waiting = ['Segunda', 'Tercera'];
  await refresh();
  expect(screen.getByText('Primera')).toBeTruthy();
  await act(async () => respond({ status: 409, body: { error: 'Ya está revisada', code: 'already_reviewed' } }));
  await screen.findByText(removed);
});

test('a decision that came too late is reported before the list is fetched', async () => {
  await open();
  stubResponse('POST tribes/7/submissions/of-Primera/review', {
    status: 409,
    body: { error: 'Llegas tarde: ya está revisada', code: 'already_reviewed' },
  });
  stubResponse('GET tribes/7/submissions/pending', () => new Promise(() => undefined));
  await userEvent.keyboard('a');
  await screen.findByText('Llegas tarde: ya está revisada');
});
