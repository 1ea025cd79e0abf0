import { mayActAsOwner } from '@tribus/community/access.ts';
import { type Authority, authorities, decideAuthority, mayUndo } from '@tribus/community/authority.ts';
import { requireModerator, requireOwner } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { isHominini, toMembershipAccess } from './access.ts';
import { errors } from './errors.ts';
import { isActive, type Membership } from './store/memberships.ts';
import type { TribeForViewer } from './store/tribes.ts';

// The order of authority in a tribe: officers decide over members, the owner also over officers, site admins over all.
// Commands and the permissions in lists share one rule, `findRefusal`.

/** Measures against a user; `lift` ends a restriction, `unban` a ban. */
type Measure = 'restrict' | 'lift' | 'remove' | 'ban' | 'unban' | 'role';

/** The user subject to a measure. */
interface Subject {
  userId: string;
  /** Null for a non-member. */
  membership: Membership | null;
  /** The authority of the existing decision that would be replaced or revoked. */
  decided?: Authority | undefined;
}

/** The actor of a measure, their authority and the tribe. */
interface Decider {
  actor: Actor;
  authority: Authority;
  tribe: Parameters<typeof isHominini>[0];
}

type Refusal = 'not_oneself' | 'outranked' | 'not_found' | 'decided_above' | 'hominini_locked' | 'owner_fixed';

/** Whether this authority may decide over a member; null for a non-member. */
export function outranks(authority: Authority, subject: Pick<Membership, 'role'> | null): boolean {
  if (subject === null || subject.role === 'member') return true;
  return authorities.indexOf(authority) > authorities.indexOf(subject.role);
}

/**
 * Returns why a moderator (for `role`, an actor with the owner's rights) may not apply a measure; null when they may.
 */
export function findRefusal(measure: Measure, { actor, authority, tribe }: Decider, subject: Subject): Refusal | null {
  const { userId, membership, decided } = subject;
  const isOfMembers = measure === 'restrict' || measure === 'remove' || measure === 'role';
  const endsMembership = measure === 'remove' || measure === 'ban';
  if (measure !== 'role') {
    if (userId === actor.id) return 'not_oneself';
    if (!outranks(authority, membership)) return 'outranked';
  }
  if (isOfMembers && !isActive(membership)) return 'not_found';
  if (decided && !mayUndo(authority, decided)) return 'decided_above';
  if (endsMembership && isHominini(tribe)) return 'hominini_locked';
  if ((endsMembership || measure === 'role') && membership?.role === 'owner') return 'owner_fixed';
  return null;
}

/**
 * Returns the authority under which the actor decides. Throws 403 `forbidden` for a non-moderator, `outranked` when the
 * subject has the same authority or a higher one, `decided_above` when an owner or a site admin decided and the actor
 * has less authority. Actors cannot decide over themselves.
 */
export function requireMeasure(measure: Measure, actor: Actor, locked: TribeForViewer, subject: Subject): Authority {
  const requireOffice = measure === 'role' ? requireOwner : requireModerator;
  requireOffice(actor, toMembershipAccess(locked));
  const authority = decideAuthority(actor, locked.membership);
  if (!authority) throw fail('forbidden');
  const refusal = findRefusal(measure, { actor, authority, tribe: locked.tribe }, subject);
  if (refusal === 'not_found') throw fail(refusal);
  if (refusal) throw errors.fail(refusal);
  return authority;
}

interface Member extends Omit<Subject, 'decided'> {
  /** The authority behind the restriction in force; undefined for none. */
  restricted: Authority | undefined;
}

/**
 * Returns the measures that a moderator may apply to a member, by the same rule as the commands. A member has no ban in
 * force.
 */
export function measuresOpen(
  actor: Actor,
  found: TribeForViewer,
  authority: Authority,
  { restricted, ...subject }: Member,
) {
  const by = { actor, authority, tribe: found.tribe };
  const may = (measure: Measure, decided?: Authority) => findRefusal(measure, by, { ...subject, decided }) === null;
  return {
    canSetRole: mayActAsOwner(actor, toMembershipAccess(found)) && may('role'),
    canRestrict: may('restrict', restricted),
    canLift: restricted !== undefined && may('lift', restricted),
    canRemove: may('remove'),
    canBan: may('ban'),
  };
}
