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
    normalized_name: string;
    description: string;
    tags: string[];
    image: Banner | null;
    is_private: boolean;
    requires_approval: boolean;
    members_count: Generated<number>;
    created_at: Date;
    privacy_version: Generated<number>;
    media_version: Generated<number>;
  };
  members: {
    tribe_id: number;
    user_id: string;
    status: Status;
    role: Role;
    level_order: number;
    since: Date;
    seq: Generated<number>;
    place: Generated<number>;
  };
  owners: { user_id: string; tribes: number };
  levels: {
    id: string;
    tribe_id: number;
    level_order: number;
    name: string;
    description: string;
    min_score: number;
    reward_points: number;
  };
}
