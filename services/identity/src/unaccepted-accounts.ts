import type { Deps } from './deps.ts';
import { retainSanctions } from './retained-sanctions.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';

/**
 * Whether an account holds its address. An account from Google whose terms were not accepted does not: nobody has used
 * it, and its owner could not sign in with a password.
 */
export const holdsEmail = ({ termsAcceptedAt }: Pick<Account, 'termsAcceptedAt'>): boolean => termsAcceptedAt !== null;

/**
 * Deletes the account of an address when it does not hold it, so that another account can get the address. Acceptance
 * of its terms at the same time either precedes this, and the account stays, or fails.
 */
export async function releaseEmail(deps: Pick<Deps, 'ctx' | 'secrets'>, tx: IdentityTx, email: string): Promise<void> {
  const account = await tx.users.lockByEmail(email);
  if (!account || holdsEmail(account)) return;
  await retainSanctions(deps, tx, account.id);
  await tx.googleIdentities.removeUnaccepted(email);
}
