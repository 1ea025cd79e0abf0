import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { MemberRole } from '@tribus/proto/tribes/v1/types.ts';
import type { Membership } from './membership.ts';

/** Access decisions in a tribe, made only here. Responses carry the results to the browser. */

/** Input of the decisions. */
export type MembershipAccess = Pick<Membership, 'status' | 'role' | 'restrictedUntil'> & {
  tribe: { isHominini: boolean; isInvisible: boolean };
};

export const everyLevel = 2_147_483_647;

/** Whether the tribe is visible to the viewer. Invisible tribes are visible to members, applicants and site admins. */
export const canSeeTribe = (viewer: Actor, { tribe, status }: Pick<MembershipAccess, 'tribe' | 'status'>): boolean =>
  !tribe.isInvisible || status === 'active' || status === 'pending' || isAdmin(viewer);

/**
 * Every user and visitor may read hominini; other tribes need an active membership or a site admin (specification 2,
 * section 6).
 */
export const mayRead = (viewer: Actor, { tribe, status }: MembershipAccess): boolean =>
  tribe.isHominini || status === 'active' || isAdmin(viewer);

/** Whether the viewer may publish, comment and react: unrestricted active members and site admins. */
export const mayContribute = (
  viewer: Actor,
  membership: Pick<MembershipAccess, 'status' | 'restrictedUntil'>,
): boolean => isAdmin(viewer) || mayWriteAsMember(membership);

/** Whether the membership allows writing in the chat: active and unrestricted. Site admins also need a membership. */
export const mayWriteAsMember = ({
  status,
  restrictedUntil,
}: Pick<MembershipAccess, 'status' | 'restrictedUntil'>): boolean => status === 'active' && restrictedUntil === '';

/** Whether the viewer may read the chat of a tribe, including hominini: active members and site admins. */
export const mayReadChat = (viewer: Actor, { status }: Pick<MembershipAccess, 'status'>): boolean =>
  status === 'active' || isAdmin(viewer);

type ModerationAccess = Pick<MembershipAccess, 'status' | 'role' | 'restrictedUntil'>;

/** Unrestricted owners and officers, and site admins. */
export const mayModerate = (viewer: Actor, membership: ModerationAccess): boolean =>
  isAdmin(viewer) || (mayWriteAsMember(membership) && isModerator(membership.role));

/** The unrestricted owner, and site admins. */
export const mayActAsOwner = (viewer: Actor, membership: ModerationAccess): boolean =>
  isAdmin(viewer) || (mayWriteAsMember(membership) && membership.role === 'owner');

/** Whether the role moderates the tribe, given an active membership. */
export function isModerator(role: MemberRole): boolean {
  switch (role) {
    case 'owner':
    case 'officer':
      return true;
    case 'member':
    case 'none':
      return false;
    default:
      return role satisfies never;
  }
}

export const moderatorRoles: readonly MemberRole[] = Object.values(MemberRole).filter(isModerator);

/**
 * The highest level whose posts by other authors the viewer may read (decisions.md 4, `minLevelOrder`). Moderators read
 * every level; in hominini visitors read level 1.
 */
export function maxReadableLevel(viewer: Actor, membership: Membership): number {
  if (mayModerate(viewer, membership)) return everyLevel;
  return membership.tribe.isHominini ? Math.max(1, membership.levelOrder) : membership.levelOrder;
}

/**
 * Whether a viewer with read access to the tribe may read a post of `minLevelOrder`. Authors may read their own posts.
 */
export const mayReadLevel = (
  viewer: Actor,
  maxLevel: number,
  { minLevelOrder, authorId }: { minLevelOrder: number; authorId?: string | undefined },
): boolean => minLevelOrder <= maxLevel || (viewer.kind === 'user' && viewer.id === authorId);
