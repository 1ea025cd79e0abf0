import { createHash } from 'node:crypto';
import { likeLinesPerDay } from '../limits.ts';
import type { LedgerDraft, NewLine } from './ledger-draft.ts';
import type { LineKey } from './store/ledger.ts';

/** A counted or removed like. */
export interface LikeEntry extends Omit<NewLine, 'causeId'> {
  cause: 'like' | 'like_removed';
  /** Identifies one person's like of one contribution. */
  likeId: string;
  eventId: string;
}

/** Returns the keys of lines that may already exist. */
export function likeLineKeys({ userId, createdAt, likeId }: LikeEntry): LineKey[] {
  const ids = idsOf(likeId, createdAt);
  return (['like', 'like_removed'] as const).flatMap((cause) => ids.map((causeId) => ({ userId, cause, causeId })));
}

/**
 * Adds a line for a counted or removed like. A like toggled repeatedly writes `likeLinesPerDay` lines of either cause a
 * day; after that the newest line of the opposite cause is deleted instead, with the same sum, so that the ledger does
 * not grow with every toggle.
 */
export function draftLikeLine(draft: LedgerDraft, { likeId, eventId, ...line }: LikeEntry): void {
  const { userId, tribeId, cause } = line;
  const opposite = cause === 'like' ? 'like_removed' : 'like';
  const ids = idsOf(likeId, line.createdAt);
  const free = ids.find((causeId) => !draft.has({ userId, cause, causeId }));
  const newest = ids.findLast((causeId) => draft.has({ userId, cause: opposite, causeId }));
  if (free === undefined && newest !== undefined) draft.remove({ userId, tribeId, cause: opposite, causeId: newest });
  else draft.add({ ...line, causeId: free ?? eventId });
}

/**
 * Hashed, because the id contains the giver: it must not remain in the author's ledger after the giver's account is
 * deleted.
 */
function idsOf(likeId: string, at: Date): string[] {
  const like = createHash('sha256').update(likeId).digest('base64url');
  const day = at.toISOString().slice(0, 10);
  return Array.from({ length: likeLinesPerDay }, (_, index) => `${like}:${day}:${index + 1}`);
}
