/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import type { Tribe } from './api.ts';
import { BanList } from './ban-list.tsx';

let banned: string[];
const ban = (name: string) => ({
  user: { id: `of-${name}`, name, avatarUrl: null },
  canLift: true,
  by: null,
  reason: 'Spam',
  authority: 'owner',
  createdAt: '2026-01-01T00:00:00.000Z',
  endsAt: null,
});

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
  banned = ['Ana', 'Beto', 'Cora'];
  stubResponse('GET tribes/7/bans', () => ({ body: { items: banned.map(ban), nextCursor: null } }));
  for (const name of banned)
    stubResponse(`DELETE tribes/7/bans/of-${name}`, () => {
      banned = banned.filter((each) => each !== name);
      return { body: { ok: true } };
    });
});

async function lift(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Levantar el veto a ${name}` }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Levantar el veto' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('after a ban is lifted the focus is on the row in its place, and after the last one above the list', async () => {
  await renderApp(<BanList tribe={{ id: 7 } as unknown as Tribe} />);
  const focusedRow = () => document.activeElement?.closest('li')?.textContent;
  await lift('Beto');
  await waitFor(() => expect(focusedRow()).toMatch(/^Cora/));
  await lift('Cora');
  await waitFor(() => expect(focusedRow()).toMatch(/^Ana/));
  await lift('Ana');
  await screen.findByText('Nadie tiene vetada la entrada');
  await waitFor(() => expect(document.activeElement?.tagName).toBe('P'));
});
