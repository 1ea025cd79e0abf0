import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Column, nextSort, type Sort } from '../../ui/table/columns.ts';
import { Table } from '../../ui/table/table.tsx';
import { localDay, type PostStats, type PostStatsGroup } from './api.ts';
import { postGroupName } from './post-group-name.ts';
import { POST_NUMBERS } from './post-stats-file.ts';

type Item = PostStats['items'][number];

interface PostStatsTableProps {
  by: PostStatsGroup;
  /** Undefined while they load. */
  items: readonly Item[] | undefined;
  error: unknown;
  onRetry: () => void;
}

/** The numbers of each group, sortable by each of them; in the order of the server until then. */
export function PostStatsTable({ by, items, error, onRetry }: PostStatsTableProps) {
  const { t } = useTexts('insight');
  const nameOf = useGroupName(by);
  const format = useFormat();
  const [sort, setSort] = useState<Sort | null>(null);
  const columns: Column<Item>[] = [
    {
      id: 'name',
      header: t(`postStats.head.${by}`),
      cell: (item) =>
        by === 'tribe' && item.name !== item.key ? (
          <Link
            to={paths.tribe(Number(item.key))}
            className="focus-ring inline-flex min-h-6 items-center rounded-xs hover:underline"
          >
            {item.name}
          </Link>
        ) : (
          nameOf(item)
        ),
    },
    ...POST_NUMBERS.map((name) => ({
      id: name,
      header: t(`insight.${name}`),
      cell: (item: Item) => format.number(item[name]),
      numeric: true,
      sortable: true,
    })),
  ];
  return (
    <Table
      compact
      label={t('postStats.title')}
      columns={columns}
      rows={items && sorted(items, sort)}
      rowId={({ key }) => key}
      rowName={nameOf}
      sort={sort}
      // The largest number first: nobody looks for the smallest.
      onSort={({ column }) => setSort(sort ? nextSort(sort, column) : { column, direction: 'descending' })}
      error={error}
      onRetry={onRetry}
      empty={<EmptyState title={t('postStats.empty')} text={t('postStats.emptyText')} />}
    />
  );
}

function sorted(items: readonly Item[], sort: Sort | null): readonly Item[] {
  const by = POST_NUMBERS.find((name) => name === sort?.column);
  if (!by) return items;
  const sign = sort?.direction === 'ascending' ? 1 : -1;
  return items.toSorted((first, second) => sign * (first[by] - second[by]));
}

/** The name of a group: a date, an hour, a kind, a tribe or a tag. */
function useGroupName(by: PostStatsGroup): (item: Item) => string {
  const { t } = useTexts('insight');
  const format = useFormat();
  return (item) => {
    if (by === 'day') return format.date(localDay(item.key));
    const name = postGroupName(t, by, item);
    return by === 'tag' ? `#${name}` : name;
  };
}
