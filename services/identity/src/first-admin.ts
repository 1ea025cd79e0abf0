import { UserRegistered, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import { nameFromEmail } from './accounts.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import { revokeSignInMethods } from './revocation.ts';

/** The administrator of `ADMIN_EMAIL` and `ADMIN_PASSWORD`. */
export interface FirstAdmin {
  email: string;
  password: string;
}

/**
 * Creates the operator's admin unless it exists. An account that has the address without being an admin gets the
 * operator's password and loses its sessions and all other sign-in methods, because the address was never
 * verified. Replicas that start at the same time run this in turn.
 */
export async function appointFirstAdmin(
  { ctx, store, passwords }: Pick<Deps, 'ctx' | 'store' | 'passwords'>,
  { email, password }: FirstAdmin,
): Promise<void> {
  if ((await store.users.credentials(email))?.account.role === 'admin') return;
  const passwordHash = await passwords.hash(password);
  await store.transaction(async (tx) => {
    await tx.directory.lockAdmins();
    const [id, createdAt] = [ctx.newId(), ctx.clock.now()];
    const account = { id, email, name: nameFromEmail(email), passwordHash, role: 'admin' as const, createdAt };
    if (await tx.users.add({ ...account, welcomedAt: createdAt })) {
      tx.emit(UserRegistered, { userId: id });
      await audit(ctx, tx, { action: 'admin_appointed', target: { type: 'user', id } });
      return;
    }
    const existing = (await tx.users.credentials(email))?.account;
    if (!existing || existing.role === 'admin') return;
    await tx.users.promote(existing.id, passwordHash);
    await tx.oneTimeTokens.discardAll(existing.id);
    await revokeSignInMethods(tx, existing.id);
    tx.emit(UserUpdated, { userId: existing.id });
    await audit(ctx, tx, { action: 'admin_appointed', target: { type: 'user', id: existing.id } });
  });
}
