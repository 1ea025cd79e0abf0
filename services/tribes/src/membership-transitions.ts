import { fail } from '@tribus/kit/runtime/errors.ts';
import { isHominini } from './access.ts';
import { errors } from './errors.ts';
import type { Membership } from './store/memberships.ts';
import type { StoredTribe } from './store/tribes.ts';

// The states of a membership and the ways between them (specification 2, section 4; decisions.md 3). Each answers
// where a person stands then, null for nowhere, or says why not.

const member = (since: Date): Membership => ({ status: 'active', role: 'member', levelOrder: 1, since });
const waiting = (since: Date): Membership => ({ status: 'pending', role: 'member', levelOrder: 0, since });
const turnedAway = (since: Date): Membership => ({ status: 'rejected', role: 'member', levelOrder: 0, since });

/** In at once, unless the tribe wants to be asked. */
export function afterJoin(tribe: StoredTribe, membership: Membership | null, now: Date): Membership {
  if (membership?.status === 'active') throw errors.fail('already_member');
  if (tribe.requiresApproval) throw errors.fail('approval_required');
  return member(now);
}

/** Waiting for an answer, or in at once where nobody needs to be asked. Who was rejected may ask again. */
export function afterRequest(tribe: StoredTribe, membership: Membership | null, now: Date): Membership {
  if (membership?.status === 'active') throw errors.fail('already_member');
  if (!tribe.requiresApproval) return member(now);
  if (membership?.status === 'pending') throw errors.fail('already_requested');
  return waiting(now);
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

/** The same answer given twice is one answer; another one comes too late. A withdrawn request is not there. */
export function afterVerdict(verdict: 'active' | 'rejected', membership: Membership | null, now: Date): Membership {
  if (!membership) throw fail('not_found');
  if (membership.status === verdict) return membership;
  if (membership.status !== 'pending') throw errors.fail('no_pending_request');
  return verdict === 'active' ? member(now) : turnedAway(now);
}
