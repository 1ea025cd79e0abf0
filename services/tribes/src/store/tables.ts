import type { Generated } from 'kysely';
import type { memberRoles, membershipStatuses } from '../../limits.ts';

export type Role = (typeof memberRoles)[number];
export type Status = (typeof membershipStatuses)[number];

/** A banner as media keeps it: the picture itself, its variant for cards, and what is shown before it is there. */
export interface Banner {
  key: string;
  cardKey: string;
  lqip: string;
}

/** The tables of migrations/. */
export interface TribesDb {
  tribes: {
    id: Generated<number>;
    name: string;
    normalizedName: string;
    description: string;
    tags: string[];
    image: Banner | null;
    isPrivate: boolean;
    requiresApproval: boolean;
    membersCount: Generated<number>;
    createdAt: Date;
    privacyVersion: Generated<number>;
    mediaVersion: Generated<number>;
  };
  members: {
    tribeId: number;
    userId: string;
    status: Status;
    role: Role;
    levelOrder: number;
    since: Date;
    seq: Generated<number>;
    place: Generated<number | null>;
  };
  owners: { userId: string; tribes: number };
  levels: {
    id: string;
    tribeId: number;
    levelOrder: number;
    name: string;
    description: string;
    minScore: number;
    rewardPoints: number;
  };
}
