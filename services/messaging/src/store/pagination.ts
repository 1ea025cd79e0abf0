import type { ListPosition } from '@tribus/kit/http/keyset.ts';

export const newestFirst = { createdAt: -1, _id: -1 } as const;

/** The filter for documents older than a position; for all without one. */
export function olderThan(position: ListPosition | undefined) {
  if (!position) return {};
  const { createdAt, id } = position;
  return { createdAt: { $lte: createdAt }, $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
}

export const oldestFirst = { createdAt: 1, _id: 1 } as const;

/** The filter for documents newer than a position. */
export const newerThan = ({ createdAt, id }: ListPosition) => ({
  createdAt: { $gte: createdAt },
  $or: [{ createdAt: { $gt: createdAt } }, { createdAt, _id: { $gt: id } }],
});

/** The filter for documents up to a position, that one among them. */
export const upTo = ({ createdAt, id }: ListPosition) => ({
  createdAt: { $lte: createdAt },
  $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lte: id } }],
});
