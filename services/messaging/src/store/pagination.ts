import type { ListPosition } from '@tribus/kit/http/keyset.ts';

export const newestFirst = { createdAt: -1, _id: -1 } as const;

/** Matches documents older than a position; all documents without one. `field` is the time of the list's order. */
export function olderThan(position: ListPosition | undefined, field: 'createdAt' | 'lastAt' = 'createdAt') {
  if (!position) return {};
  const { createdAt: time, id } = position;
  return { [field]: { $lte: time }, $or: [{ [field]: { $lt: time } }, { [field]: time, _id: { $lt: id } }] };
}

const oldestFirst = { createdAt: 1, _id: 1 } as const;

/** Matches documents newer than a position. */
const newerThan = ({ createdAt, id }: ListPosition) => ({
  createdAt: { $gte: createdAt },
  $or: [{ createdAt: { $gt: createdAt } }, { createdAt, _id: { $gt: id } }],
});

/** Matches documents up to and including a position. */
export const upTo = ({ createdAt, id }: ListPosition) => ({
  createdAt: { $lte: createdAt },
  $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lte: id } }],
});

/** A condition and an order of a list, read from a position towards one end. */
type ReadSide<T> = (side: object, order: typeof newestFirst | typeof oldestFirst) => Promise<T[]>;

/** Returns the items that `read` finds before and after a position, in the order written. */
export async function around<T>(position: ListPosition, read: ReadSide<T>): Promise<{ before: T[]; after: T[] }> {
  const [before, after] = await Promise.all([
    read(olderThan(position), newestFirst),
    read(newerThan(position), oldestFirst),
  ]);
  return { before: before.reverse(), after };
}
