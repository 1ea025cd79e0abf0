/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../../testing/render.tsx';
import { blankFields, type CreateKind, isClipComplete } from './fields.ts';
import { LinkFields } from './link-fields.tsx';

function Fields({ kind }: { kind: CreateKind }) {
  const [fields, setFields] = useState(blankFields);
  const onChange = (change: object) => setFields((before) => ({ ...before, ...change }));
  const isComplete = isClipComplete(kind, 0, fields);
  return <LinkFields kind={kind} fields={fields} onChange={onChange} isComplete={isComplete} />;
}

const field = () => screen.getByRole<HTMLInputElement>('textbox');
const shown = () =>
  within(screen.getByRole('list', { name: 'Enlaces añadidos' }))
    .getAllByRole('button', { name: /^Quitar el enlace/ })
    .map((button) => button.getAttribute('aria-label')?.replace('Quitar el enlace ', ''));

test('a link is added with its site by Enter or by the button, and removed', async () => {
  await renderApp(<Fields kind="post" />);
  await userEvent.type(field(), 'youtu.be/dQw4w9WgXcQ{Enter}');
  await userEvent.type(field(), 'https://example.com/a.mp4');
  await userEvent.click(screen.getByRole('button', { name: 'Añadir enlace' }));
  expect([shown(), field().value]).toEqual([['https://youtu.be/dQw4w9WgXcQ', 'https://example.com/a.mp4'], '']);
  screen.getByText('YouTube');
  screen.getByText('example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Quitar el enlace https://youtu.be/dQw4w9WgXcQ' }));
  expect(shown()).toEqual(['https://example.com/a.mp4']);
});

test('an address that is not https stays in the field with the reason, until it is changed', async () => {
  await renderApp(<Fields kind="post" />);
  await userEvent.type(field(), 'http://example.com/{Enter}');
  screen.getByText('No es una dirección https completa.');
  expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['http://example.com/', 'true']);
  await userEvent.type(field(), 'a');
  expect(screen.queryByText('No es una dirección https completa.')).toBeNull();
  expect(screen.queryByRole('list')).toBeNull();
});

test('a pasted list adds each address once up to the limit; the excess stays in the field', async () => {
  await renderApp(<Fields kind="post" />);
  await userEvent.click(field());
  await userEvent.paste('a.es, b.es\nhttps://a.es/\nc.es\nd.es\ne.es\nf.es');
  expect(shown()).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `https://${name}.es/`));
  expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['f.es', 'true']);
  expect(screen.getByRole('button', { name: 'Añadir enlace' }).hasAttribute('disabled')).toBe(true);
});

test('a clip has one link', async () => {
  await renderApp(<Fields kind="reel" />);
  await userEvent.click(screen.getByLabelText('Enlace del video'));
  await userEvent.paste('a.es\nb.es');
  expect([shown(), field().value]).toEqual([['https://a.es/'], 'b.es']);
});

test('a clip with its link has no field for another, and the focus goes to the link', async () => {
  await renderApp(<Fields kind="reel" />);
  await userEvent.type(field(), 'a.es{Enter}');
  expect([shown(), screen.queryByRole('textbox')]).toEqual([['https://a.es/'], null]);
  const list = screen.getByRole('list', { name: 'Enlaces añadidos' });
  expect(list.contains(document.activeElement)).toBe(true);
  await userEvent.click(within(list).getByRole('button', { name: 'Quitar el enlace https://a.es/' }));
  expect(field().value).toBe('');
});
