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
  levelOrder: number | null;
  since: Date | null;
}

/** Of an outer join's row: null when it found nobody. */
export const toMembership = ({ status, role, levelOrder, since }: MembershipRow): Membership | null =>
  status && role && levelOrder !== null && since ? { status, role, levelOrder: levelOrder, since } : null;

export const isActive = (membership: Membership | null): membership is Membership => membership?.status === 'active';
