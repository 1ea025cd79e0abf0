import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { Card } from '../card.tsx';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import type { SelectProps } from '../select.tsx';
import { Loading, SkeletonText } from '../skeleton.tsx';
import { type Column, nextSort } from './columns.ts';
import { RowMenu, RowTitle, SelectAll, SelectRow } from './row-controls.tsx';
import { RowDetail } from './row-detail.tsx';
import type { RowsProps } from './table-props.ts';

/** Loaded lazily: its code is larger than a table's, and most tables have one order. */
const SortSelect = lazyComponent<SelectProps<string>>(async () => (await import('../select.tsx')).Select);

const SKELETON_CARDS = ['a', 'b', 'c', 'd'];

/** The rows as cards, for screens that are too narrow for columns. */
export function RowCards<Row>(props: RowsProps<Row>) {
  const { rows, columns } = props;
  const Shown = columns.some(({ card }) => card !== undefined) ? LineList : CardList;
  return (
    <div className="grid grid-cols-1 gap-3">
      <CardsHead {...props} />
      {rows ? <Shown {...props} rows={rows} /> : <LoadingCards />}
    </div>
  );
}

type ListProps<Row> = RowsProps<Row> & { rows: readonly Row[] };

function LineList<Row>(props: ListProps<Row>) {
  const { label, rows, rowId, busy } = props;
  return (
    <Card className={cx('transition-opacity', busy && 'opacity-60')}>
      <ul aria-label={label} aria-busy={busy} className="divide-y divide-line">
        {rows.map((row) => (
          <RowLines key={rowId(row)} {...props} row={row} />
        ))}
      </ul>
    </Card>
  );
}

function CardList<Row>(props: ListProps<Row>) {
  const { label, rows, rowId, busy } = props;
  return (
    <ul
      aria-label={label}
      aria-busy={busy}
      className={cx('grid grid-cols-1 gap-3 transition-opacity sm:grid-cols-2', busy && 'opacity-60')}
    >
      {rows.map((row) => (
        <RowCard key={rowId(row)} {...props} row={row} />
      ))}
    </ul>
  );
}

function LoadingCards() {
  return (
    <Loading className="grid gap-3 sm:grid-cols-2">
      {SKELETON_CARDS.map((key) => (
        <Card key={key} className="p-4">
          <SkeletonText lines={4} />
        </Card>
      ))}
    </Loading>
  );
}

/** A row in two lines, as a mail program lists its mails. */
function RowLines<Row>(props: RowsProps<Row> & { row: Row }) {
  const { row, columns, rowId, selection, onSelect, rowMenu } = props;
  const cellsAt = (line: Column<Row>['card']) => columns.filter(({ card }) => card === line);
  return (
    <li className={cx('relative flex items-center gap-3 px-4 py-3', selection.has(rowId(row)) && 'bg-raised')}>
      {onSelect && (
        <div className="relative z-1">
          <SelectRow {...props} />
        </div>
      )}
      <div className="grid min-w-0 grow grid-cols-1 gap-0.5">
        <div className="flex items-baseline gap-3">
          <div className="min-w-0 grow font-medium">
            <RowTitle {...props} />
          </div>
          {cellsAt('end').map(({ id, cell }) => (
            <div key={id} className="shrink-0 text-caption">
              {cell(row)}
            </div>
          ))}
        </div>
        <SecondLine row={row} texts={cellsAt('text')} marks={cellsAt('mark')} />
      </div>
      {rowMenu && (
        <div className="relative z-1 -my-1 -mr-2">
          <RowMenu {...props} />
        </div>
      )}
    </li>
  );
}

interface SecondLineProps<Row> {
  row: Row;
  texts: readonly Column<Row>[];
  marks: readonly Column<Row>[];
}

/** The texts with separators between them, without the empty ones, and the marks at the end. */
function SecondLine<Row>({ row, texts, marks }: SecondLineProps<Row>) {
  const cells = texts.map(({ id, cell }) => ({ id, content: cell(row) }));
  return (
    <div className="flex items-center gap-3">
      <p className="line-clamp-1 min-w-0 grow text-small">
        {cells.filter(hasContent).map(({ id, content }, index) => (
          <Fragment key={id}>
            {index > 0 && ' · '}
            {content}
          </Fragment>
        ))}
      </p>
      {marks.map(({ id, cell }) => (
        <Fragment key={id}>{cell(row)}</Fragment>
      ))}
    </div>
  );
}

const hasContent = ({ content }: { content: ReactNode }): boolean =>
  content !== null && content !== undefined && content !== false && content !== '';

function RowCard<Row>(props: RowsProps<Row> & { row: Row }) {
  const { row, columns, rowId, selection, onSelect, rowMenu } = props;
  const [, ...others] = columns;
  return (
    <Card
      as="li"
      className={cx('grid content-start gap-3 p-4', selection.has(rowId(row)) && 'outline-2 outline-ember')}
    >
      <div className="flex items-center gap-3">
        {onSelect && (
          <div className="relative z-1">
            <SelectRow {...props} />
          </div>
        )}
        <div className="min-w-0 grow font-medium">
          <RowTitle {...props} />
        </div>
        {rowMenu && (
          <div className="relative z-1 -my-1 -mr-2">
            <RowMenu {...props} />
          </div>
        )}
      </div>
      <dl className="grid gap-1.5 text-small">
        {others.map(({ id, header, cell, numeric }) => (
          <RowDetail key={id} name={header} numeric={numeric}>
            {cell(row)}
          </RowDetail>
        ))}
      </dl>
    </Card>
  );
}

/** The controls of a table's head on a desktop: select all, choose the order. */
function CardsHead<Row>(props: RowsProps<Row>) {
  const { columns, sort = null, onSort, onSelect } = props;
  const { t } = useTexts();
  const sortable = onSort ? columns.filter((column) => column.sortable) : [];
  if (!onSelect && sortable.length === 0) return null;
  const ascending = sort?.direction !== 'descending';
  return (
    <div className="flex items-center justify-between gap-3">
      {onSelect && <SelectAll {...props} labelled />}
      {onSort && sortable.length > 0 && (
        <div className="ml-auto flex min-w-0 items-center gap-1">
          {sort && sortable.length === 1 ? (
            <span className="text-caption text-fg-muted">{sortable[0]?.header}</span>
          ) : (
            <LazyPart>
              <SortSelect
                label={t('ui.table.sortBy')}
                labelHidden
                placeholder={t('ui.table.sortBy')}
                options={sortable.map(({ id, header }) => ({ value: id, label: header }))}
                value={sort?.column ?? null}
                onChange={(column) => onSort(sort?.column === column ? sort : nextSort(null, column))}
              />
            </LazyPart>
          )}
          {sort && (
            <IconButton
              label={t(ascending ? 'ui.table.ascending' : 'ui.table.descending')}
              tip="none"
              icon={ascending ? <ArrowUpNarrowWide /> : <ArrowDownNarrowWide />}
              onClick={() => onSort(nextSort(sort, sort.column))}
            />
          )}
        </div>
      )}
    </div>
  );
}
