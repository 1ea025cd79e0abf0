import { type RawBuilder, sql } from 'kysely';

/** The position of a row in a list ordered by time. */
interface Position {
  createdAt: Date;
  id: string;
}

/** The columns by which a list is ordered, with their table where a query joins several. */
interface OrderColumns {
  /** A time; `createdAt` by default. */
  time?: string;
  /** A uuid; `id` by default. */
  id?: string;
}

/**
 * SQL condition of a page of a list with the newest first: the rows after a position, all without one. The query orders
 * by both columns, descending.
 */
export const olderThan = (position: Position | undefined, columns?: OrderColumns): RawBuilder<boolean> =>
  beyond('<', position, columns);

/** The same for a list with the oldest first, ordered ascending. */
export const newerThan = (position: Position | undefined, columns?: OrderColumns): RawBuilder<boolean> =>
  beyond('>', position, columns);

function beyond(
  operator: '<' | '>',
  position: Position | undefined,
  { time = 'createdAt', id = 'id' }: OrderColumns = {},
): RawBuilder<boolean> {
  if (!position) return sql<boolean>`true`;
  const key = sql`(${position.createdAt}::timestamptz, ${position.id}::uuid)`;
  return sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)}) ${sql.raw(operator)} ${key}`;
}
