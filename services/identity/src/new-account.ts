import type { Deps } from './deps.ts';
import { isEmailReserved } from './email-change.ts';
import { errors } from './errors.ts';
import { type ReturningUser, resumeSanctions } from './retained-sanctions.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account, NewAccount } from './store/users.ts';

/**
 * Adds an account and applies the sanctions in force of the same person's deleted account: it may be suspended from the
 * start. Throws 409 `email_taken`, also for an address that may still be restored to its former owner.
 */
export async function addAccount(
  { ctx, secrets }: Pick<Deps, 'ctx' | 'secrets'>,
  tx: IdentityTx,
  account: NewAccount,
  person: Omit<ReturningUser, 'email'>,
): Promise<Account> {
  const added = await tx.users.add(account);
  // Checked after the insert: a concurrent change of this address has either committed or still owns it.
  if (!added || (await isEmailReserved({ ctx, store: tx }, account.email, account.id)))
    throw errors.fail('email_taken');
  await resumeSanctions({ ctx, secrets }, tx, account.id, { ...person, email: account.email });
  return (await tx.users.byId(account.id)) ?? added;
}
