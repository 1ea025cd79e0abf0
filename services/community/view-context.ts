import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { isModerator } from './access.ts';
import { type Membership, tribeRoleOf } from './membership.ts';
import type { ViewContext } from './user-presenter.ts';

/** The context in which a viewer sees a subject in a tribe, by the memberships of both. */
export const contextOf = (
  tribeId: number,
  subject: Membership | undefined,
  viewer: Membership | undefined,
): ViewContext => ({
  tribeId,
  isHominini: (subject ?? viewer)?.tribe.isHominini ?? false,
  // An unknown or deleted tribe counts as private.
  isPrivate: (subject ?? viewer)?.tribe.isPrivate ?? true,
  viewer: tribeRoleOf(viewer),
  subject: tribeRoleOf(subject),
  formerLevel: subject?.formerLevelOrder ?? 0,
});

/**
 * Whether the subject's level decides if this viewer sees their name in the tribe (`isHidden`). Everywhere else the
 * membership of a subject is not needed to know it.
 */
export function namesDependOnLevel(viewer: Actor, { tribe, ...membership }: Membership): boolean {
  if (isAdmin(viewer) || tribe.isHominini) return false;
  const own = tribeRoleOf({ tribe, ...membership });
  return own === null ? !tribe.isPrivate : !isModerator(own.role);
}
