import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { type AppError, defineErrors, fail } from '@tribus/kit/core/errors.ts';
import {
  canSeeTribe,
  type MembershipAccess,
  mayActAsOwner,
  mayContribute,
  mayModerate,
  mayRead,
  mayReadChat,
  mayWriteAsMember,
} from './access.ts';

// Guards by membership: each returns the membership or throws. access.ts makes the decisions. Without access to an
// invisible tribe every guard throws 404.

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

/** Requires that the tribe is visible to the viewer; else 404. */
export function requireVisibleTribe<M extends Pick<MembershipAccess, 'tribe' | 'status'>>(
  viewer: Actor,
  membership: M,
): M {
  if (!canSeeTribe(viewer, membership)) throw fail('not_found');
  return membership;
}

/** Requires read access; else 403 `membership_required`, 401 `unauthenticated` for visitors. */
export function requireReadAccess<M extends MembershipAccess>(viewer: Actor, membership: M): M {
  if (!mayRead(viewer, membership)) throw refusal(viewer, membership);
  return membership;
}

/**
 * Requires permission to publish, comment and react: an active member or a site admin. Throws 403
 * `membership_restricted` for a restricted member; else as requireReadAccess.
 */
export function requireContributor<M extends MembershipAccess>(viewer: Actor, membership: M): M {
  if (!mayContribute(viewer, membership)) throw refusal(viewer, membership);
  return membership;
}

/**
 * Requires access to members' information, in hominini too: an active member, restricted or not, or a site admin; else
 * as requireReadAccess.
 */
export function requireMember<M extends MembershipAccess>(viewer: Actor, membership: M): M {
  if (membership.status !== 'active' && !isAdmin(viewer)) throw refusal(viewer, membership);
  return membership;
}

/** Requires access to the tribe's chat: an active member or a site admin; else as requireReadAccess. */
export function requireChatReadAccess<M extends MembershipAccess>(viewer: Actor, membership: M): M {
  if (!mayReadChat(viewer, membership)) throw refusal(viewer, membership);
  return membership;
}

/** Requires permission to write in the chat: an active member; else as requireContributor. */
export function requireChatWriter<M extends MembershipAccess>(viewer: Actor, membership: M): M {
  if (!mayWriteAsMember(membership)) throw refusal(viewer, membership);
  return membership;
}

/** Throws 403 `membership_restricted` for a restricted member; allows everyone else. */
export function refuseRestricted<M extends MembershipAccess>(viewer: Actor, membership: M): M {
  if (membership.restrictedUntil !== '' && !isAdmin(viewer)) throw restricted(membership);
  return membership;
}

/** Requires an active member; site admins also need a membership. Else as requireReadAccess. */
export function requireActiveMember<M extends Pick<MembershipAccess, 'status'> & { tribe?: MembershipAccess['tribe'] }>(
  viewer: Actor,
  membership: M | null,
): M {
  if (membership?.status === 'active') return membership;
  throw refusal(viewer, { tribe: membership?.tribe, status: membership?.status ?? 'none', restrictedUntil: '' });
}

/**
 * Requires the owner, an officer or a site admin. Throws 403 `membership_restricted` for a restricted moderator, else
 * 403 `forbidden`.
 */
export function requireModerator<M extends MembershipAccess>(viewer: Actor, membership: M): M {
  if (!mayModerate(viewer, membership)) throw moderationRefusal(viewer, membership, mayModerate);
  return membership;
}

/** Requires the owner or a site admin; else as requireModerator. */
export function requireOwner<M extends MembershipAccess>(viewer: Actor, membership: M): M {
  if (!mayActAsOwner(viewer, membership)) throw moderationRefusal(viewer, membership, mayActAsOwner);
  return membership;
}

function moderationRefusal(viewer: Actor, membership: MembershipAccess, may: typeof mayModerate): AppError {
  if (!canSeeTribe(viewer, membership)) return fail('not_found');
  return may(viewer, { ...membership, restrictedUntil: '' }) ? restricted(membership) : fail('forbidden');
}

interface Refused extends Pick<MembershipAccess, 'status' | 'restrictedUntil'> {
  tribe: MembershipAccess['tribe'] | undefined;
}

function refusal(viewer: Actor, { tribe, status, restrictedUntil }: Refused): AppError {
  if (tribe && !canSeeTribe(viewer, { tribe, status })) return fail('not_found');
  if (viewer.kind !== 'user') return fail('unauthenticated');
  return status === 'active' && restrictedUntil !== ''
    ? restricted({ restrictedUntil })
    : accessErrors.fail('membership_required');
}

const restricted = ({ restrictedUntil }: Pick<MembershipAccess, 'restrictedUntil'>): AppError =>
  accessErrors.fail('membership_restricted', { until: formatMoment(restrictedUntil) });

/** Formats a time for all three languages; screens show the local time. */
export const formatMoment = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
