import type { Deps } from './deps.ts';
import { isEmailReserved } from './email-change.ts';
import { errors } from './errors.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account, NewAccount } from './store/users.ts';

/**
 * Adds an account. Throws 409 `email_taken`, also for an address that may still be restored to its former owner.
 */
export async function addAccount({ ctx }: Pick<Deps, 'ctx'>, tx: IdentityTx, account: NewAccount): Promise<Account> {
  const added = await tx.users.add(account);
  // Checked after the insert: a concurrent change of this address has either committed or still owns it.
  if (!added || (await isEmailReserved({ ctx, store: tx }, account.email, account.id)))
    throw errors.fail('email_taken');
  return added;
}
