/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useScreenKeys } from './use-screen-keys.ts';

function Screen({ onKey }: { onKey: (key: string) => void }) {
  useScreenKeys(({ key }) => onKey(key));
  return (
    <>
      <button type="button">Siguiente</button>
      <input type="radio" aria-label="Quitar" />
      <textarea aria-label="Mensaje" />
      <input type="range" aria-label="Nota" />
      <button type="button" role="combobox" aria-expanded="false" aria-controls="reasons">
        Motivo
      </button>
      <div id="reasons" role="listbox" tabIndex={0} aria-label="Motivos" />
      <div role="dialog" tabIndex={-1} aria-label="Filtros" />
    </>
  );
}

test('keys reach the screen, except in text fields and lists and for shortcuts of the browser', () => {
  const keys: string[] = [];
  const { unmount } = render(<Screen onKey={(key) => keys.push(key)} />);
  const own = [document.body, screen.getByText('Siguiente'), screen.getByLabelText('Quitar')];
  for (const target of own) fireEvent.keyDown(target, { key: 'j' });
  expect(keys).toEqual(['j', 'j', 'j']);
  const others = ['Mensaje', 'Nota', 'Motivos', 'Filtros'].map((label) => screen.getByLabelText(label));
  for (const target of [...others, screen.getByText('Motivo')]) fireEvent.keyDown(target, { key: 'k' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  unmount();
  fireEvent.keyDown(document.body, { key: 'k' });
  expect(keys).toEqual(['j', 'j', 'j']);
});
