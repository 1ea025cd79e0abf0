import { Ban, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFormat } from '../../lib/i18n.ts';
import { Avatar } from '../avatar.tsx';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { LoadMore } from '../load-more.tsx';
import { MenuItem, MenuSeparator } from '../menu.tsx';
import { Pill } from '../pill.tsx';
import type { Column, Sort } from '../table/columns.ts';
import { Pagination } from '../table/pagination.tsx';
import type { Selection } from '../table/selection.ts';
import { Table } from '../table/table.tsx';
import { samplePages } from './sample-pages.ts';
import { type SamplePerson, samplePeople } from './sample-people.ts';
import { Sample, Section } from './section.tsx';

const PAGE_SIZE = 8;
const noAction = () => undefined;

export function TableSamples() {
  return (
    <Section title="Tables and pages">
      <Sample title="Table with sorting, selection, a menu for each row; Pagination in the address">
        <PeopleTable />
      </Sample>
      <Sample title="Loading">
        <PlainTable label="Personas que llegan" rows={undefined} />
      </Sample>
      <Sample title="Empty">
        <PlainTable label="Nadie" rows={[]} />
      </Sample>
      <Sample title="Failed">
        <PlainTable label="Error" rows={undefined} error={new Error('sample')} />
      </Sample>
      <Sample title="LoadMore, for lists with a cursor">
        <LoadMore query={samplePages} />
      </Sample>
    </Section>
  );
}

function useColumns(): [Column<SamplePerson>, ...Column<SamplePerson>[]] {
  const format = useFormat();
  return [
    {
      id: 'name',
      header: 'Nombre',
      sortable: true,
      cell: (person) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar person={person} size={32} />
          <span className="max-w-64 truncate" dir="auto">
            {person.name}
          </span>
        </span>
      ),
    },
    { id: 'email', header: 'Correo', cell: ({ email }) => email },
    { id: 'role', header: 'Rol', cell: ({ role }) => <Pill tone={role === 'admin' ? 'ember' : 'plain'}>{role}</Pill> },
    { id: 'joined', header: 'Alta', sortable: true, cell: ({ joined }) => format.date(joined) },
    { id: 'posts', header: 'Posts', numeric: true, sortable: true, cell: ({ posts }) => format.number(posts) },
  ];
}

function PeopleTable() {
  const columns = useColumns();
  const [search] = useSearchParams();
  const page = Number(search.get('page') ?? 1);
  const [sort, setSort] = useState<Sort | null>({ column: 'name', direction: 'ascending' });
  const [selection, setSelection] = useState<Selection>(new Set());
  const sorted = samplePeople.toSorted(order(sort));
  return (
    <div className="grid grid-cols-1 gap-4">
      <Table
        label="Personas"
        columns={columns}
        rows={sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        sort={sort}
        onSort={setSort}
        selection={selection}
        onSelect={setSelection}
        bulkActions={
          <Button size="sm" variant="danger">
            Bloquear
          </Button>
        }
        onOpen={noAction}
        rowMenu={() => (
          <>
            <MenuItem icon={<Pencil />} onSelect={noAction}>
              Editar
            </MenuItem>
            <MenuItem icon={<Ban />} onSelect={noAction}>
              Bloquear
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} danger onSelect={noAction}>
              Borrar
            </MenuItem>
          </>
        )}
        empty={<EmptyState title="Nadie" />}
      />
      <Pagination
        label="Páginas de personas"
        page={page}
        pageSize={PAGE_SIZE}
        total={samplePeople.length}
        to={(next) => `?page=${next}`}
      />
    </div>
  );
}

function order(sort: Sort | null): (one: SamplePerson, other: SamplePerson) => number {
  const turn = sort?.direction === 'descending' ? -1 : 1;
  if (sort?.column === 'posts') return (one, other) => turn * (one.posts - other.posts);
  if (sort?.column === 'joined') return (one, other) => turn * (one.joined.getTime() - other.joined.getTime());
  return (one, other) => turn * one.name.localeCompare(other.name);
}

function PlainTable({ label, rows, error }: { label: string; rows: SamplePerson[] | undefined; error?: unknown }) {
  const columns = useColumns();
  return (
    <Table
      label={label}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      error={error}
      onRetry={noAction}
      empty={<EmptyState title="Nadie con ese nombre" text="Prueba con otra búsqueda." />}
    />
  );
}
