/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { forgetDrafts, useTextDraft } from './drafts.ts';
import { session } from './session.ts';

function Field() {
  const [text, setText] = useTextDraft('chat:7');
  return <input aria-label="Mensaje" value={text} onChange={({ target }) => setText(() => target.value)} />;
}

function Sender({ onReady }: { onReady: (change: ReturnType<typeof useTextDraft>[1]) => void }) {
  const [, change] = useTextDraft('chat:7');
  onReady(change);
  return null;
}

const show = () => renderApp(<Field />);
const field = () => screen.getByLabelText('Mensaje');

beforeEach(() => {
  localStorage.clear();
  forgetDrafts();
  session.start('t', lucia);
});

afterEach(() => session.end());

test('what was begun is there when one comes back, until it is emptied', async () => {
  const first = await show();
  await userEvent.type(field(), 'Mañana llevo pan');
  first.unmount();
  const second = await show();
  expect(field()).toHaveProperty('value', 'Mañana llevo pan');
  await userEvent.clear(field());
  second.unmount();
  await show();
  expect(field()).toHaveProperty('value', '');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

test('a draft is of the person who wrote it, and goes when they sign out', async () => {
  const first = await show();
  await userEvent.type(field(), 'Solo mío');
  first.unmount();
  session.start('t2', { ...lucia, id: 'another' });
  const second = await show();
  expect(field()).toHaveProperty('value', '');
  second.unmount();
  session.start('t', lucia);
  forgetDrafts();
  await show();
  expect(field()).toHaveProperty('value', '');
});

test('what could not be sent after the screen was left comes back; after signing out nothing does', async () => {
  let change: ReturnType<typeof useTextDraft>[1] = () => undefined;
  const sender = await renderApp(
    <Sender
      onReady={(ready) => {
        change = ready;
      }}
    />,
  );
  sender.unmount();
  change(() => 'Vuelve');
  const shown = await show();
  expect(field()).toHaveProperty('value', 'Vuelve');
  shown.unmount();
  session.end();
  forgetDrafts();
  change(() => 'Tarde');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});
