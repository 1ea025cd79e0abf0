import type { ReactNode } from 'react';
import type { Column, Sort } from './columns.ts';
import type { Selection } from './selection.ts';

export interface TableProps<Row> {
  /** The accessible name: the kind of rows. */
  label: string;
  /** The first column names the row: its header on a desktop, the title of its card on a phone. */
  columns: readonly Column<Row>[];
  /** Undefined until the first page has loaded. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** A short name of a row, for the labels of its checkbox and its menu. */
  rowName: (row: Row) => string;
  /** The current order; the parent sorts. */
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** With `onSelect` each row has a checkbox. */
  selection?: Selection;
  onSelect?: (selection: Selection) => void;
  /** Has few narrow columns, which remain columns on a phone. */
  compact?: boolean;
  /** Buttons for the selected rows. */
  bulkActions?: ReactNode;
  /** Opens a row as a whole: a press anywhere on it, or on its name by the keyboard. */
  onOpen?: (row: Row) => void;
  /** The MenuItems of a row. */
  rowMenu?: (row: Row) => ReactNode;
  /** Other rows are loading while these are shown. */
  busy?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Shown when there are no rows: an EmptyState. */
  empty: ReactNode;
}

/** The props of the desktop table and the phone cards. */
export interface RowsProps<Row> extends TableProps<Row> {
  selection: Selection;
}
