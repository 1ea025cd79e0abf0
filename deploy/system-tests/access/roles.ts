export type Role = (typeof roles)[number];

/** Roles as columns of the table; in hominini everybody is a member. */
export const roles = [
  'visitor',
  'outsider',
  'pending',
  'former',
  'banned',
  'restricted',
  'member',
  'officer',
  'owner',
  'admin',
] as const;
export type Kind = (typeof kinds)[number];

/**
 * A private tribe, an open one, hominini, the tribe of all members, and an open tribe whose posts and vibes are above
 * the level of its members.
 */
export const kinds = ['private', 'open', 'hominini', 'levels'] as const;
