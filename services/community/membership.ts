import type { Tribe } from '@tribus/proto/tribes/v1/service.ts';
import type { MemberRole, MembershipStatus } from '@tribus/proto/tribes/v1/types.ts';

/** A tribe and one user's membership in it. Without a membership, status and role are `none` and the level is 0. */
export interface Membership {
  tribe: Tribe;
  status: MembershipStatus;
  role: MemberRole;
  /** 1 and up; 0 unless active. */
  levelOrder: number;
  /** End of a read-only restriction (ISO 8601); empty without one. */
  restrictedUntil: string;
  /** Former members: the level that hid them while they were members; else 0. */
  formerLevelOrder: number;
}

/** Role and level of an active member. */
export type TribeRole = Pick<Membership, 'role' | 'levelOrder'>;

/** Null unless the membership is active. */
export const tribeRoleOf = (membership: Membership | undefined): TribeRole | null =>
  membership?.status === 'active' ? { role: membership.role, levelOrder: membership.levelOrder } : null;
