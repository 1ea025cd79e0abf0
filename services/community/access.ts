import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { MemberRole } from '@tribus/proto/tribes/v1/types.ts';
import type { Membership } from './membership.ts';

/** Who may do what in a tribe; decided here and nowhere else. Answers tell the browser what was decided. */

/** What the decisions depend on. */
export type MembershipFacts = Pick<Membership, 'status' | 'role' | 'restrictedUntil'> & {
  tribe: { isHominini: boolean; isInvisible: boolean };
};

const everyLevel = 2_147_483_647;

/** Whether the tribe exists for somebody: an invisible one does for its members, for who has asked to be one, and for site admins. */
export const mayKnow = (viewer: Actor, { tribe, status }: Pick<MembershipFacts, 'tribe' | 'status'>): boolean =>
  !tribe.isInvisible || status === 'active' || status === 'pending' || isAdmin(viewer);

/** Hominini is everybody's; other tribes are their active members' and site admins' (specification 2, section 6). */
export const mayRead = (viewer: Actor, { tribe, status }: MembershipFacts): boolean =>
  tribe.isHominini || status === 'active' || isAdmin(viewer);

/** Publishing, commenting and reacting: active members, unless they may only read for a while, and site admins. */
export const mayContribute = (
  viewer: Actor,
  membership: Pick<MembershipFacts, 'status' | 'restrictedUntil'>,
): boolean => isAdmin(viewer) || mayWriteAsMember(membership);

/** Writing in the chat: active members, site admins only if they are some; not who may only read for a while. */
export const mayWriteAsMember = ({
  status,
  restrictedUntil,
}: Pick<MembershipFacts, 'status' | 'restrictedUntil'>): boolean => status === 'active' && restrictedUntil === '';

/** Reading a tribe's chat, also hominini's: active members, who write in it too, and site admins. */
export const mayReadChat = (viewer: Actor, { status }: Pick<MembershipFacts, 'status'>): boolean =>
  status === 'active' || isAdmin(viewer);

type Office = Pick<MembershipFacts, 'status' | 'role' | 'restrictedUntil'>;

/** Owner and officers, unless they may only read for a while, and site admins. */
export const mayModerate = (viewer: Actor, membership: Office): boolean =>
  isAdmin(viewer) || (mayWriteAsMember(membership) && isModerator(membership.role));

/** The owner, unless they may only read for a while, and site admins. */
export const mayActAsOwner = (viewer: Actor, membership: Office): boolean =>
  isAdmin(viewer) || (mayWriteAsMember(membership) && membership.role === 'owner');

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
