import { hourMs } from '@tribus/kit/core/durations.ts';
import type { Deps } from './deps.ts';
import type { Account } from './store/users.ts';

type LimitFacts = Pick<Account, 'role' | 'isAgent' | 'emailVerifiedAt' | 'limitsLiftedAt' | 'createdAt'>;

/**
 * Returns the end of the limits of new accounts, possibly past; null for accounts without limits: admins, agents,
 * verified addresses, and accounts whose limits an admin lifted.
 */
export function limitedUntil(
  { role, isAgent, emailVerifiedAt, limitsLiftedAt, createdAt }: LimitFacts,
  hours: number,
): Date | null {
  if (hours === 0 || role === 'admin' || isAgent || emailVerifiedAt || limitsLiftedAt) return null;
  return new Date(createdAt.getTime() + hours * hourMs);
}

/** Returns the end of the limits (`limitedUntil`) as an ISO string; null when it is past, too. */
export function limitsEnd(
  { ctx, newAccountHours }: Pick<Deps, 'ctx' | 'newAccountHours'>,
  account: LimitFacts,
): string | null {
  const until = limitedUntil(account, newAccountHours);
  return until && until > ctx.clock.now() ? until.toISOString() : null;
}
