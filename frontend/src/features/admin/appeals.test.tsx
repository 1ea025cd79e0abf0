/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
import { Appeals } from './appeals.tsx';

const appealOf = (userName: string) => ({
  id: userName,
  userId: userName,
  userName,
  kind: 'silence',
  appeal: { text: `Soy ${userName}`, at: '2026-01-01T00:00:00.000Z' },
});

beforeEach(() => {
  forgetRequests();
  stubResponse('GET admin/appeals', ({ path }) => ({
    body: path.includes('cursor=next')
      ? { items: [appealOf('Nora')], nextCursor: null }
      : { items: [appealOf('Hugo')], nextCursor: 'next' },
  }));
});

test('appeals beyond the first page are loaded by a button', async () => {
  await renderApp(<Appeals onOpen={() => undefined} />);
  expect(await screen.findByText('Soy Hugo')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cargar más' }));
  expect(await screen.findByText('Soy Nora')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cargar más' })).toBeNull();
});
