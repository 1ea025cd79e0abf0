import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Unique in its table. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Whether the header is a button that sorts by this column. */
  sortable?: boolean;
  /** Numbers: aligned at the end. */
  numeric?: boolean;
  /**
   * Its position on the card of a phone: at the end of the title's line, in the line below, or after that text. Once
   * one column has a position, the cards are two lines high and show no headers.
   */
  card?: 'end' | 'text' | 'mark';
}

export interface Sort {
  /** The id of a column. */
  column: string;
  direction: 'ascending' | 'descending';
}

/** Returns the order after a press on a column's header: the same column reverses, another one begins ascending. */
export function nextSort(sort: Sort | null, column: string): Sort {
  const turn = sort?.column === column && sort.direction === 'ascending';
  return { column, direction: turn ? 'descending' : 'ascending' };
}
