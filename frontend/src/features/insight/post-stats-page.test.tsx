/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, type StubbedResponse, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { PostStatsPage } from './post-stats-page.tsx';

const numbers = { posts: 3, comments: 20, reactions: 100, views: 5000 };
const statsOf = (...items: { key: string; name: string }[]): StubbedResponse => ({
  body: {
    from: '2026-03-01',
    to: '2026-03-02',
    totals: numbers,
    items: items.map((item) => ({ ...item, ...numbers })),
  },
});
const days = statsOf({ key: '2026-03-01', name: '2026-03-01' }, { key: '2026-03-02', name: '2026-03-02' });

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

test('the chart of days waits for them when another group was shown before', async () => {
  const { promise, resolve } = Promise.withResolvers<StubbedResponse>();
  stubResponse('GET admin/post-stats', ({ path }) =>
    path.includes('by=tag') ? statsOf({ key: 'mimbre', name: 'mimbre' }) : promise,
  );
  await renderApp(<PostStatsPage />, { path: '/tools/post-stats?by=tag' });
  await screen.findByRole('row', { name: /#mimbre/ });
  await userEvent.click(screen.getByRole('button', { name: 'Por día' }));
  expect(screen.queryByRole('figure')).toBeNull();
  resolve(days);
  const chart = await screen.findByRole('figure', { name: 'Cada día' });
  expect(within(chart).getByText('2 mar 2026')).toBeTruthy();
});
