import { momentOf } from '@tribus/community/guards.ts';
import { type AppError, fail } from '@tribus/kit/core/errors.ts';
import { askAgainDays } from '../limits.ts';
import { isHominini } from './access.ts';
import { errors } from './errors.ts';
import type { Membership } from './store/memberships.ts';
import type { StoredTribe } from './store/tribes.ts';

// The states of a membership and the transitions between them (specification 2, section 4; decisions.md 3). Each returns
// the next state, null for none, or throws why there is no such transition.

/** Who has just come in. */
export const newMember = (since: Date): Membership => ({ status: 'active', role: 'member', levelOrder: 1, since });
const pending = (since: Date): Membership => ({ status: 'pending', role: 'member', levelOrder: 0, since });
const rejected = (since: Date): Membership => ({ status: 'rejected', role: 'member', levelOrder: 0, since });

/** Active at once; 409 approval_required where requests are approved first. */
export function afterJoin(tribe: StoredTribe, membership: Membership | null, now: Date): Membership {
  if (membership?.status === 'active') throw errors.fail('already_member');
  if (tribe.requiresApproval) throw errors.fail('approval_required');
  return newMember(now);
}

/** Pending, or active at once where no approval is required. Who was rejected may request again after a week. */
export function afterRequest(tribe: StoredTribe, membership: Membership | null, now: Date): Membership {
  if (membership?.status === 'active') throw errors.fail('already_member');
  if (!tribe.requiresApproval) return newMember(now);
  if (membership?.status === 'pending') throw errors.fail('already_requested');
  const mayAsk = mayAskAt(membership);
  if (mayAsk && mayAsk > now) throw tooSoon(mayAsk, now);
  return pending(now);
}

export function afterCancel(membership: Membership | null): null {
  if (membership?.status !== 'pending') throw errors.fail('no_pending_request');
  return null;
}

export function afterLeaving(tribe: StoredTribe, membership: Membership | null): null {
  if (isHominini(tribe)) throw errors.fail('hominini_locked');
  if (membership?.status !== 'active') throw errors.fail('not_member');
  if (membership.role === 'owner') throw errors.fail('owner_cannot_leave');
  return null;
}

/** Resolving twice in the same way is no error; the other way is. A cancelled request is not found. */
export function afterResolution(status: 'active' | 'rejected', membership: Membership | null, now: Date): Membership {
  if (!membership) throw fail('not_found');
  if (membership.status === status) return membership;
  if (membership.status !== 'pending') throw errors.fail('no_pending_request');
  return status === 'active' ? newMember(now) : rejected(now);
}

const dayMs = 24 * 60 * 60 * 1000;

/** When somebody who was rejected may ask again; null for everybody else. */
export const mayAskAt = (membership: Membership | null): Date | null =>
  membership?.status === 'rejected' ? new Date(membership.since.getTime() + askAgainDays * dayMs) : null;

const tooSoon = (mayAsk: Date, now: Date) =>
  errors.fail(
    'rejected_recently',
    { until: momentOf(mayAsk.toISOString()) },
    { retryAfter: Math.ceil((mayAsk.getTime() - now.getTime()) / 1000) },
  );

/** What somebody is told who may not join. */
export const bannedError = ({ endsAt }: { endsAt: Date | null }): AppError =>
  endsAt ? errors.fail('banned_until', { until: momentOf(endsAt.toISOString()) }) : errors.fail('banned');
