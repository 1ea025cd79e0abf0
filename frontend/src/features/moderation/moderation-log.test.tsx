/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
import { stubResponse } from '../../../testing/server.ts';
import { ModerationLog } from './moderation-log.tsx';

const entry = {
  id: 'd1',
  action: 'remove',
  reason: 'spam',
  kind: 'post',
  postKind: 'post',
  bySite: false,
  createdAt: '2026-03-01T10:00:00.000Z',
  moderator: { id: 'u1', name: 'Ana', avatarUrl: null },
};

test('the log links the moderators that it names, and names none where the viewer may not see them', async () => {
  const items = [entry, { ...entry, id: 'd2', moderator: null }];
  stubResponse('GET tribes/7/reports/log', { body: { items, nextCursor: null } });
  await renderApp(<ModerationLog tribeId={7} />);
  const [named, unnamed] = await screen.findAllByRole('listitem');
  if (!named || !unnamed) throw new Error('two entries were expected');
  expect(named.textContent).toMatch(/Ana/);
  expect(within(named).getByRole('link', { name: 'Ana' }).getAttribute('href')).toBe('/u/u1');
  expect(within(unnamed).queryByRole('link')).toBeNull();
});
