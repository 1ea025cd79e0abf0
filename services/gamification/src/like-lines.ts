import { createHash } from 'node:crypto';
import { likeLinesPerDay } from '../limits.ts';
import type { LedgerDraft, NewLine } from './ledger-draft.ts';
import type { LineKey } from './store/ledger.ts';

/** That a like was counted or taken back. */
export interface LikeEntry extends Omit<NewLine, 'causeId'> {
  cause: 'like' | 'like_removed';
  /** Identifies the like of one person. */
  likeId: string;
  eventId: string;
}

/** The lines that may be there already. */
export function likeLineKeys({ userId, createdAt, likeId }: LikeEntry): LineKey[] {
  const ids = idsOf(likeId, createdAt);
  return (['like', 'like_removed'] as const).flatMap((cause) => ids.map((causeId) => ({ userId, cause, causeId })));
}

/**
 * Writes that a like was counted or taken back. One like that is toggled writes `likeLinesPerDay` lines of either cause
 * a day: from then on the newest line of the opposite cause is deleted instead, which gives the same sum, so that a
 * ledger does not grow with every toggle.
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

/** Hashed, since the id names who likes: an author's ledger must not keep that when the other account is deleted. */
function idsOf(likeId: string, at: Date): string[] {
  const like = createHash('sha256').update(likeId).digest('base64url');
  const day = at.toISOString().slice(0, 10);
  return Array.from({ length: likeLinesPerDay }, (_, index) => `${like}:${day}:${index + 1}`);
}
