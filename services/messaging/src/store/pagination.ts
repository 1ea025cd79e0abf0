import type { ListPosition } from '@tribus/kit/http/keyset.ts';

export const newestFirst = { createdAt: -1, _id: -1 } as const;

/** Matches documents older than a position; all documents without one. */
export function olderThan(position: ListPosition | undefined) {
  if (!position) return {};
  const { createdAt, id } = position;
  return { createdAt: { $lte: createdAt }, $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
}

export const oldestFirst = { createdAt: 1, _id: 1 } as const;

/** Matches documents newer than a position. */
export const newerThan = ({ createdAt, id }: ListPosition) => ({
  createdAt: { $gte: createdAt },
  $or: [{ createdAt: { $gt: createdAt } }, { createdAt, _id: { $gt: id } }],
});

/** Matches documents up to and including a position. */
export const upTo = ({ createdAt, id }: ListPosition) => ({
  createdAt: { $lte: createdAt },
  $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lte: id } }],
});
