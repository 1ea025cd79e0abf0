import { fail } from '@tribus/kit/runtime/errors.ts';
import { isHominini } from './access.ts';
import { errors } from './errors.ts';
import type { Standing } from './store/memberships.ts';
import type { StoredTribe } from './store/tribes.ts';

// The states of a membership and the ways between them (specification 2, section 4; decisions.md 3). Each answers
// where a person stands then, null for nowhere, or says why not.

const member = (since: Date): Standing => ({ status: 'active', role: 'member', levelOrder: 1, since });
const waiting = (since: Date): Standing => ({ status: 'pending', role: 'member', levelOrder: 0, since });
const turnedAway = (since: Date): Standing => ({ status: 'rejected', role: 'member', levelOrder: 0, since });

/** In at once, unless the tribe wants to be asked. */
export function afterJoin(tribe: StoredTribe, standing: Standing | null, now: Date): Standing {
  if (standing?.status === 'active') throw errors.fail('already_member');
  if (tribe.requiresApproval) throw errors.fail('approval_required');
  return member(now);
}

/** Waiting for an answer, or in at once where nobody needs to be asked. Who was rejected may ask again. */
export function afterRequest(tribe: StoredTribe, standing: Standing | null, now: Date): Standing {
  if (standing?.status === 'active') throw errors.fail('already_member');
  if (!tribe.requiresApproval) return member(now);
  if (standing?.status === 'pending') throw errors.fail('already_requested');
  return waiting(now);
}

export function afterCancel(standing: Standing | null): null {
  if (standing?.status !== 'pending') throw errors.fail('no_pending_request');
  return null;
}

export function afterLeaving(tribe: StoredTribe, standing: Standing | null): null {
  if (isHominini(tribe)) throw errors.fail('hominini_locked');
  if (standing?.status !== 'active') throw errors.fail('not_member');
  if (standing.role === 'owner') throw errors.fail('owner_cannot_leave');
  return null;
}

/** The same answer given twice is one answer; another one comes too late. A withdrawn request is not there. */
export function afterVerdict(verdict: 'active' | 'rejected', standing: Standing | null, now: Date): Standing {
  if (!standing) throw fail('not_found');
  if (standing.status === verdict) return standing;
  if (standing.status !== 'pending') throw errors.fail('no_pending_request');
  return verdict === 'active' ? member(now) : turnedAway(now);
}
