import { z } from 'zod';
import type { Cursors } from './cursor.ts';

/** Where a list in order of time goes on: the last of what was seen. */
export interface Position {
  createdAt: Date;
  id: string;
}

const Stored = z.object({ at: z.iso.datetime().transform((time) => new Date(time)), id: z.string() });

/** The position that a client's cursor names; undefined at the beginning of the list. */
export function decodeCursor(cursors: Cursors, list: string, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const { at, id } = cursors.decode(list, cursor, Stored);
  return { createdAt: at, id };
}

/** The cursor that goes on behind this position. */
export const encodeCursor = (cursors: Cursors, list: string, { createdAt, id }: Position): string =>
  cursors.encode(list, { at: createdAt.toISOString(), id });

/**
 * Splits what was read, one more than asked for, into the page and the cursor of the next; null at the end. `timeOf` is the
 * time by which the list is ordered.
 */
export function pageOf<T extends { createdAt: Date } & ({ id: string } | { _id: string })>(
  cursors: Cursors,
  list: string,
  read: readonly T[],
  limit: number,
  timeOf: (item: T) => Date = ({ createdAt }) => createdAt,
): { items: T[]; next: string | null } {
  const items = read.slice(0, limit);
  const last = items.at(-1);
  if (!last || read.length <= limit) return { items, next: null };
  const id = '_id' in last ? last._id : last.id;
  return { items, next: encodeCursor(cursors, list, { createdAt: timeOf(last), id }) };
}
