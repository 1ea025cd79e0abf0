import type { Selectable } from 'kysely';
import type { TribesDb } from './tables.ts';

/** A user's membership of a tribe in any state; null for none. */
export type Membership = Omit<Member, 'userId'>;

export type Member = Pick<Selectable<TribesDb['members']>, 'userId' | 'status' | 'role' | 'levelOrder' | 'since'>;

type OuterJoined = { [Column in keyof Membership]: Membership[Column] | null };

/** Maps a row of an outer join: null when it has no match. */
export const toMembership = ({ status, role, levelOrder, since }: OuterJoined): Membership | null =>
  status && role && levelOrder !== null && since ? { status, role, levelOrder, since } : null;

export const isActive = (membership: Membership | null): membership is Membership => membership?.status === 'active';
