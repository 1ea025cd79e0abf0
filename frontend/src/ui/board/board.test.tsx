/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { renderApp } from '../../../testing/render.tsx';
import { Board } from './board.tsx';
import type { BoardCardEntry } from './board-entries.ts';
import type { CardSlot } from './card-slot.ts';

type Columns = Record<string, string[]>;

function withMoved(columns: Columns, id: string, to: CardSlot): Columns {
  const others = Object.entries(columns).map(([name, its]) => [name, its.filter((each) => each !== id)] as const);
  return Object.fromEntries(
    others.map(([name, its]) => [name, name === to.column ? its.toSpliced(to.index, 0, id) : its]),
  );
}

interface SampleProps {
  start?: Columns;
  /** Delays what a move shows on the screen; by default it is shown at once. */
  after?: (show: () => void) => void;
  cardOf?: (id: string) => BoardCardEntry;
}

const plainCard = (id: string): BoardCardEntry => ({ id, name: id, content: id });

function Sample({
  start = { Uno: ['a', 'b'], Dos: ['c'], Tres: [] },
  after = (show) => show(),
  cardOf = plainCard,
}: SampleProps) {
  const now = useRef(start);
  const [columns, setColumns] = useState(start);
  return (
    <Board
      label="Tablero"
      columns={Object.entries(columns).map(([id, names]) => ({
        id,
        title: id,
        cards: names.map(cardOf),
        empty: 'Nada',
      }))}
      cardIds={() => new Map(Object.entries(now.current))}
      onMove={(id, to) => {
        const moved = withMoved(now.current, id, to);
        now.current = moved;
        after(() => setColumns(moved));
      }}
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

test('keys pressed before the first move is rendered move the card on from its new slot, and it keeps the focus', async () => {
  const shows: (() => void)[] = [];
  await renderApp(<Sample start={{ Uno: ['a', 'b', 'c', 'd'], Dos: [] }} after={(show) => shows.push(show)} />);
  await screen.findByRole('region', { name: 'Tablero' });
  handle('a').focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowLeft}{ArrowDown}');
  expect(shows).toHaveLength(5);
  for (const show of shows.slice(0, 3)) act(show);
  expect([cards('Uno'), cards('Dos')]).toEqual([['b', 'c', 'd'], ['a']]);
  expect(document.activeElement).toBe(handle('a'));
  for (const show of shows.slice(3)) act(show);
  expect([cards('Uno'), cards('Dos')]).toEqual([['b', 'a', 'c', 'd'], []]);
  expect(document.activeElement).toBe(handle('a'));
  expect(screen.getByRole('status').textContent).toBe('a en Uno, 2 de 4');
});

test('a move within a column renders again the two cards whose slots it changes, and no others', async () => {
  let rendered: string[] = [];
  const ids = Array.from({ length: 50 }, (_, index) => `carta ${index}`);
  const entries = new Map(
    [...ids, 'otra'].map((id) => [
      id,
      {
        id,
        content: id,
        get name() {
          rendered.push(id);
          return id;
        },
      },
    ]),
  );
  await renderApp(<Sample start={{ Uno: ids, Dos: ['otra'] }} cardOf={(id) => entries.get(id) ?? plainCard(id)} />);
  await screen.findByRole('region', { name: 'Tablero' });
  handle('carta 20').focus();
  rendered = [];
  await userEvent.keyboard('{ArrowDown}');
  expect(cards('Uno').slice(20, 22)).toEqual(['carta 21', 'carta 20']);
  expect(new Set(rendered)).toEqual(new Set(['carta 20', 'carta 21']));
});

test('the menu of the handle moves a card to another column, without dragging or keys', async () => {
  await renderApp(<Sample />);
  await screen.findByRole('region', { name: 'Tablero' });
  await userEvent.click(handle('b'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mover a Tres' }));
  expect([cards('Uno'), cards('Tres')]).toEqual([['a'], ['b']]);
  expect(screen.getByRole('status').textContent).toBe('b en Tres, 1 de 1');
});
