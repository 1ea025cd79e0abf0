/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
import { MySubmissions } from './my-submissions.tsx';
import type { ReviewedSubmission, Submission } from './path-api.ts';
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
