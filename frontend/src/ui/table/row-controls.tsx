import { EllipsisVertical } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { Checkbox } from '../checkbox.tsx';
import { IconButton } from '../icon-button.tsx';
import { coverage, toggleAll, toggleRow } from './selection.ts';
import type { RowsProps } from './table-props.ts';

/** The checkbox that selects every row of this page; half checked when some are. */
export function SelectAll<Row>({
  rows = [],
  rowId,
  selection,
  onSelect,
  labelled,
}: RowsProps<Row> & { labelled?: boolean }) {
  const { t } = useTexts();
  const ids = rows.map(rowId);
  const state = coverage(selection, ids);
  return (
    <Checkbox
      label={t('ui.table.selectAll')}
      labelHidden={!labelled}
      checked={state === 'all'}
      indeterminate={state === 'some'}
      disabled={ids.length === 0}
      onChange={() => onSelect?.(toggleAll(selection, ids))}
    />
  );
}

export function SelectRow<Row>({ row, rowId, rowName, selection, onSelect }: RowsProps<Row> & { row: Row }) {
  const { t } = useTexts();
  const id = rowId(row);
  return (
    <Checkbox
      label={t('ui.table.selectRow', { name: rowName(row) })}
      labelHidden
      checked={selection.has(id)}
      onChange={() => onSelect?.(toggleRow(selection, id))}
    />
  );
}

/** The name of a row, from its first column; a button that covers the row where rows can be opened. */
export function RowTitle<Row>({ row, columns, onOpen }: RowsProps<Row> & { row: Row }) {
  const title = columns[0]?.cell(row);
  if (!onOpen) return title;
  return (
    <button
      type="button"
      onClick={() => onOpen(row)}
      className="block w-full cursor-pointer text-left outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-ember-text focus-visible:after:-outline-offset-2"
    >
      {title}
    </button>
  );
}

const RowMenuPanel = lazyComponent(async () => (await import('../row-menu-panel.tsx')).RowMenuPanel);

/** The menu of a row; its code is loaded with the first table that has one, since many have none. */
export function RowMenu<Row>({ row, rowName, rowMenu }: RowsProps<Row> & { row: Row }) {
  const { t } = useTexts();
  const button = (
    <IconButton label={t('ui.table.rowActions', { name: rowName(row) })} tip="none" icon={<EllipsisVertical />} />
  );
  return (
    <LazyPart fallback={button}>
      <RowMenuPanel button={button}>{rowMenu?.(row)}</RowMenuPanel>
    </LazyPart>
  );
}
