import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { type AppError, defineErrors, fail } from '@tribus/kit/core/errors.ts';
import {
  type MembershipFacts,
  mayActAsOwner,
  mayContribute,
  mayKnow,
  mayModerate,
  mayRead,
  mayReadChat,
  mayWriteAsMember,
} from './access.ts';

// What a person must be in a tribe for a rule to go on: each returns the membership, or refuses. Who may what is decided
// in access.ts. For whom an invisible tribe does not exist everything in it is 404.

export const accessErrors = defineErrors({
  membership_required: {
    status: 403,
    es: 'Solo para miembros de esta tribu.',
    en: 'For members of this tribe only.',
    zh: '仅限该部落成员。',
  },
  membership_restricted: {
    status: 403,
    es: 'En esta tribu puedes leer, pero no escribir hasta el {until}.',
    en: 'In this tribe you can read, but not write until {until}.',
    zh: '在 {until} 之前，你在该部落只能浏览，不能发言。',
  },
});

/** Whoever the tribe exists for; 404 for the others. */
export function requireKnown<M extends Pick<MembershipFacts, 'tribe' | 'status'>>(viewer: Actor, membership: M): M {
  if (!mayKnow(viewer, membership)) throw fail('not_found');
  return membership;
}

/** Somebody who may read the tribe; else 403 `membership_required`, for visitors 401 `unauthenticated`. */
export function requireReadAccess<M extends MembershipFacts>(viewer: Actor, membership: M): M {
  if (!mayRead(viewer, membership)) throw refusal(viewer, membership);
  return membership;
}

/**
 * Somebody who may publish, comment and react there: an active member or a site admin; 403 `membership_restricted` for
 * who may only read for a while; else as requireReadAccess.
 */
export function requireContributor<M extends MembershipFacts>(viewer: Actor, membership: M): M {
  if (!mayContribute(viewer, membership)) throw refusal(viewer, membership);
  return membership;
}

/**
 * Somebody who may know what is for the members of a tribe, also of hominini: an active member, who may be restricted, or a
 * site admin; else as requireReadAccess.
 */
export function requireMember<M extends MembershipFacts>(viewer: Actor, membership: M): M {
  if (membership.status !== 'active' && !isAdmin(viewer)) throw refusal(viewer, membership);
  return membership;
}

/** Somebody who may read the tribe's chat: an active member or a site admin; else as requireReadAccess. */
export function requireChatReadAccess<M extends MembershipFacts>(viewer: Actor, membership: M): M {
  if (!mayReadChat(viewer, membership)) throw refusal(viewer, membership);
  return membership;
}

/** Somebody who may write in the tribe's chat: an active member; else as requireContributor. */
export function requireChatWriter<M extends MembershipFacts>(viewer: Actor, membership: M): M {
  if (!mayWriteAsMember(membership)) throw refusal(viewer, membership);
  return membership;
}

/** Whoever it is, unless they may only read there for a while: 403 `membership_restricted`. */
export function refuseRestricted<M extends MembershipFacts>(viewer: Actor, membership: M): M {
  if (membership.restrictedUntil !== '' && !isAdmin(viewer)) throw restricted(membership);
  return membership;
}

/** An active member, for what is between members: a site admin who is none is refused, too; else as requireReadAccess. */
export function requireActiveMember<M extends Pick<MembershipFacts, 'status'> & { tribe?: MembershipFacts['tribe'] }>(
  viewer: Actor,
  membership: M | null,
): M {
  if (membership?.status === 'active') return membership;
  throw refusal(viewer, { tribe: membership?.tribe, status: membership?.status ?? 'none', restrictedUntil: '' });
}

/**
 * The owner, an officer or a site admin; 403 `membership_restricted` for who would be one and may only read for a while;
 * else 403 `forbidden`.
 */
export function requireModerator<M extends MembershipFacts>(viewer: Actor, membership: M): M {
  if (!mayModerate(viewer, membership)) throw withoutOffice(viewer, membership, mayModerate);
  return membership;
}

/** The owner or a site admin; else as requireModerator. */
export function requireOwner<M extends MembershipFacts>(viewer: Actor, membership: M): M {
  if (!mayActAsOwner(viewer, membership)) throw withoutOffice(viewer, membership, mayActAsOwner);
  return membership;
}

function withoutOffice(viewer: Actor, membership: MembershipFacts, may: typeof mayModerate): AppError {
  if (!mayKnow(viewer, membership)) return fail('not_found');
  return may(viewer, { ...membership, restrictedUntil: '' }) ? restricted(membership) : fail('forbidden');
}

interface Refused extends Pick<MembershipFacts, 'status' | 'restrictedUntil'> {
  tribe: MembershipFacts['tribe'] | undefined;
}

function refusal(viewer: Actor, { tribe, status, restrictedUntil }: Refused): AppError {
  if (tribe && !mayKnow(viewer, { tribe, status })) return fail('not_found');
  if (viewer.kind !== 'user') return fail('unauthenticated');
  return status === 'active' && restrictedUntil !== ''
    ? restricted({ restrictedUntil })
    : accessErrors.fail('membership_required');
}

const restricted = ({ restrictedUntil }: Pick<MembershipFacts, 'restrictedUntil'>): AppError =>
  accessErrors.fail('membership_restricted', { until: momentOf(restrictedUntil) });

/** A moment as any of the three languages reads it; screens show the local time. */
export const momentOf = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
