/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
import { session, useMe } from '../../lib/session.ts';
import { AvatarEditor } from './avatar-editor.tsx';

beforeEach(() => {
  forgetRequests();
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
});

test('a file that only has the name of a picture is refused with a message, and another can be chosen', async () => {
  const { container } = await renderApp(<AvatarEditor me={lucia} />);
  const choose = (content: string, name: string) =>
    userEvent.upload(
      screen.getByLabelText('Elegir una imagen', { selector: 'input' }),
      new File([content], name, { type: 'image/png' }),
    );
  const picture = () => container.querySelector('img[src="blob:picture"]');
  await choose('<svg/>', 'fake.png');
  await waitFor(() => expect(picture()).toBeTruthy());
  fireEvent.error(picture() ?? container);
  expect(await screen.findByText('Tipo de archivo no válido. Use JPG, PNG, GIF o WebP.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Usar esta imagen' })).toBeNull();
  await choose('real', 'real.png');
  await waitFor(() => expect(picture()).toBeTruthy());
  expect(screen.queryByText(/Tipo de archivo no válido/)).toBeNull();
});

test('the message is about the file chosen last', async () => {
  const { container } = await renderApp(<AvatarEditor me={lucia} />);
  const choose = (file: File) =>
    userEvent.upload(screen.getByLabelText('Elegir una imagen', { selector: 'input' }), file);
  const picture = () => container.querySelector('img[src="blob:picture"]');
  const alert = () => screen.getByRole('alert').textContent;
  const wrongType = 'Tipo de archivo no válido. Use JPG, PNG, GIF o WebP.';
  const empty = new File([], 'empty.png', { type: 'image/png' });
  const unreadable = new File(['<svg/>'], 'fake.png', { type: 'image/png' });
  const large = new File(['real'], 'large.png', { type: 'image/png' });
  Object.defineProperty(large, 'size', { value: 6 * 1024 * 1024 });
  await choose(unreadable);
  await waitFor(() => expect(picture()).toBeTruthy());
  fireEvent.error(picture() ?? container);
  await waitFor(() => expect(alert()).toBe(wrongType));
  await choose(empty);
  await waitFor(() => expect(alert()).toBe('Este archivo está vacío.'));
  await choose(large);
  await waitFor(() => expect(alert()).toBe('El archivo es demasiado grande. Máximo 5MB.'));
  await choose(unreadable);
  await waitFor(() => expect(picture()).toBeTruthy());
  fireEvent.error(picture() ?? container);
  await waitFor(() => expect(alert()).toBe(wrongType));
});

test('a picture that was chosen but not used is not there after leaving the editor', async () => {
  session.start('t', lucia);
  const first = await renderApp(<AvatarEditor me={lucia} />);
  const field = () => screen.getByLabelText('Elegir una imagen', { selector: 'input' });
  await userEvent.upload(field(), new File(['real'], 'real.png', { type: 'image/png' }));
  await screen.findByRole('button', { name: 'Usar esta imagen' });
  first.unmount();
  const { unmount } = await renderApp(<AvatarEditor me={lucia} />);
  expect(field()).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Usar esta imagen' })).toBeNull();
  unmount();
  session.end();
});

function OwnAvatar() {
  const me = useMe();
  return me && <AvatarEditor me={me} />;
}

test('after an emoji is chosen or the avatar removed the focus is on the first way to choose another', async () => {
  session.start('t', lucia);
  stubResponse('PUT auth/me', ({ body }) => ({ body: { ...lucia, ...Object(body) } }));
  stubResponse('POST auth/persist-emoji', { body: { ok: true } });
  const { unmount } = await renderApp(<OwnAvatar />);
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  const focused = () => document.activeElement;
  await press('Elegir un emoji');
  await press('😀');
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Elegir una imagen' })));
  await press('Quitar avatar');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Quitar avatar' })).toBeNull());
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Elegir una imagen' })));
  unmount();
  session.end();
});
