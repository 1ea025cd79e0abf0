import type { Schema } from '../src/lib/contract.ts';

/** Somebody to sign in as. */
export const lucia: Schema<'User'> = {
  id: 'u1',
  name: 'Lucía',
  email: 'lucia@tribus.test',
  role: 'user',
  avatarUrl: null,
  emailVerified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
