import type { Context } from '@tribus/kit/runtime/context.ts';
import { UserRegistered, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import { nameFrom } from './accounts.ts';
import { audit } from './audit.ts';
import type { Passwords } from './passwords.ts';
import { endSessions } from './sessions.ts';
import type { IdentityStore } from './store/store.ts';

/** `ADMIN_EMAIL` and `ADMIN_PASSWORD`. */
export interface FirstAdmin {
  email: string;
  password: string;
}

/**
 * Sees to it that the operator's admin exists; does nothing when they do. An account that has the address without
 * being an admin gets the operator's password and loses its sessions: whoever registered it first has not shown that
 * the address is theirs. Copies of the service that start at once take turns.
 */
export async function appointFirstAdmin(
  ctx: Context,
  store: IdentityStore,
  passwords: Passwords,
  { email, password }: FirstAdmin,
): Promise<void> {
  if ((await store.users.credentials(email))?.account.role === 'admin') return;
  const passwordHash = await passwords.hash(password);
  const appointed = await store.transaction(async (tx) => {
    await tx.users.lockAppointment();
    const [id, createdAt] = [ctx.newId(), ctx.clock.now()];
    if (await tx.users.add({ id, email, name: nameFrom(email), passwordHash, role: 'admin', createdAt })) {
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
