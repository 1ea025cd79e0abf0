import type { Deps } from './deps.ts';
import { isEmailHeld } from './email-change.ts';
import { errors } from './errors.ts';
import { type Returning, resumeSanctions } from './kept-sanctions.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account, NewAccount } from './store/users.ts';

/**
 * Adds an account, which is under what was in force when an earlier one of the same person was deleted: it may be suspended
 * from the start. Throws 409 `email_taken`, also for an address that may still go back to who had it before.
 */
export async function addAccount(
  { ctx, secrets }: Pick<Deps, 'ctx' | 'secrets'>,
  tx: IdentityTx,
  account: NewAccount,
  person: Omit<Returning, 'email'>,
): Promise<Account> {
  const added = await tx.users.add(account);
  // Asked after it was added: whoever gave the address up a moment ago has done so by now, or still has it.
  if (!added || (await isEmailHeld({ ctx, store: tx }, account.email, account.id))) throw errors.fail('email_taken');
  await resumeSanctions({ ctx, secrets }, tx, account.id, { ...person, email: account.email });
  return (await tx.users.byId(account.id)) ?? added;
}
