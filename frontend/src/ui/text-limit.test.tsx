/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../testing/render.tsx';
import { setLanguage } from '../lib/i18n.ts';
import { useForm } from '../lib/use-form.ts';
import { Input } from './input.tsx';
import { Textarea } from './textarea.tsx';

interface Fields {
  name: string;
  text: string;
}

/** A form of react-hook-form, whose fields contain their own values; its output shows the sent values. */
function Registered({ initial }: { initial: Fields }) {
  const { register, handleSubmit } = useForm<Fields>({ defaultValues: initial });
  const [sent, setSent] = useState('');
  return (
    <form noValidate onSubmit={handleSubmit(({ name, text }) => setSent(`${name}|${text}`))}>
      <Input {...register('name')} label="Nombre" limit={5} />
      <Textarea {...register('text')} label="Texto" hint="Lo que quieras" limit={10} />
      <button type="submit">Enviar</button>
      <output>{sent}</output>
    </form>
  );
}

/** A form with state of its own. */
function Controlled() {
  const [text, setText] = useState('');
  const [sent, setSent] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent(text);
      }}
    >
      <Textarea label="Texto" limit={10} value={text} onChange={({ target }) => setText(target.value)} />
      <button type="submit">Enviar</button>
      <output>{sent}</output>
    </form>
  );
}

const name = () => screen.getByLabelText('Nombre');
const text = () => screen.getByLabelText('Texto');
const sent = () => document.querySelector('output')?.textContent;
const send = () => userEvent.click(screen.getByRole('button', { name: 'Enviar' }));

async function paste(field: HTMLElement, pasted: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(pasted);
}

/** The description of a field. */
const noteOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';

test('a paste that is too long is kept and counted, and is not sent until it is shortened', async () => {
  await renderApp(<Registered initial={{ name: '', text: '' }} />);
  expect(noteOf(text())).toBe('Lo que quieras');
  await paste(text(), 'doce signos.');
  expect(text()).toHaveProperty('value', 'doce signos.');
  expect(noteOf(text())).toBe('Sobran 2 caracteres: el máximo es 10.');
  expect(text().getAttribute('aria-invalid')).toBe('true');
  screen.getByText('12/10');
  await send();
  expect(sent()).toBe('');
  expect(document.activeElement).toBe(text());
  await userEvent.keyboard('{Backspace}');
  expect(noteOf(text())).toBe('Sobra 1 carácter: el máximo es 10.');
  await userEvent.keyboard('{Backspace}');
  expect(noteOf(text())).toBe('Lo que quieras');
  expect(text().getAttribute('aria-invalid')).toBeNull();
  await send();
  await waitFor(() => expect(sent()).toBe('|doce signo'));
});

test('the first of two fields that are too long has the focus, and Enter in it sends nothing', async () => {
  await renderApp(<Registered initial={{ name: '', text: '' }} />);
  await paste(name(), 'Fulana');
  await paste(text(), 'doce signos.');
  await send();
  expect(document.activeElement).toBe(name());
  await userEvent.keyboard('{Enter}');
  expect(sent()).toBe('');
});

test('space around a text does not count, because it is not sent', async () => {
  await renderApp(<Registered initial={{ name: '', text: '' }} />);
  await paste(name(), ' Ana   ');
  expect(name().getAttribute('aria-invalid')).toBeNull();
});

test('a restored text that is too long shows its error before any typing', async () => {
  await renderApp(<Registered initial={{ name: '', text: 'doce signos.' }} />);
  expect(noteOf(text())).toBe('Sobran 2 caracteres: el máximo es 10.');
});

test('a form with state of its own is also blocked', async () => {
  await renderApp(<Controlled />);
  await paste(text(), 'doce signos.');
  await send();
  expect(sent()).toBe('');
  await userEvent.type(text(), '{Backspace}{Backspace}');
  await send();
  expect(sent()).toBe('doce signo');
});

test('the number is announced politely once typing pauses, not with each key', async () => {
  await renderApp(<Controlled />);
  await paste(text(), 'doce signos y');
  const announced: (string | null)[] = [];
  const status = document.querySelector('span[aria-live=polite]');
  const observer = new MutationObserver(() => announced.push(status?.textContent ?? null));
  if (!status) throw new Error('no status element');
  observer.observe(status, { childList: true, characterData: true, subtree: true });
  await userEvent.type(text(), '{Backspace}{Backspace}');
  await waitFor(() => expect(announced).toEqual(['Sobra 1 carácter: el máximo es 10.']));
  expect(document.getElementById(text().getAttribute('aria-describedby') ?? '')?.getAttribute('aria-live')).toBe('off');
  observer.disconnect();
});

test.each([
  ['en', '2 characters too many: the limit is 10.', '1 character too many: the limit is 10.'],
  ['zh', '超出 2 个字符，最多 10 个。', '超出 1 个字符，最多 10 个。'],
  ['es', 'Sobran 2 caracteres: el máximo es 10.', 'Sobra 1 carácter: el máximo es 10.'],
] as const)('%s has a singular and a plural', async (language, several, one) => {
  await renderApp(<Controlled />);
  await act(() => setLanguage(language));
  await paste(text(), 'doce signos.');
  await waitFor(() => expect(noteOf(text())).toBe(several));
  await userEvent.keyboard('{Backspace}');
  await waitFor(() => expect(noteOf(text())).toBe(one));
});

test('a search is cut at its maximum length', async () => {
  await renderApp(<Input label="Buscar" cutAt={4} />);
  expect(screen.getByLabelText('Buscar').getAttribute('maxlength')).toBe('4');
});
