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

/** An account whose owner has just proved their identity. */
export interface ProvenAccount {
  account: Account;
  /** Null for an account without a password. */
  passwordHash: string | null;
}

/**
 * Requires a signed-in user to prove their identity again before they change how the account is protected, in a
 * transaction that begins with `requireProven`: by password, or by a recent sign-in when the account has none. A wrong
 * password counts like one at a login. Throws 403 `wrong_password` or `recent_sign_in_needed`, 400 `password_missing`,
 * 429 `too_many_attempts`.
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
 * Locks the proven account in the transaction that acts on the proof. Throws 409 `proof_outdated` when access was
 * revoked since, for example by a new password.
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
  const isRight = await passwords.matches(passwordHash, password, attempt.client).catch(async (error) => {
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

/** Returns whether the current session was opened recently. */
export async function signedInRecently(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  { id, sessionId }: Actor,
): Promise<boolean> {
  const openedAt = await store.sessions.openedAt(id, sessionId);
  return openedAt !== undefined && ctx.clock.now().getTime() - openedAt.getTime() < recentSignInMinutes * 60_000;
}
