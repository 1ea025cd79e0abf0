import { type Actor, isAdmin } from '@tribus/kit/runtime/actor.ts';
import { MemberRole } from '@tribus/proto/tribes/v1/types.ts';
import type { Membership } from './membership.ts';

/** Who may do what in a tribe; decided here and nowhere else. Answers tell the browser what was decided. */

/** What the decisions depend on. */
export type MembershipFacts = Pick<Membership, 'status' | 'role'> & { tribe: { isHominini: boolean } };

const everyLevel = 2_147_483_647;

/** Hominini is everybody's; other tribes are their active members' and site admins' (specification 2, section 6). */
export const mayRead = (viewer: Actor, { tribe, status }: MembershipFacts): boolean =>
  tribe.isHominini || status === 'active' || isAdmin(viewer);

/** Publishing, commenting and reacting: active members and site admins. */
export const mayContribute = (viewer: Actor, { status }: Pick<MembershipFacts, 'status'>): boolean =>
  status === 'active' || isAdmin(viewer);

/** Reading a tribe's chat, also hominini's: active members, who write in it too, and site admins. */
export const mayReadChat = (viewer: Actor, { status }: Pick<MembershipFacts, 'status'>): boolean =>
  status === 'active' || isAdmin(viewer);

/** Owner and officers, and site admins. */
export const mayModerate = (viewer: Actor, { status, role }: Pick<MembershipFacts, 'status' | 'role'>): boolean =>
  isAdmin(viewer) || (status === 'active' && isModerator(role));

/** The owner, and site admins. */
export const mayActAsOwner = (viewer: Actor, { status, role }: Pick<MembershipFacts, 'status' | 'role'>): boolean =>
  isAdmin(viewer) || (status === 'active' && role === 'owner');

/** Whether an active member of this role moderates the tribe. */
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
 * The highest level up to which somebody reads posts of others there (decisions.md 4, `minLevelOrder`); moderators read
 * every level, and in hominini a visitor reads what the first level does.
 */
export function maxReadableLevel(viewer: Actor, membership: Membership): number {
  if (mayModerate(viewer, membership)) return everyLevel;
  return membership.tribe.isHominini ? Math.max(1, membership.levelOrder) : membership.levelOrder;
}

/** Whether a level lets somebody, who may read the tribe, read a post that asks for one; authors read their own. */
export const mayReadLevel = (
  viewer: Actor,
  maxLevel: number,
  { minLevelOrder, authorId }: { minLevelOrder: number; authorId?: string | undefined },
): boolean => minLevelOrder <= maxLevel || (viewer.kind === 'user' && viewer.id === authorId);
