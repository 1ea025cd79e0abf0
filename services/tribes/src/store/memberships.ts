import type { Selectable } from 'kysely';
import type { TribesDb } from './tables.ts';

/** Somebody's membership of a tribe, in whatever state; none is null. */
export type Membership = Omit<Member, 'userId'>;

export type Member = Pick<Selectable<TribesDb['members']>, 'userId' | 'status' | 'role' | 'levelOrder' | 'since'>;

type OuterJoined = { [Column in keyof Membership]: Membership[Column] | null };

/** Of an outer join's row: null when it found nobody. */
export const toMembership = ({ status, role, levelOrder, since }: OuterJoined): Membership | null =>
  status && role && levelOrder !== null && since ? { status, role, levelOrder, since } : null;

export const isActive = (membership: Membership | null): membership is Membership => membership?.status === 'active';
