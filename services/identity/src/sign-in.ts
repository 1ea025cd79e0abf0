import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { isSecondFactorOn } from './second-factor.ts';
import { challengeSecondFactor, type FirstFactor, type SecondFactorChallenge } from './second-factor-challenges.ts';
import { sendSecurityMail } from './security-mail.ts';
import { openSession } from './sessions.ts';
import { isKnownClient, recordSignIn } from './sign-ins.ts';
import type { Session } from './store/sessions.ts';
import type { SignInRecord } from './store/sign-ins.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';
import { requireNotSuspended } from './suspension.ts';

export type SignInDeps = Pick<Deps, 'ctx' | 'store' | 'devices' | 'networks' | 'mailer'>;

export interface SignIn {
  account: Account;
  session: Session;
  /** Proof for the browser to store, which makes it a known device of this account. */
  deviceProof: string;
}

/** Signed in, or waiting for the second factor: there is no session yet. */
export type FirstFactorOutcome =
  | { kind: 'signed-in'; signIn: SignIn }
  | { kind: 'second-factor'; challenge: SecondFactorChallenge };

/**
 * Completes a right first factor: opens a session, or starts the second factor. Throws 403 `account_suspended` for a
 * suspended account, and 401 `sign_in_outdated` like `openSignedIn`.
 */
export async function completeFirstFactor(
  deps: SignInDeps,
  account: Account,
  way: FirstFactor,
  client: ClientInfo,
): Promise<FirstFactorOutcome> {
  const { ctx, store } = deps;
  await requireNotSuspended(deps, account);
  return store.transaction(async (tx) => {
    // Read under the lock: a second factor that is enabled concurrently applies to this sign-in or comes after it.
    await requireCurrent(tx, account);
    if (await isSecondFactorOn({ store: tx }, account.id))
      return { kind: 'second-factor', challenge: await challengeSecondFactor({ ctx, store: tx }, account, way) };
    return { kind: 'signed-in', signIn: await openSignedIn(deps, tx, account, way, client) };
  });
}

/**
 * Opens a session after all factors are proved, and mails the owner when the device is new. Runs in the transaction
 * that consumes the proof; suspension was checked before. Throws 401 `sign_in_outdated` when the account's access was
 * revoked since `account` was read: by a new password, a suspension, or its deletion.
 */
export async function openSignedIn(
  deps: SignInDeps,
  tx: IdentityTx,
  account: Account,
  way: SignInRecord['way'],
  client: ClientInfo,
): Promise<SignIn> {
  await requireCurrent(tx, account);
  const isKnown =
    deps.devices.find(client.deviceProof, account.email) !== undefined ||
    (await isKnownClient(deps, tx, account.id, client));
  if (!isKnown) await sendSecurityMail(deps, tx, 'new_device', account.id, client);
  // A new device does not set the owner's time zone yet: the mail about it uses the known one.
  if (client.timeZone && client.timeZone !== account.timeZone && (isKnown || account.timeZone === null))
    await tx.users.setTimeZone(account.id, client.timeZone);
  await recordSignIn(deps, tx, account.id, way, client);
  const session = await openSession(deps, tx, account.id, client);
  return { account, session, deviceProof: deps.devices.remember(client.deviceProof, account.email) };
}

async function requireCurrent(tx: IdentityTx, { id, securityEpoch }: Account): Promise<void> {
  if ((await tx.users.lock(id))?.securityEpoch !== securityEpoch) throw errors.fail('sign_in_outdated');
}
