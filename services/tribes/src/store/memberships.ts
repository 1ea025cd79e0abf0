import type { Role, Status } from './tables.ts';

/** Where somebody stands in a tribe; nowhere is null. */
export interface Membership {
  status: Status;
  role: Role;
  /** 1 and up; 0 unless active. */
  levelOrder: number;
  /** When they joined, asked or were turned away. */
  since: Date;
}

export interface Member extends Membership {
  userId: string;
}

interface MembershipRow {
  status: Status | null;
  role: Role | null;
  level_order: number | null;
  since: Date | null;
}

/** Of an outer join's row: null when it found nobody. */
export const toMembership = ({ status, role, level_order, since }: MembershipRow): Membership | null =>
  status && role && level_order !== null && since ? { status, role, levelOrder: level_order, since } : null;

export const isActive = (membership: Membership | null): membership is Membership => membership?.status === 'active';
