import type { MemberRole, MembershipStatus } from '@tribus/proto/tribes/v1/types.ts';
import type { Generated } from 'kysely';

export type Role = Exclude<MemberRole, 'none'>;
export type Status = Exclude<MembershipStatus, 'none'>;

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
    /** Active members. */
    membersCount: Generated<number>;
    createdAt: Date;
    privacyVersion: Generated<number>;
    mediaVersion: Generated<number>;
    /** The key of the banner that media has confirmed to keep. */
    keptBanner: string | null;
  };
  members: {
    tribeId: number;
    userId: string;
    status: Status;
    role: Role;
    /** 1 and up; 0 unless active. */
    levelOrder: number;
    /** When they joined, asked or were rejected. */
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
