import { dayMs } from '@tribus/kit/core/durations.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { removeAccount } from './account-removal.ts';
import type { Deps } from './deps.ts';
import { retainSanctions } from './retained-sanctions.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';

/** Time limit for accepting the terms of a new account. */
const termsTtlMs = dayMs;

type RemovalDeps = Pick<Deps, 'ctx' | 'secrets'>;

/**
 * Whether an account holds its address. An account from Google whose terms were not accepted does not: nobody has used
 * it, and its owner could not sign in with a password.
 */
export const holdsEmail = ({ termsAcceptedAt }: Pick<Account, 'termsAcceptedAt'>): boolean => termsAcceptedAt !== null;

/**
 * Deletes the account of an address when it does not hold it, so that another account can get the address. Acceptance
 * of its terms at the same time either precedes this, and the account stays, or fails.
 */
export async function releaseEmail(deps: RemovalDeps, tx: IdentityTx, email: string): Promise<void> {
  const id = await tx.googleIdentities.lockUnaccepted({ email });
  if (id) await removeUnaccepted(deps, tx, id);
}

/** Deletes accounts whose owner did not accept the terms within a day, which frees their address. */
export async function sweepUnaccepted(deps: RemovalDeps & Pick<Deps, 'store'>, signal: AbortSignal): Promise<void> {
  const before = new Date(deps.ctx.clock.now().getTime() - termsTtlMs);
  await doInPortions(signal, async (size) => {
    const ids = await deps.store.googleIdentities.unacceptedBefore(before, size);
    for (const id of ids) {
      signal.throwIfAborted();
      await deps.store.transaction(async (tx) => {
        if (await tx.googleIdentities.lockUnaccepted({ id })) await removeUnaccepted(deps, tx, id);
      });
    }
    return ids.length;
  });
}

/** Deletes an account locked for deletion. No event: other services do not know it before its terms are accepted. */
async function removeUnaccepted(deps: RemovalDeps, tx: IdentityTx, id: string): Promise<void> {
  await retainSanctions(deps, tx, id);
  await removeAccount(tx, id);
}
