/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { InboxLink } from './inbox-link.tsx';

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});
afterEach(() => session.end());

test.each([
  [0, 0, 'Bandeja', false],
  [1, 0, 'Bandeja, 1 aviso sin leer', true],
  [0, 2, 'Bandeja, 2 mensajes sin leer', true],
  [3, 1, 'Bandeja, 3 avisos sin leer y 1 mensaje', true],
])('the bell is marked and labelled for %i notifications and %i messages', async (count, messages, name, isMarked) => {
  stubResponse('GET notifications/count', { body: { count, messages } });
  await renderApp(<InboxLink />);
  const link = await screen.findByRole('link', { name });
  expect(link.querySelector('.bg-ember') !== null).toBe(isMarked);
});
