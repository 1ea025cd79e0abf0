import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { defineErrors, fail } from '@tribus/kit/runtime/errors.ts';
import { type MembershipFacts, mayActAsOwner, mayContribute, mayModerate, mayRead, mayReadChat } from './access.ts';

// What a person must be in a tribe for a rule to go on: each returns the membership, or refuses. Who may what is decided
// in access.ts.

export const accessErrors = defineErrors({
  membership_required: {
    status: 403,
    es: 'Solo para miembros de esta tribu.',
    en: 'For members of this tribe only.',
    zh: '仅限该部落成员。',
  },
});

/** Somebody who may read the tribe; else 403 `membership_required`, for visitors 401 `unauthenticated`. */
export function requireReader<M extends MembershipFacts>(viewer: Actor, membership: M): M {
  if (!mayRead(viewer, membership)) throw refusal(viewer);
  return membership;
}

/** Somebody who may publish, comment and react there: an active member or a site admin; else as requireReader. */
export function requireContributor<M extends MembershipFacts>(viewer: Actor, membership: M): M {
  if (!mayContribute(viewer, membership)) throw refusal(viewer);
  return membership;
}

/** Somebody who may read the tribe's chat: an active member or a site admin; else as requireReader. */
export function requireChatReader<M extends Pick<MembershipFacts, 'status'>>(viewer: Actor, membership: M): M {
  if (!mayReadChat(viewer, membership)) throw refusal(viewer);
  return membership;
}

/** An active member, for what is between members: a site admin who is none is refused, too; else as requireReader. */
export function requireActiveMember<M extends Pick<MembershipFacts, 'status'>>(viewer: Actor, membership: M | null): M {
  if (membership?.status !== 'active') throw refusal(viewer);
  return membership;
}

/** The owner, an officer or a site admin; else 403 `forbidden`. */
export function requireModerator<M extends Pick<MembershipFacts, 'status' | 'role'>>(viewer: Actor, membership: M): M {
  if (!mayModerate(viewer, membership)) throw fail('forbidden');
  return membership;
}

/** The owner or a site admin; else 403 `forbidden`. */
export function requireOwner<M extends Pick<MembershipFacts, 'status' | 'role'>>(viewer: Actor, membership: M): M {
  if (!mayActAsOwner(viewer, membership)) throw fail('forbidden');
  return membership;
}

const refusal = (viewer: Actor) =>
  viewer.kind === 'user' ? accessErrors.fail('membership_required') : fail('unauthenticated');
