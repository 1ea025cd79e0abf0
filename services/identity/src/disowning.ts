import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { deleteAccountIn } from './leaving.ts';
import { consumeToken, readToken } from './one-time-tokens.ts';
import { verifyEmail } from './recovery.ts';

/**
 * Deletes an account that was registered with another person's address, on request of the mailbox owner; the address is
 * free again. Throws 400 `link_expired`, also for an account whose address is verified; 403 `disown_refused` when an
 * admin has set the address; 409 `last_admin`.
 */
export async function disownAccount(deps: Pick<Deps, 'ctx' | 'store' | 'presence'>, token: string): Promise<void> {
  const { ctx, store, presence } = deps;
  const userId = await store.transaction(async (tx) => {
    await tx.directory.lockAdmins();
    const found = await readToken({ ctx, store: tx }, verifyEmail, token);
    if (!found?.userId || !(await tx.accountDeletions.lockForDeletion(found.userId))) throw errors.fail('link_expired');
    const account = await tx.users.byId(found.userId);
    if (account?.email !== found.payload.email || account.emailVerifiedAt) throw errors.fail('link_expired');
    if (account.emailSetByAdmin) throw errors.fail('disown_refused');
    if (!(await consumeToken({ ctx, store: tx }, verifyEmail, token))) throw errors.fail('link_expired');
    await deleteAccountIn(deps, tx, account.id, { cause: 'address_disowned' });
    return account.id;
  });
  await presence.remove(userId);
}
