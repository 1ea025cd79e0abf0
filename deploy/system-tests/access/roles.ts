export type Role = (typeof roles)[number];

/** Somebody's place, as a column of the table; in hominini everybody is a member. */
export const roles = ['visitor', 'stranger', 'pending', 'former', 'member', 'officer', 'owner', 'admin'] as const;
export type Kind = (typeof kinds)[number];

/** A tribe that lets nobody look in, one that lets everybody in, and the one that is everybody's. */
export const kinds = ['private', 'open', 'hominini'] as const;
