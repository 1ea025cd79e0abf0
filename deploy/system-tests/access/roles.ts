export type Role = (typeof roles)[number];

/** Roles as columns of the table; in hominini everybody is a member. */
export const roles = ['visitor', 'outsider', 'pending', 'former', 'member', 'officer', 'owner', 'admin'] as const;
export type Kind = (typeof kinds)[number];

/** A private tribe, an open one, and hominini, the tribe of all members. */
export const kinds = ['private', 'open', 'hominini'] as const;
