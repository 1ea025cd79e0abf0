import type { Deps } from './deps.ts';
import type { Account } from './store/users.ts';

const hourMs = 60 * 60 * 1000;

type LimitFacts = Pick<Account, 'role' | 'isAgent' | 'emailVerifiedAt' | 'limitsLiftedAt' | 'createdAt'>;

/**
 * Until when the limits of new accounts hold for an account that is as it is now; null for who has none: admins, agents,
 * those whose address is verified, and those for whom an admin lifted them. It may be over.
 */
export function limitedUntil(
  { role, isAgent, emailVerifiedAt, limitsLiftedAt, createdAt }: LimitFacts,
  hours: number,
): Date | null {
  if (hours === 0 || role === 'admin' || isAgent || emailVerifiedAt || limitsLiftedAt) return null;
  return new Date(createdAt.getTime() + hours * hourMs);
}

/** The same as people read it: null also when it is over. */
export function limitsEnd(
  { ctx, newAccountHours }: Pick<Deps, 'ctx' | 'newAccountHours'>,
  account: LimitFacts,
): string | null {
  const until = limitedUntil(account, newAccountHours);
  return until && until > ctx.clock.now() ? until.toISOString() : null;
}
