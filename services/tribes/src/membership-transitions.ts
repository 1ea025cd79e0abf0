import { formatMoment } from '@tribus/community/guards.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { type AppError, fail } from '@tribus/kit/core/errors.ts';
import { askAgainDays } from '../limits.ts';
import { isHominini } from './access.ts';
import { errors } from './errors.ts';
import type { Membership } from './store/memberships.ts';
import type { StoredTribe } from './store/tribes.ts';

// The states of a membership and the transitions between them (specification 2, section 4; decisions.md 3). Each
// function returns the next state, null for none, or throws when the transition is invalid.

/** The membership of a new member. */
export const newMember = (since: Date): Membership => ({ status: 'active', role: 'member', levelOrder: 1, since });
const pending = (since: Date): Membership => ({ status: 'pending', role: 'member', levelOrder: 0, since });
const rejected = (since: Date): Membership => ({ status: 'rejected', role: 'member', levelOrder: 0, since });

/** Returns an active membership; throws 409 approval_required where approval is required. */
export function afterJoin(tribe: StoredTribe, membership: Membership | null, now: Date): Membership {
  if (membership?.status === 'active') throw errors.fail('already_member');
  if (tribe.requiresApproval) throw errors.fail('approval_required');
  return newMember(now);
}

/**
 * Returns a pending membership, or an active one where no approval is required. A rejected user may request again after
 * a week.
 */
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

/** Idempotent for the same resolution; throws 409 no_pending_request for the opposite one, 404 after a cancellation. */
export function afterResolution(status: 'active' | 'rejected', membership: Membership | null, now: Date): Membership {
  if (!membership) throw fail('not_found');
  if (membership.status === status) return membership;
  if (membership.status !== 'pending') throw errors.fail('no_pending_request');
  return status === 'active' ? newMember(now) : rejected(now);
}

/** Returns the time from which a rejected user may request again; null for all others. */
export const mayAskAt = (membership: Membership | null): Date | null =>
  membership?.status === 'rejected' ? new Date(membership.since.getTime() + askAgainDays * dayMs) : null;

const tooSoon = (mayAsk: Date, now: Date) =>
  errors.fail(
    'rejected_recently',
    { until: formatMoment(mayAsk.toISOString()) },
    { retryAfter: Math.ceil((mayAsk.getTime() - now.getTime()) / 1000) },
  );

/** The error for a banned user who tries to join. */
export const bannedError = ({ endsAt }: { endsAt: Date | null }): AppError =>
  endsAt ? errors.fail('banned_until', { until: formatMoment(endsAt.toISOString()) }) : errors.fail('banned');
