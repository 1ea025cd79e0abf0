/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
import { stubResponse } from '../../../testing/server.ts';
import { DecidedSubmissions } from './decided-submissions.tsx';
import type { ReviewedSubmission, Tribe } from './path-api.ts';
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
const tribe = { id: 7 } as unknown as Tribe;

test('a decided submission links its author and the reviewer who decided it', async () => {
  stubResponse('GET tribes/7/submissions/decided', { body: { items: [submission], nextCursor: null } });
  await renderApp(<DecidedSubmissions tribe={tribe} />);
  expect((await screen.findByRole('link', { name: 'Ana' })).getAttribute('href')).toBe('/u/u1');
  expect(screen.getByRole('link', { name: 'Beto' }).getAttribute('href')).toBe('/u/u2');
});

test('a waiting submission links the avatar and the name of its author', async () => {
  const waiting = { ...submission, status: 'pending', decidedAt: null, decidedBy: null };
  await renderApp(<SubmissionReview tribe={tribe} submission={waiting as unknown as ReviewedSubmission} />);
  const links = screen.getAllByRole('link', { hidden: true });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/u/u1', '/u/u1']);
});
