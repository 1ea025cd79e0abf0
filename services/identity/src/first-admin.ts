import { UserRegistered, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import { nameFromEmail } from './accounts.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import { endSessions } from './sessions.ts';

/** `ADMIN_EMAIL` and `ADMIN_PASSWORD`. */
export interface FirstAdmin {
  email: string;
  password: string;
}

/**
 * Makes sure that the operator's admin exists. An account that has the address without being an admin gets the
 * operator's password and loses its sessions: whoever registered it has not proved that the address is theirs. Replicas
 * that start at the same time run this one after another.
 */
export async function appointFirstAdmin(
  { ctx, store, passwords }: Pick<Deps, 'ctx' | 'store' | 'passwords'>,
  { email, password }: FirstAdmin,
): Promise<void> {
  if ((await store.users.credentials(email))?.account.role === 'admin') return;
  const passwordHash = await passwords.hash(password);
  const appointed = await store.transaction(async (tx) => {
    await tx.users.lockAppointment();
    const [id, createdAt] = [ctx.newId(), ctx.clock.now()];
    if (await tx.users.add({ id, email, name: nameFromEmail(email), passwordHash, role: 'admin', createdAt })) {
      tx.emit(UserRegistered, { userId: id });
      return id;
    }
    const account = (await tx.users.credentials(email))?.account;
    if (!account || account.role === 'admin') return undefined;
    await tx.users.promote(account.id, passwordHash);
    await endSessions(tx, account.id);
    tx.emit(UserUpdated, { userId: account.id });
    return account.id;
  });
  if (appointed) audit(ctx, 'admin_appointed', { userId: appointed });
}
