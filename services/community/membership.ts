import type { Tribe } from '@tribus/proto/tribes/v1/service.ts';
import type { MemberRole, MembershipStatus } from '@tribus/proto/tribes/v1/types.ts';

/** A tribe and one person's membership in it. Who never was a member has status and role `none` and the level 0. */
export interface Membership {
  tribe: Tribe;
  status: MembershipStatus;
  role: MemberRole;
  /** 1 and up; 0 unless active. */
  levelOrder: number;
  /** Until when they may read and not write there (ISO 8601); empty when they may write. */
  restrictedUntil: string;
  /** Of who is no active member: the level by which they were hidden when they last were one; 0 when they were not. */
  formerLevelOrder: number;
}

/** What an active member is in a tribe. */
export type TribeRole = Pick<Membership, 'role' | 'levelOrder'>;

/** Null for who is no active member. */
export const tribeRoleOf = (membership: Membership | undefined): TribeRole | null =>
  membership?.status === 'active' ? { role: membership.role, levelOrder: membership.levelOrder } : null;
