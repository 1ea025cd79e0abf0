import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { errors } from './errors.ts';
import type { IdentityTx } from './store/store.ts';

/**
 * Throws 403 unless the actor is an admin who is able to act. Called in the transaction of an admin's action, because
 * the guard of its route has read the session before the body arrived and before a password was hashed.
 */
export async function requireActiveAdmin(tx: IdentityTx, actor: Actor, now: Date): Promise<void> {
  if (!(await tx.directory.activeAdmins(now)).includes(actor.id)) throw fail('forbidden');
}

/** Throws 409 `last_admin` unless another admin is able to act. */
export async function requireOtherAdmin(tx: IdentityTx, id: string, now: Date): Promise<void> {
  const others = (await tx.directory.activeAdmins(now)).filter((admin) => admin !== id);
  if (others.length === 0) throw errors.fail('last_admin');
}
