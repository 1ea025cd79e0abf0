import type { User } from '@api/identity';

/** Somebody to sign in as. */
export const lucia: User = {
  id: 'u1',
  name: 'Lucía',
  email: 'lucia@tribus.test',
  role: 'user',
  avatarUrl: null,
  emailVerified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
