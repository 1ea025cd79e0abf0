import { mayActAsOwner } from '@tribus/community/access.ts';
import { type Authority, authorities, authorityOf, mayUndo } from '@tribus/community/authority.ts';
import { requireModerator, requireOwner } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { factsOf, isHominini } from './access.ts';
import { errors } from './errors.ts';
import { isActive, type Membership } from './store/memberships.ts';
import type { TribeForViewer } from './store/tribes.ts';

// Who may decide over whom in a tribe: officers over members, the owner over officers, too, site admins over everybody.
// What refuses a command and what lists say that the caller may do is one rule, `refusalOf`.

/** What may be decided over somebody; `lift` is of a restriction, `unban` of a ban. */
type Measure = 'restrict' | 'lift' | 'remove' | 'ban' | 'unban' | 'role';

/** Over whom it is decided. */
interface Subject {
  userId: string;
  /** Null for who is none. */
  membership: Membership | null;
  /** As whom that was decided which would be replaced or taken back. */
  decided?: Authority | undefined;
}

/** Who decides, and where. */
interface Decider {
  actor: Actor;
  authority: Authority;
  tribe: Parameters<typeof isHominini>[0];
}

type Refusal = 'not_oneself' | 'outranked' | 'not_found' | 'decided_above' | 'hominini_locked' | 'owner_fixed';

/** Whether somebody of this authority decides over a member; null for who is none. */
export function outranks(authority: Authority, subject: Pick<Membership, 'role'> | null): boolean {
  if (subject === null || subject.role === 'member') return true;
  return authorities.indexOf(authority) > authorities.indexOf(subject.role);
}

/** Why somebody who moderates a tribe, for `role` acts as its owner, may not decide so; null when they may. */
export function refusalOf(measure: Measure, { actor, authority, tribe }: Decider, subject: Subject): Refusal | null {
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
 * As whom the actor decides: 403 `forbidden` for who decides over nobody, `outranked` over one of the same authority or more,
 * `decided_above` where an owner or a site admin decided and the actor is less; nobody decides over themself.
 */
export function requireMeasure(measure: Measure, actor: Actor, locked: TribeForViewer, subject: Subject): Authority {
  const requireOffice = measure === 'role' ? requireOwner : requireModerator;
  requireOffice(actor, factsOf(locked));
  const authority = authorityOf(actor, locked.membership);
  if (!authority) throw fail('forbidden');
  const refusal = refusalOf(measure, { actor, authority, tribe: locked.tribe }, subject);
  if (refusal === 'not_found') throw fail(refusal);
  if (refusal) throw errors.fail(refusal);
  return authority;
}

interface Member extends Omit<Subject, 'decided'> {
  /** As whom the restriction was decided that holds; undefined for none. */
  restricted: Authority | undefined;
}

/** What somebody who moderates the tribe may decide over a member, as the commands would answer them. Of a member no ban holds. */
export function measuresOpen(
  actor: Actor,
  found: TribeForViewer,
  authority: Authority,
  { restricted, ...subject }: Member,
) {
  const by = { actor, authority, tribe: found.tribe };
  const may = (measure: Measure, decided?: Authority) => refusalOf(measure, by, { ...subject, decided }) === null;
  return {
    canSetRole: mayActAsOwner(actor, factsOf(found)) && may('role'),
    canRestrict: may('restrict', restricted),
    canLift: restricted !== undefined && may('lift', restricted),
    canRemove: may('remove'),
    canBan: may('ban'),
  };
}
