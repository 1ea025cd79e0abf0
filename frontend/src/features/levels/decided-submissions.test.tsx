/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { DecidedSubmissions } from './decided-submissions.tsx';
import type { ReviewedSubmission, Tribe } from './path-api.ts';
import { ReviewQueue } from './review-queue.tsx';
import { SubmissionReview } from './submission-review.tsx';

const submission = {
  id: 's1',
  user: { id: 'u1', name: 'Ana', avatarUrl: null },
  challenge: { id: 'c1', title: 'Fuego', type: 'manual', prompt: '', minScore: 70, level: { order: 1, name: 'Uno' } },
  status: 'approved',
  score: 80,
  maxScore: 100,
  text: 'Mirad',
  hint: '',
  note: '',
  imageUrl: null,
  imageLqip: null,
  file: null,
  attachmentLost: false,
  canReopen: false,
  isOwn: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  decidedAt: '2026-01-02T00:00:00.000Z',
  decidedBy: { id: 'u2', name: 'Beto', avatarUrl: null },
};
const waiting = { ...submission, score: null, status: 'pending', decidedAt: null, decidedBy: null };
const tribe = { id: 7 } as unknown as Tribe;

/** A waiting submission whose challenge gets half of its maximum score. */
function HalvedMaximum() {
  const [maxScore, setMaximum] = useState(100);
  return (
    <>
      <button type="button" onClick={() => setMaximum(50)}>
        Maximum 50
      </button>
      <SubmissionReview
        tribe={tribe}
        submission={{ ...waiting, maxScore } as unknown as ReviewedSubmission}
        onProgress={() => undefined}
      />
    </>
  );
}

test('a decided submission links its author and the reviewer who decided it', async () => {
  stubResponse('GET tribes/7/submissions/decided', { body: { items: [submission], nextCursor: null } });
  await renderApp(<DecidedSubmissions tribe={tribe} />);
  expect((await screen.findByRole('link', { name: 'Ana' })).getAttribute('href')).toBe('/u/u1');
  expect(screen.getByRole('link', { name: 'Beto' }).getAttribute('href')).toBe('/u/u2');
});

test('an approval without a chosen score sends none, and a chosen one follows a changed maximum', async () => {
  forgetRequests();
  stubResponse('POST tribes/7/submissions/s1/review', { body: submission });
  const sent = async (count: number) => {
    await waitFor(() => expect(requests).toHaveLength(count));
    return requests.at(-1)?.body;
  };
  await renderApp(<HalvedMaximum />);
  await userEvent.keyboard('a');
  expect(await sent(1)).toEqual({ action: 'approve', note: '' });
  fireEvent.change(screen.getByRole('slider'), { target: { value: '80' } });
  await userEvent.click(screen.getByRole('button', { name: 'Maximum 50' }));
  expect(await screen.findByText('Puntuación: 40 de 50')).toBeTruthy();
  await userEvent.keyboard('a');
  expect(await sent(2)).toEqual({ action: 'approve', note: '', score: 40 });
});

test('a waiting submission links the avatar and the name of its author', async () => {
  await renderApp(
    <SubmissionReview
      tribe={tribe}
      submission={waiting as unknown as ReviewedSubmission}
      onProgress={() => undefined}
    />,
  );
  const links = screen.getAllByRole('link', { hidden: true });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/u/u1', '/u/u1']);
});

test('the review of a reopened submission starts with the note of its revoked decision', async () => {
  forgetRequests();
  stubResponse('POST tribes/7/submissions/s3/review', { body: submission });
  const reopened = { ...waiting, id: 's3', note: 'Falta la foto' } as unknown as ReviewedSubmission;
  await renderApp(<SubmissionReview tribe={tribe} submission={reopened} onProgress={() => undefined} />);
  await userEvent.keyboard('r');
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toEqual({ action: 'reject', note: 'Falta la foto' });
});

test('the queue is reviewed with the arrows, a and r, also with Caps Lock', async () => {
  forgetRequests();
  const items = ['Primera', 'Segunda'].map((text) => ({ ...waiting, id: `of-${text}`, text }));
  stubResponse('GET tribes/7/submissions/pending', { body: { items, nextCursor: null, waiting: 2 } });
  for (const { id } of items) stubResponse(`POST tribes/7/submissions/${id}/review`, { body: submission });
  await renderApp(<ReviewQueue tribe={tribe} />);
  await screen.findByText('Primera');
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByText('Segunda')).toBeTruthy();
  await userEvent.keyboard('{ArrowLeft}');
  expect(await screen.findByText('Primera')).toBeTruthy();
  const decisions = () => requests.filter(({ method }) => method === 'POST');
  await userEvent.keyboard('R');
  await waitFor(() => expect(decisions()).toHaveLength(1));
  expect(decisions()[0]).toMatchObject({
    path: 'tribes/7/submissions/of-Primera/review',
    body: { action: 'reject', note: '' },
  });
  await userEvent.keyboard('{ArrowRight}');
  await screen.findByText('Segunda');
  await userEvent.keyboard('A');
  await waitFor(() => expect(decisions()).toHaveLength(2));
  expect(decisions()[1]).toMatchObject({
    path: 'tribes/7/submissions/of-Segunda/review',
    body: { action: 'approve', note: '' },
  });
});

test('the position counts all submissions that wait for the viewer, not the fetched ones or their own', async () => {
  const of = (number: number) => ({ ...waiting, id: `w${number}`, text: `Respuesta ${number}`, isOwn: number === 2 });
  const page = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => of(first + index));
  let total = 59;
  stubResponse('GET tribes/7/submissions/pending', ({ path }) => ({
    body: path.includes('cursor=')
      ? { items: page(51, 60), nextCursor: null, waiting: total }
      : { items: page(1, 50), nextCursor: 'next', waiting: total },
  }));
  const first = await renderApp(<ReviewQueue tribe={tribe} />);
  const position = () => screen.getByText(/ de \d+\+?$/, { selector: '[role=status]' }).textContent;
  await screen.findByText('Respuesta 1');
  expect(position()).toBe('1 de 59');
  await userEvent.keyboard('{ArrowRight}');
  await screen.findByText('Es tuya: la revisa otra persona.');
  expect(screen.queryByText(/ de 59/)).toBeNull();
  await userEvent.keyboard('{ArrowRight}');
  await screen.findByText('Respuesta 3');
  expect(position()).toBe('2 de 59');
  first.unmount();
  total = 1_000;
  await renderApp(<ReviewQueue tribe={tribe} />);
  await screen.findByText('1 de 999+');
});
