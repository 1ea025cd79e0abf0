/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
import { stubResponse } from '../../../testing/server.ts';
import { ChallengeItem } from './challenge-item.tsx';
import { DecidedSubmissions } from './decided-submissions.tsx';
import { MySubmissions } from './my-submissions.tsx';
import type { Challenge, ChallengeState, ReviewedSubmission, Submission, Tribe } from './path-api.ts';
import { SubmissionContent } from './submission-content.tsx';

const lostText = 'Lo que se envió con la respuesta ya no está disponible';

const submission = (attachmentLost: boolean) => ({
  id: 's1',
  challenge: { id: 'c1', title: 'Fuego', type: 'manual', level: { order: 1, name: 'Uno' } },
  status: 'pending',
  score: null,
  text: 'Mirad',
  hint: '',
  note: '',
  imageUrl: null,
  imageLqip: null,
  file: null,
  attachmentLost,
  createdAt: '2026-01-01T00:00:00.000Z',
});

test.each([
  ['its sender', (lost: boolean) => <MySubmissions submissions={[submission(lost) as unknown as Submission]} />],
  [
    'a reviewer',
    (lost: boolean) => <SubmissionContent submission={submission(lost) as unknown as ReviewedSubmission} />,
  ],
])('a lost file of a submission is marked as lost for %s', async (_who, shown) => {
  const { unmount } = await renderApp(shown(true));
  expect([screen.getByText('Mirad'), screen.getByText(lostText)]).toHaveLength(2);
  unmount();
  await renderApp(shown(false));
  expect([screen.getByText('Mirad'), screen.queryByText(lostText)]).toEqual([expect.anything(), null]);
});

test('a result is shown with the maximum it was given for, which the challenge may have changed since', async () => {
  const challenge = { id: 'c1', title: 'Fuego', type: 'manual', prompt: '', maxScore: 50, answersCount: 0, data: null };
  const state = { challengeId: 'c1', state: 'passed', score: 80, maxScore: 100, wrong: [], retryAt: null };
  const tribe = { id: 7 } as unknown as Tribe;
  await renderApp(
    <ul>
      <ChallengeItem tribe={tribe} challenge={challenge as Challenge} state={state as ChallengeState} isOpen />
    </ul>,
  );
  expect(screen.getByText('80 de 100')).toBeTruthy();
});

test('an approved submission below the minimum score is not shown as passed, to its sender or reviewers', async () => {
  const approved = { ...submission(false), status: 'approved', score: 60, maxScore: 100, canReopen: false };
  const user = { id: 'u1', name: 'Ana', avatarUrl: null };
  const items = [
    { ...approved, passed: false, user, decidedBy: user },
    { ...approved, id: 's2', passed: true, user, decidedBy: user },
  ];
  stubResponse('GET tribes/7/submissions/decided', { body: { items, nextCursor: null } });
  const shown = await renderApp(<MySubmissions submissions={items as unknown as Submission[]} />);
  const states = () => screen.getAllByText(/^(Superado|Aprobado, pero falta nota)$/).map((pill) => pill.textContent);
  expect(states()).toEqual(['Aprobado, pero falta nota', 'Superado']);
  shown.unmount();
  await renderApp(<DecidedSubmissions tribe={{ id: 7 } as unknown as Tribe} />);
  await screen.findByText('Superado');
  expect(states()).toEqual(['Aprobado, pero falta nota', 'Superado']);
});
