/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../../testing/render.tsx';
import type { Language } from '../../lib/i18n.ts';
import { DragList } from './drag-list.tsx';

interface SampleProps {
  fixedCount?: number;
  initial?: string[];
  removable?: boolean;
}

function Sample({ fixedCount, initial = ['Uno', 'Dos', 'Tres'], removable = false }: SampleProps) {
  const [items, setItems] = useState(initial);
  return (
    <DragList
      label="Orden"
      items={items}
      itemId={(item) => item}
      itemName={(item) => item}
      fixedCount={fixedCount}
      onReorder={setItems}
    >
      {(item) => (
        <>
          <b>{item}</b>
          {removable && (
            <button
              type="button"
              aria-label={`Quitar ${item}`}
              onClick={() => setItems(items.filter((each) => each !== item))}
            />
          )}
        </>
      )}
    </DragList>
  );
}

/** Lists of which only the last one can be reordered: its handle shows that the code for dragging is loaded. */
function Unmovable() {
  return (
    <>
      <Sample initial={['Solo']} />
      <Sample initial={['Fija', 'Libre']} fixedCount={1} />
      <Sample initial={['Fija', 'Otra fija']} fixedCount={2} />
      <Sample />
    </>
  );
}

const order = () =>
  within(screen.getByRole('list', { name: 'Orden' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
const handle = (name: RegExp) => screen.findByRole('button', { name });

test.each([
  ['es', 'Uno está ahora en el lugar 2 de 3'],
  ['en', 'Uno is now number 2 of 3'],
  ['zh', 'Uno现在是第 2 个，共 3 个'],
] as [Language, string][])(
  'in %s arrow keys move an item, keep the focus on it, and the move is announced',
  async (language, text) => {
    await renderApp(<Sample />, { language });
    expect(order()).toEqual(['Uno', 'Dos', 'Tres']);
    const uno = await handle(/Uno/);
    uno.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(order()).toEqual(['Dos', 'Uno', 'Tres']);
    expect(document.activeElement).toBe(uno);
    expect(screen.getByRole('status').textContent).toBe(text);
    await userEvent.keyboard('{End}');
    expect(order()).toEqual(['Dos', 'Tres', 'Uno']);
    await userEvent.keyboard('{ArrowDown}{Home}');
    expect(order()).toEqual(['Uno', 'Dos', 'Tres']);
  },
);

test('the menu of the handle moves an item, without dragging or keys', async () => {
  await renderApp(<Sample />);
  await userEvent.click(await handle(/Tres/));
  const last = await screen.findByRole('menuitem', { name: 'Mover al final' });
  expect(last.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Mover al principio' }));
  await waitFor(() => expect(order()).toEqual(['Tres', 'Uno', 'Dos']));
});

test('after the removal of an item the focus is on the one in its place, and on the last one after that of the last', async () => {
  await renderApp(<Sample removable />);
  await handle(/^(?!Quitar).*Uno/);
  const remove = (name: string) => userEvent.click(screen.getByRole('button', { name: `Quitar ${name}` }));
  const focusedRow = () => document.activeElement?.closest('li')?.textContent;
  await remove('Dos');
  expect(focusedRow()).toBe('Tres');
  await remove('Tres');
  expect(focusedRow()).toBe('Uno');
});

test('a fixed item has no handle, and neither keys nor the menu move another one before it', async () => {
  await renderApp(<Sample fixedCount={1} />);
  const tres = await handle(/Tres/);
  expect(screen.queryByRole('button', { name: /Uno/ })).toBeNull();
  tres.focus();
  await userEvent.keyboard('{Home}');
  expect(order()).toEqual(['Uno', 'Tres', 'Dos']);
  await userEvent.keyboard('{ArrowUp}');
  expect(order()).toEqual(['Uno', 'Tres', 'Dos']);
  await userEvent.click(tres);
  for (const name of ['Mover al principio', /antes|arriba/i])
    expect((await screen.findByRole('menuitem', { name })).getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await handle(/Dos/));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mover al principio' }));
  await waitFor(() => expect(order()).toEqual(['Uno', 'Dos', 'Tres']));
});

test('an item that has no other place to go has no handle, and its list no marks of fixed items', async () => {
  await renderApp(<Unmovable />);
  await handle(/Uno/);
  const lists = screen.getAllByRole('list', { name: 'Orden' });
  expect(lists.map((list) => within(list).queryAllByRole('button').length)).toEqual([0, 0, 0, 3]);
  expect(lists.map((list) => list.querySelectorAll('svg').length)).toEqual([0, 0, 0, 3]);
  expect(lists.map((list) => list.textContent)).toEqual(['Solo', 'FijaLibre', 'FijaOtra fija', 'UnoDosTres']);
});
