import type { Position } from '@tribus/kit/http/keyset.ts';

export const newestFirst = { createdAt: -1, _id: -1 } as const;

/** The filter for documents older than a position; for all without one. */
export function olderThan(position: Position | undefined) {
  if (!position) return {};
  const { createdAt, id } = position;
  return { createdAt: { $lte: createdAt }, $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
}
