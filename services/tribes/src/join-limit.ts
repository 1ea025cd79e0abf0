import { newAccountLimits } from '@tribus/community/limits.ts';
import { hourOf, isLimited, limitReached } from '@tribus/community/new-accounts.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';

/** Counts a join or a request to join by a new account; throws 429 `new_account_joins` at the hourly limit. */
export async function countJoin(
  tx: TribesTx,
  actor: Actor,
  { from, to, now }: { from: Membership | null; to: Membership | null; now: Date },
): Promise<void> {
  const isJoin = to !== null && to.status !== from?.status && (to.status === 'active' || to.status === 'pending');
  if (!isJoin || !isLimited(actor, now)) return;
  if (!(await tx.newAccountJoins.count(actor.id, hourOf(now), newAccountLimits.joins)))
    throw limitReached('joins', actor, now);
}
