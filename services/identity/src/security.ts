import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { PasswordChange, Security } from '../api/security.ts';
import { audit } from './audit.ts';
import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { type ProofDeps, proveIdentity, requireProven, signedInRecently } from './proof.ts';
import { revokeAccess } from './revocation.ts';
import { sendSecurityMail } from './security-mail.ts';

/** Returns how the actor's account is protected. */
export async function readSecurity(deps: Pick<Deps, 'ctx' | 'store'>, actor: Actor): Promise<Security> {
  const found = await deps.store.users.credentialsOf(actor.id);
  if (!found) throw fail('unauthenticated');
  const { account, passwordHash } = found;
  const factor = await deps.store.secondFactors.of(actor.id);
  return {
    email: account.email,
    hasPassword: passwordHash !== null,
    signedInRecently: await signedInRecently(deps, actor),
    secondFactor: factor?.enabledAt
      ? { since: factor.enabledAt.toISOString(), recoveryCodesLeft: await deps.store.secondFactors.codesLeft(actor.id) }
      : null,
  };
}

/**
 * Changes the password, or sets the first one, and ends all other sessions. Of two concurrent changes from the same
 * password one succeeds, the other throws 409 `proof_outdated`.
 */
export async function changePassword(
  deps: ProofDeps & Pick<Deps, 'mailer'>,
  actor: Actor,
  { currentPassword, newPassword }: PasswordChange,
  client: ClientInfo,
): Promise<void> {
  const { ctx, store, passwords } = deps;
  const proven = await proveIdentity(deps, actor, client, currentPassword);
  const passwordHash = await passwords.hash(newPassword, client.address);
  await store.transaction(async (tx) => {
    await requireProven(tx, proven);
    await tx.users.setPassword(actor.id, passwordHash);
    await revokeAccess(tx, actor.id, actor.sessionId);
    await sendSecurityMail(deps, tx, 'password_changed', actor.id, client);
    await audit(ctx, tx, { action: 'password_changed', target: { type: 'user', id: actor.id } });
  });
}

/** Ends all of the actor's sessions but the current one, and revokes all earlier proofs. */
export async function endOtherSessions({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<void> {
  await store.transaction((tx) => revokeAccess(tx, actor.id, actor.sessionId));
}
