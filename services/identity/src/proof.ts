import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { recentSignInMinutes } from '../limits.ts';
import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { auditFailure } from './failed-sign-ins.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';

export type ProofDeps = Pick<Deps, 'ctx' | 'store' | 'passwords' | 'attempts'>;

/** An account whose owner has just proved that it is them. */
export interface ProvenAccount {
  account: Account;
  /** Null for an account without a password. */
  passwordHash: string | null;
}

/**
 * Asks somebody who is signed in to prove again who they are, before they change how the account is protected, in a
 * transaction that begins with `requireProven`: by the
 * password, or, where the account has none, by having signed in a short while ago. A wrong password counts like one at a
 * login. Throws 403 `wrong_password` or `recent_sign_in_needed`, 400 `password_missing`, 429 `too_many_attempts`.
 */
export async function proveIdentity(
  deps: ProofDeps,
  actor: Actor,
  client: ClientInfo,
  password: string | undefined,
): Promise<ProvenAccount> {
  const found = await deps.store.users.credentialsOf(actor.id);
  if (!found) throw fail('unauthenticated');
  if (found.passwordHash === null) await requireRecentSignIn(deps, actor);
  else await requirePassword(deps, { ...found, passwordHash: found.passwordHash }, actor, client, password);
  return found;
}

/**
 * Locks the account whose owner has proved that it is them, in the transaction that acts by it. Throws 409 `proof_outdated`
 * when access was revoked since, as by a new password: what was proved before holds no longer.
 */
export async function requireProven(tx: IdentityTx, { account }: Pick<ProvenAccount, 'account'>): Promise<void> {
  if ((await tx.users.lock(account.id))?.securityEpoch !== account.securityEpoch) throw errors.fail('proof_outdated');
}

async function requirePassword(
  deps: ProofDeps,
  { account, passwordHash }: { account: Account; passwordHash: string },
  { sessionId }: Actor,
  client: ClientInfo,
  password: string | undefined,
): Promise<void> {
  const { passwords, attempts } = deps;
  if (!password) throw errors.fail('password_missing');
  const attempt = await attempts.begin({ email: account.email, sessionId }, client);
  const isRight = await passwords.matches(passwordHash, password, attempt.caller).catch(async (error) => {
    await attempt.withdraw();
    throw error;
  });
  if (!isRight) {
    await auditFailure(deps, account.id);
    throw errors.fail('wrong_password');
  }
  await attempt.succeed();
}

async function requireRecentSignIn(deps: ProofDeps, actor: Actor): Promise<void> {
  if (!(await signedInRecently(deps, actor))) throw errors.fail('recent_sign_in_needed');
}

/** Whether the session that asks was opened a short while ago. */
export async function signedInRecently(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  { id, sessionId }: Actor,
): Promise<boolean> {
  const openedAt = await store.sessions.openedAt(id, sessionId);
  return openedAt !== undefined && ctx.clock.now().getTime() - openedAt.getTime() < recentSignInMinutes * 60_000;
}
