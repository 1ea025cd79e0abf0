import type { Cursors } from '@tribus/kit/cursor.ts';
import { z } from 'zod';

/** Where a list in order of time goes on. */
export interface Position {
  createdAt: Date;
  _id: string;
}

const Stored = z.object({ at: z.iso.datetime().transform((time) => new Date(time)), id: z.string() });

export function positionFrom(cursors: Cursors, list: string, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const { at, id } = cursors.decode(list, cursor, Stored);
  return { createdAt: at, _id: id };
}

/** Splits what was read, newest first and one more than asked for, into the page and the cursor of older ones. */
export function pageOf<T extends Position>(
  cursors: Cursors,
  list: string,
  read: readonly T[],
  limit: number,
): { items: T[]; next: string | null } {
  const items = read.slice(0, limit);
  const last = items.at(-1);
  const more = last !== undefined && read.length > limit;
  return { items, next: more ? cursors.encode(list, { at: last.createdAt.toISOString(), id: last._id }) : null };
}
