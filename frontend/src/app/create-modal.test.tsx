/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { stubResponse } from '../../testing/server.ts';
import { session } from '../lib/session.ts';
import { CreateModal } from './create-modal.tsx';

test('memberships that could not be loaded are an error with a retry, not the lack of a tribe', async () => {
  session.start('t', lucia);
  stubResponse('GET tribes/@me/memberships', { status: 400, body: { error: 'No se pudo', code: 'invalid_input' } });
  await renderApp(<CreateModal />);
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  expect(screen.queryByRole('link', { name: 'Ver tribus' })).toBeNull();
  stubResponse('GET tribes/@me/memberships', { body: { items: [] } });
  await userEvent.click(retry);
  await screen.findByRole('link', { name: 'Ver tribus' });
});
