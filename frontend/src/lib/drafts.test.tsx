/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { DraftNote } from './draft-note.tsx';
import { forgetDrafts, useFormDraft, useTextDraft } from './drafts.ts';
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

/** Returns the setter of a draft after its screen was left, as a message that is still being sent has it. */
async function senderThatLeft() {
  let change: ReturnType<typeof useTextDraft>[1] = () => undefined;
  const sender = await renderApp(
    <Sender
      onReady={(ready) => {
        change = ready;
      }}
    />,
  );
  sender.unmount();
  return change;
}

const field = () => screen.getByLabelText('Mensaje');

beforeEach(() => {
  localStorage.clear();
  forgetDrafts();
  session.start('t', lucia);
});

afterEach(() => session.end());

test('a draft is restored when a person returns to the form, until it is emptied', async () => {
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

test('a draft belongs to the person who wrote it, and is deleted when they sign out', async () => {
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

test('a draft of a visitor is stored for the tab, and deleted when a person signs in', async () => {
  session.end();
  const first = await show();
  await userEvent.type(field(), 'De una visita');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual(['draft:visitor:chat:7']);
  first.unmount();
  session.start('t', lucia);
  session.end('expired');
  await show();
  expect(field()).toHaveProperty('value', '');
});

test('text that failed to send after the screen was left is restored as a draft; after signing out it is not', async () => {
  const change = await senderThatLeft();
  change(() => 'Vuelve');
  const shown = await show();
  expect(field()).toHaveProperty('value', 'Vuelve');
  shown.unmount();
  session.end();
  forgetDrafts();
  change(() => 'Tarde');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

test.each([
  { who: 'the same person', next: lucia, value: 'Después' },
  { who: 'another person', next: { ...lucia, id: 'another' }, value: '' },
])('text typed since a session expired is in the draft of $who who signs in: "$value"', async ({ next, value }) => {
  session.end('expired');
  const visit = await show();
  await userEvent.type(field(), 'Después');
  visit.unmount();
  session.start('t2', next);
  await show();
  expect(field()).toHaveProperty('value', value);
  const texts = [localStorage, sessionStorage].flatMap((storage) => Object.values(storage));
  expect(texts.includes('"Después"')).toBe(value !== '');
});

test('text that failed to send because the session expired is restored to its author', async () => {
  const change = await senderThatLeft();
  session.end('expired');
  change(() => 'Vuelve');
  session.start('t2', lucia);
  await show();
  expect(field()).toHaveProperty('value', 'Vuelve');
});

interface Words {
  title: string;
  text: string;
}

/** A form that edits saved values; `sent` receives the function that marks it as sent. */
function WordsForm({ saved, sent }: { saved: Words; sent?: (markSent: () => void) => void }) {
  const form = useFormDraft('words:1', saved);
  const [values, change] = form.draft;
  return (
    <form>
      <DraftNote of={form} />
      <input
        aria-label="Texto"
        value={values.text}
        onChange={({ target }) => change((before) => ({ ...before, text: target.value }))}
      />
      <button type="button" onClick={() => sent?.(form.markSent)}>
        Enviar
      </button>
    </form>
  );
}

const saved: Words = { title: 'Uno', text: 'Como está' };
const words = () => screen.getByLabelText('Texto');
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));

/** Types into the form and leaves it. */
async function leaveDraft(text: string): Promise<void> {
  const form = await renderApp(<WordsForm saved={saved} />);
  await userEvent.type(words(), text);
  form.unmount();
}

test('a form with edited values is restored with a note, and discarded by its button', async () => {
  await leaveDraft(', y más');
  await renderApp(<WordsForm saved={saved} />);
  expect(words()).toHaveProperty('value', 'Como está, y más');
  await screen.findByText('Recuperado de la última vez, sin guardar.');
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(words()).toHaveProperty('value', 'Como está');
  expect(screen.queryByText('Recuperado de la última vez, sin guardar.')).toBeNull();
  expect(document.activeElement).toBe(words());
  expect(stored()).toEqual([]);
});

test('a form without an earlier draft shows no note', async () => {
  await renderApp(<WordsForm saved={saved} />);
  await userEvent.type(words(), '!');
  expect(screen.queryByText('Recuperado de la última vez, sin guardar.')).toBeNull();
});

test('a draft of values that another person has changed since is dropped', async () => {
  await leaveDraft(', y más');
  await renderApp(<WordsForm saved={{ ...saved, title: 'Dos' }} />);
  expect(words()).toHaveProperty('value', 'Como está');
});

test('input typed since a session expired is restored for the same person, over the initial values of the form', async () => {
  session.end('expired');
  const visit = await renderApp(<WordsForm saved={{ title: '', text: '' }} />);
  await userEvent.type(words(), 'Nuevo');
  visit.unmount();
  session.start('t2', lucia);
  const form = await renderApp(<WordsForm saved={saved} />);
  expect(words()).toHaveProperty('value', 'Nuevo');
  await userEvent.type(words(), '!');
  form.unmount();
  const [key = ''] = stored();
  expect(JSON.parse(localStorage.getItem(key) ?? '').content).toEqual({ title: 'Uno', text: 'Nuevo!' });
});

test('a stored value of another shape is not restored', async () => {
  const key = `draft:${lucia.id}:words:1`;
  localStorage.setItem(key, JSON.stringify({ base: JSON.stringify(saved), content: { title: 'Uno', text: 7 } }));
  await renderApp(<WordsForm saved={saved} />);
  expect(words()).toHaveProperty('value', 'Como está');
});

test('a sent draft is removed, but not text typed during the request', async () => {
  let markSent = (): void => undefined;
  await renderApp(
    <WordsForm
      saved={saved}
      sent={(mark) => {
        markSent = mark;
      }}
    />,
  );
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await userEvent.type(words(), '.');
  await send();
  await userEvent.type(words(), ' Sigo.');
  act(() => markSent());
  expect(words()).toHaveProperty('value', 'Como está. Sigo.');
  await send();
  act(() => markSent());
  expect(words()).toHaveProperty('value', 'Como está');
  expect(stored()).toEqual([]);
});

/** The form, and buttons that simulate a change by another person. */
function WordsOfAll() {
  const [now, setNow] = useState(saved);
  return (
    <>
      <WordsForm saved={now} />
      {['Como estará', 'De otra'].map((text) => (
        <button key={text} type="button" onClick={() => setNow({ ...saved, text })}>
          {text}
        </button>
      ))}
    </>
  );
}

test('typed text is kept when the saved values change; an untouched form shows the change', async () => {
  await renderApp(<WordsOfAll />);
  await userEvent.click(screen.getByRole('button', { name: 'Como estará' }));
  expect(words()).toHaveProperty('value', 'Como estará');
  await userEvent.type(words(), '!');
  await userEvent.click(screen.getByRole('button', { name: 'De otra' }));
  expect(words()).toHaveProperty('value', 'Como estará!');
});

/** Another tab changes or removes a stored value. */
function changeElsewhere(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
}

test('an untouched form follows the draft of another tab, until that is sent', async () => {
  const key = `draft:${lucia.id}:chat:7`;
  await show();
  changeElsewhere(key, '"Desde la otra"');
  expect(field()).toHaveProperty('value', 'Desde la otra');
  changeElsewhere(key, null);
  expect(field()).toHaveProperty('value', '');
});

test('text typed here stays when another tab changes or sends the draft', async () => {
  const key = `draft:${lucia.id}:chat:7`;
  await show();
  await userEvent.type(field(), 'Lo de aquí');
  changeElsewhere(key, '"Desde la otra"');
  changeElsewhere(key, null);
  expect(field()).toHaveProperty('value', 'Lo de aquí');
});

test('a form that is opened again shows its draft as another tab has changed it since', async () => {
  const first = await show();
  await userEvent.type(field(), 'Lo de antes');
  first.unmount();
  changeElsewhere(`draft:${lucia.id}:chat:7`, '"Desde la otra"');
  await show();
  expect(field()).toHaveProperty('value', 'Desde la otra');
});

test('text that fails to send after the screen was opened again is restored in it', async () => {
  const change = await senderThatLeft();
  await show();
  act(() => change(() => 'Vuelve'));
  expect(field()).toHaveProperty('value', 'Vuelve');
});
