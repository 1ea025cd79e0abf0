import { AppError } from '@tribus/kit/core/errors.ts';
import { UserRegistered, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import { nameFromEmail } from './accounts.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import { addAccount } from './new-account.ts';
import { revokeSignInMethods } from './revocation.ts';
import { liftAll } from './sanctions.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';

/** The administrator of `ADMIN_EMAIL` and `ADMIN_PASSWORD`. */
export interface FirstAdmin {
  email: string;
  password: string;
}

/**
 * Creates the operator's admin unless there is one. A user with this address becomes the admin, with the operator's
 * password, and loses sanctions, sessions and all other sign-in methods, because the address was never verified. No
 * second admin is created when the one appointed by this address has changed it since. An address that may still be
 * restored to its former owner is not taken, which is logged. Replicas that start at the same time run this in turn.
 */
export async function appointFirstAdmin(
  { ctx, store, passwords }: Pick<Deps, 'ctx' | 'store' | 'passwords'>,
  { email, password }: FirstAdmin,
): Promise<void> {
  if (await store.users.appointedBy(email)) return;
  const passwordHash = await passwords.hash(password);
  await store
    .transaction(async (tx) => {
      await tx.directory.lockAdmins();
      if (await tx.users.appointedBy(email)) return;
      const existing = await tx.users.lockByEmail(email);
      const id = existing?.id ?? ctx.newId();
      if (existing) await tx.users.recordAppointment(id, email);
      if (existing?.role === 'admin') return;
      if (existing) await promote({ ctx }, tx, existing, passwordHash);
      else await create({ ctx }, tx, id, { email, passwordHash });
      await audit(ctx, tx, { action: 'admin_appointed', target: { type: 'user', id } });
    })
    .catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'email_taken')) throw error;
      ctx.log.warn({}, 'first admin not created: another account has ADMIN_EMAIL or may still restore it');
    });
}

type Appointment = Pick<Deps, 'ctx'>;

async function create(
  { ctx }: Appointment,
  tx: IdentityTx,
  id: string,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<void> {
  const createdAt = ctx.clock.now();
  const account = { id, email, name: nameFromEmail(email), passwordHash, role: 'admin' as const, createdAt };
  await addAccount({ ctx }, tx, { ...account, welcomedAt: createdAt, appointedEmail: email });
  tx.emit(UserRegistered, { userId: id });
}

async function promote({ ctx }: Appointment, tx: IdentityTx, { id }: Account, passwordHash: string): Promise<void> {
  await tx.users.promote(id, passwordHash);
  await liftAll({ ctx }, tx, id);
  await tx.oneTimeTokens.discardAll(id);
  await revokeSignInMethods(tx, id);
  tx.emit(UserUpdated, { userId: id });
}
