import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { cx } from '../cx.ts';
import { Loading, Skeleton } from '../skeleton.tsx';
import { type Column, nextSort, type Sort } from './columns.ts';
import { RowMenu, RowTitle, SelectAll, SelectRow } from './row-controls.tsx';
import type { RowsProps } from './table-props.ts';

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
// Below the width of a desktop only compact tables are in columns.
const narrowClass = 'max-lg:h-10 max-lg:px-1 max-lg:first:pl-3 max-lg:last:pr-3';
const cellClass = `h-13 border-line border-b px-4 text-left align-middle group-last/row:border-b-0 ${narrowClass}`;

/** The rows as a table whose head stays in view while they scroll. */
export function RowGrid<Row>(props: RowsProps<Row>) {
  const { label, rows, columns, sort, onSort, onSelect, rowMenu, busy } = props;
  const { t } = useTexts();
  const captionId = useId();
  return (
    <section
      aria-labelledby={captionId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="focus-ring relative max-h-[min(78dvh,60rem)] overflow-auto rounded-lg bg-surface shadow-card"
    >
      {!rows && <Loading>{null}</Loading>}
      <table aria-busy={busy || !rows} className="w-full border-separate border-spacing-0 text-caption lg:text-small">
        <caption id={captionId} className="sr-only">
          {label}
        </caption>
        <thead>
          <tr>
            {onSelect && (
              <th scope="col" className={cx(headClass, 'w-0 pr-0')}>
                <SelectAll {...props} />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort ?? null} onSort={onSort} />
            ))}
            {rowMenu && (
              <th scope="col" className={cx(headClass, 'w-0')}>
                <span className="sr-only">{t('ui.table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className={cx('transition-opacity', busy && 'opacity-60')}>
          {rows ? <Rows {...props} rows={rows} /> : <SkeletonRows {...props} />}
        </tbody>
      </table>
    </section>
  );
}

const headClass = `${narrowClass} sticky top-0 z-10 h-12 whitespace-nowrap bg-surface px-4 text-left font-medium text-[0.6875rem] text-fg-muted lg:text-caption shadow-[inset_0_-1px_0_var(--line-strong)]`;

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort: Sort | null;
  onSort: ((sort: Sort) => void) | undefined;
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { id, header, numeric } = column;
  const align = numeric && 'text-right';
  if (!column.sortable || !onSort) {
    return (
      <th scope="col" className={cx(headClass, align)}>
        {header}
      </th>
    );
  }
  const direction = sort?.column === id ? sort.direction : 'none';
  const Arrow = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }[direction];
  return (
    <th scope="col" aria-sort={direction} className={cx(headClass, align)}>
      <button
        type="button"
        onClick={() => onSort(nextSort(sort, id))}
        className={cx(
          'pressable focus-ring inline-flex h-9 items-center gap-1 rounded-sm hover:bg-hover hover:text-fg lg:-mx-2 lg:gap-1.5 lg:px-2',
          numeric && 'flex-row-reverse',
          direction !== 'none' && 'text-fg',
        )}
      >
        {header}
        <Arrow
          aria-hidden="true"
          className={cx('size-3.5', direction === 'none' ? 'text-fg-faint max-lg:hidden' : 'text-ember-text')}
        />
      </button>
    </th>
  );
}

function Rows<Row>(props: RowsProps<Row> & { rows: readonly Row[] }) {
  const { rows, columns, rowId, selection, onSelect, rowMenu } = props;
  return rows.map((row) => (
    <tr
      key={rowId(row)}
      className={cx('group/row relative', selection.has(rowId(row)) ? 'bg-ember-soft' : 'hoverable:hover:bg-hover/60')}
    >
      {onSelect && (
        <td className={cx(cellClass, 'relative z-1 pr-0')}>
          <SelectRow {...props} row={row} />
        </td>
      )}
      {columns.map(({ id, cell, numeric }, index) => {
        const Cell = index === 0 ? 'th' : 'td';
        return (
          <Cell
            key={id}
            scope={index === 0 ? 'row' : undefined}
            className={cx(
              cellClass,
              'font-normal',
              index === 0 && 'font-medium max-lg:min-w-24 max-lg:wrap-anywhere',
              numeric && 'tabular text-right',
            )}
          >
            {index === 0 ? <RowTitle {...props} row={row} /> : cell(row)}
          </Cell>
        );
      })}
      {rowMenu && (
        <td className={cx(cellClass, 'relative z-1 pl-0 text-right')}>
          <RowMenu {...props} row={row} />
        </td>
      )}
    </tr>
  ));
}

function SkeletonRows<Row>({ columns, onSelect, rowMenu }: RowsProps<Row>) {
  return SKELETON_ROWS.map((key) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr key={key} aria-hidden="true" className="group/row">
      {onSelect && (
        <td className={cx(cellClass, 'pr-0')}>
          <Skeleton className="size-6 rounded-xs" />
        </td>
      )}
      {columns.map(({ id, numeric }, index) => (
        <td key={id} className={cellClass}>
          <Skeleton className={cx('h-4', index === 0 ? 'w-40' : 'w-20', numeric && 'ml-auto')} />
        </td>
      ))}
      {rowMenu && <td className={cellClass} />}
    </tr>
  ));
}
