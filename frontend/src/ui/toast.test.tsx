/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderApp } from '../../testing/render.tsx';
import { setLanguage, useTexts } from '../lib/i18n.ts';
import { Toaster, toast } from './toast.tsx';

afterEach(() => {
  jest.useRealTimers();
});

function wait(ms: number): void {
  act(() => {
    jest.advanceTimersByTime(ms);
  });
}

test('a toast is announced and disappears after 3 s, unless a pointer or the focus is on it', async () => {
  await renderApp(<Toaster />);
  jest.useFakeTimers();
  act(() => toast(() => 'Publicado'));
  expect(screen.getByRole('status').textContent).toContain('Publicado');
  wait(2_900);
  fireEvent.pointerEnter(screen.getByText('Publicado').parentElement ?? document.body);
  wait(10_000);
  expect(screen.getByText('Publicado')).toBeTruthy();
  fireEvent.pointerLeave(screen.getByText('Publicado').parentElement ?? document.body);
  wait(3_000);
  expect(screen.queryByText('Publicado')).toBeNull();
});

test('the action of a toast runs once and closes it', async () => {
  await renderApp(<Toaster />);
  let undone = 0;
  const run = () => {
    undone += 1;
  };
  act(() => toast(() => 'Borrado', { action: { label: () => 'Deshacer', run } }));
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(undone).toBe(1);
  expect(screen.queryByText('Borrado')).toBeNull();
});

function Saver() {
  const { t } = useTexts();
  const action = { label: () => t('ui.cancel'), run: () => undefined };
  const show = () => toast(() => t('ui.close'), { action });
  return (
    <button type="button" onClick={show}>
      {t('ui.save')}
    </button>
  );
}

test('a toast that is shown when the language changes follows it', async () => {
  await renderApp(
    <>
      <Saver />
      <Toaster />
    </>,
  );
  fireEvent.click(screen.getByText('Guardar'));
  const texts = () => screen.getByRole('status').textContent;
  const spanish = texts();
  await act(() => setLanguage('en'));
  expect([spanish, texts()]).toEqual(['CerrarCancelar', 'CloseCancel']);
});

let textLater = () => '';

function Sender() {
  const { t } = useTexts();
  textLater = () => t('ui.close');
  return null;
}

test('the text of a toast is in the language of the moment, also when its screen was shown in another', async () => {
  const { unmount } = await renderApp(<Sender />);
  unmount();
  await setLanguage('zh');
  expect(textLater()).toBe('关闭');
});
