/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../../testing/render.tsx';
import { MenuItem } from '../menu.tsx';
import type { Column, Sort } from './columns.ts';
import type { Selection } from './selection.ts';
import { Table } from './table.tsx';
import type { TableProps } from './table-props.ts';

interface Row {
  id: string;
  name: string;
  posts: number;
}

const rows: Row[] = [
  { id: 'a', name: 'Lucía', posts: 3 },
  { id: 'b', name: 'Iñaki', posts: 12 },
];
const columns: Column<Row>[] = [
  { id: 'name', header: 'Nombre', sortable: true, cell: ({ name }) => name },
  { id: 'posts', header: 'Posts', sortable: true, numeric: true, cell: ({ posts }) => posts },
  { id: 'note', header: 'Nota', cell: () => '–' },
];

function Sample(props: Partial<TableProps<Row>>) {
  const [sort, setSort] = useState<Sort | null>(null);
  const [selection, setSelection] = useState<Selection>(new Set());
  return (
    <Table
      label="Personas"
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      sort={sort}
      onSort={setSort}
      selection={selection}
      onSelect={setSelection}
      bulkActions={<button type="button">Borrar</button>}
      empty={<p>Nadie</p>}
      {...props}
    />
  );
}

afterEach(() => {
  jest.restoreAllMocks();
});

/** The screen of a phone: no query about width matches. */
function onPhone(): void {
  const list = Object.assign(new EventTarget(), { matches: false });
  jest.spyOn(window, 'matchMedia').mockReturnValue(list as MediaQueryList);
}

test('rows have a header of their own, and a column shows its order', async () => {
  await renderApp(<Sample />);
  const table = screen.getByRole('table', { name: 'Personas' });
  expect(within(table).getByRole('rowheader', { name: 'Lucía' })).toBeTruthy();
  const head = () => within(table).getByRole('columnheader', { name: 'Posts' });
  expect(head().getAttribute('aria-sort')).toBe('none');
  within(head()).getByRole('button').focus();
  await userEvent.keyboard('{Enter}');
  expect(head().getAttribute('aria-sort')).toBe('ascending');
  await userEvent.keyboard('{Enter}');
  expect(head().getAttribute('aria-sort')).toBe('descending');
  expect(within(table).getByRole('columnheader', { name: 'Nota' }).getAttribute('aria-sort')).toBeNull();
});

test('the box for all is half checked with some, and the selection is announced and has actions', async () => {
  await renderApp(<Sample />);
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Seleccionar todo' });
  screen.getByRole('checkbox', { name: 'Seleccionar Iñaki' }).focus();
  await userEvent.keyboard(' ');
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  expect(screen.getByRole('status').textContent).toBe('Selección: 1');
  await userEvent.click(all);
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  expect(screen.getByRole('status').textContent).toBe('Selección: 2');
  expect(screen.getByRole('button', { name: 'Borrar' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la selección' }));
  expect(all.checked).toBe(false);
  expect(screen.queryByRole('button', { name: 'Borrar' })).toBeNull();
});

test('each row has its own menu, also by keyboard', async () => {
  const edited: string[] = [];
  await renderApp(<Sample rowMenu={({ id }) => <MenuItem onSelect={() => edited.push(id)}>Editar</MenuItem>} />);
  const actions = () => screen.getByRole('button', { name: 'Acciones: Iñaki' });
  await waitFor(() => expect(actions().getAttribute('aria-haspopup')).toBe('menu'));
  actions().focus();
  await userEvent.keyboard('{Enter}');
  const item = await screen.findByRole('menuitem', { name: 'Editar' });
  await waitFor(() => expect(document.activeElement).toBe(item));
  await userEvent.keyboard('{Enter}');
  expect(edited).toEqual(['b']);
});

test('loading, empty and failed tables show it, the last with a retry', async () => {
  const { unmount } = await renderApp(<Sample rows={undefined} />);
  expect(screen.getByRole('table', { name: 'Personas' }).getAttribute('aria-busy')).toBe('true');
  expect(screen.getByText('Cargando…')).toBeTruthy();
  unmount();
  const { unmount: leave } = await renderApp(<Sample rows={[]} />);
  expect(screen.getByText('Nadie')).toBeTruthy();
  leave();
  let retried = 0;
  await renderApp(
    <Sample
      rows={undefined}
      error={new Error('lost')}
      onRetry={() => {
        retried += 1;
      }}
    />,
  );
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Reintentar' }));
  expect(retried).toBe(1);
});

test('each row on a phone is a card with the names of its columns, the same boxes and the same order', async () => {
  onPhone();
  await renderApp(<Sample />);
  expect(screen.queryByRole('table')).toBeNull();
  const [card] = within(screen.getByRole('list', { name: 'Personas' })).getAllByRole('listitem');
  expect(card?.textContent).toBe('Seleccionar LucíaLucíaPosts3Nota–');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar todo' }));
  expect(screen.getByRole('status').textContent).toBe('Selección: 2');
  await userEvent.click(await screen.findByRole('combobox', { name: 'Ordenar por' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Posts' }));
  await userEvent.click(await screen.findByRole('button', { name: 'De menor a mayor; invertir el orden' }));
  expect(await screen.findByRole('button', { name: 'De mayor a menor; invertir el orden' })).toBeTruthy();
});

test('a table whose columns have positions shows each row in two lines on a phone, and a single order needs no choice', async () => {
  onPhone();
  const [name, posts, note] = columns as [Column<Row>, Column<Row>, Column<Row>];
  const withCardLines: Column<Row>[] = [
    { ...name, sortable: false },
    { ...posts, card: 'end' },
    { ...note, card: 'text' },
    { id: 'id', header: 'Clave', card: 'text', cell: ({ id }) => id },
    { id: 'mark', header: 'Marca', card: 'mark', cell: () => 'nueva' },
  ];
  await renderApp(<Sample columns={withCardLines} sort={{ column: 'posts', direction: 'ascending' }} />);
  const [row] = within(screen.getByRole('list', { name: 'Personas' })).getAllByRole('listitem');
  expect(row?.textContent).toBe('Seleccionar LucíaLucía3– · anueva');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByRole('button', { name: 'De menor a mayor; invertir el orden' })).toBeTruthy();
});

test.each(['desk', 'phone'])(
  'a row is opened by its name, and its checkbox still only selects it, on a %s',
  async (size) => {
    if (size === 'phone') onPhone();
    const opened: string[] = [];
    await renderApp(<Sample onOpen={({ id }) => opened.push(id)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Iñaki' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar Lucía' }));
    expect(opened).toEqual(['b']);
  },
);

test('the second line of a row on a phone has no separator beside an empty text', async () => {
  onPhone();
  const lines: Column<Row>[] = [
    { id: 'name', header: 'Nombre', cell: ({ name }) => name },
    { id: 'posts', header: 'Posts', card: 'text', cell: ({ posts }) => posts },
    { id: 'note', header: 'Nota', card: 'text', cell: ({ id }) => id === 'b' && 'Nueva' },
  ];
  await renderApp(<Sample columns={lines} />);
  const items = within(screen.getByRole('list', { name: 'Personas' })).getAllByRole('listitem');
  expect(items.map((item) => item.querySelector('p')?.textContent)).toEqual(['3', '12 · Nueva']);
});
