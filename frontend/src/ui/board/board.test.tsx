/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../../testing/render.tsx';
import { Board } from './board.tsx';

/** `after` delays a move on the screen; by default it applies at once. */
function Sample({ after = (show) => show() }: { after?: (show: () => void) => void }) {
  const [columns, setColumns] = useState<Record<string, string[]>>({ Uno: ['a', 'b'], Dos: ['c'], Tres: [] });
  return (
    <Board
      label="Tablero"
      columns={Object.entries(columns).map(([id, names]) => ({
        id,
        title: id,
        cards: names.map((name) => ({ id: name, name, content: name })),
        empty: 'Nada',
      }))}
      onMove={(id, to) =>
        after(() =>
          setColumns((before) => {
            const rest = Object.entries(before).map(
              ([name, its]) => [name, its.filter((each) => each !== id)] as const,
            );
            return Object.fromEntries(
              rest.map(([name, its]) => [name, name === to.column ? its.toSpliced(to.index, 0, id) : its]),
            );
          }),
        )
      }
      moveToText={(column) => `Mover a ${column}`}
      movedText={({ name, column, number, total }) => `${name} en ${column}, ${number} de ${total}`}
    />
  );
}

const cards = (column: string) =>
  within(screen.getByRole('region', { name: new RegExp(`^${column}`) }))
    .queryAllByRole('listitem')
    .map((item) => item.textContent);
const handle = (name: string) => screen.getByRole('button', { name: new RegExp(`^Mover ${name},`) });

test('arrow keys move a card within its column and across columns, keep the focus on it, and the move is announced', async () => {
  await renderApp(<Sample />);
  await screen.findByRole('region', { name: 'Tablero' });
  handle('a').focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(cards('Uno')).toEqual(['b', 'a']);
  await userEvent.keyboard('{ArrowRight}');
  expect([cards('Uno'), cards('Dos')]).toEqual([['b'], ['c', 'a']]);
  expect(document.activeElement).toBe(handle('a'));
  expect(screen.getByRole('status').textContent).toBe('a en Dos, 2 de 2');
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}');
  expect([cards('Dos'), cards('Tres')]).toEqual([['c'], ['a']]);
  expect(document.activeElement).toBe(handle('a'));
});

test('a delayed move is announced once the card is in its new slot, with the focus on the card', async () => {
  const shows: (() => void)[] = [];
  await renderApp(<Sample after={(show) => shows.push(show)} />);
  await screen.findByRole('region', { name: 'Tablero' });
  handle('a').focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => shows[0]?.());
  expect(screen.getByRole('status').textContent).toBe('a en Dos, 1 de 2');
  expect(document.activeElement).toBe(handle('a'));
});

test('the menu of the handle moves a card to another column, without dragging or keys', async () => {
  await renderApp(<Sample />);
  await screen.findByRole('region', { name: 'Tablero' });
  await userEvent.click(handle('b'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mover a Tres' }));
  expect([cards('Uno'), cards('Tres')]).toEqual([['a'], ['b']]);
  expect(screen.getByRole('status').textContent).toBe('b en Tres, 1 de 1');
});
