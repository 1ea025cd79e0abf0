import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { UserRegistered, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import type { Credentials, LanguageChoice, Registration, User } from '../api.ts';
import { nameMax } from '../limits.ts';
import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { auditFailure } from './failed-sign-ins.ts';
import { addAccount } from './new-account.ts';
import { presentAccount } from './present.ts';
import { enqueueVerification } from './recovery.ts';
import { openSession } from './sessions.ts';
import { completeFirstFactor, type FirstFactorOutcome, type SignIn, type SignInDeps } from './sign-in.ts';
import { recordFailure, recordSignIn } from './sign-ins.ts';
import type { IdentityTx } from './store/store.ts';
import { holdsEmail, releaseEmail } from './unaccepted-accounts.ts';

type PasswordDeps = SignInDeps & Pick<Deps, 'passwords' | 'attempts' | 'mailer' | 'secrets'>;

/**
 * Creates an account and signs its owner in. Of concurrent registrations with one email address one succeeds; the
 * others throw 409 `email_taken`. Throws 403 `signup_disabled` while sign-up is off. Replaces an account from Google
 * whose terms were not accepted. The stored result of a request with an idempotency key has no secret: the ids of the
 * account and its session, for which a repeated request gets a token.
 */
export async function register(
  deps: PasswordDeps,
  { email, password }: Registration,
  client: ClientInfo,
): Promise<SignIn> {
  const { ctx, store, passwords, devices } = deps;
  // A transaction of its own, which a repeated request skips: its own account has the address by then.
  await store.transaction((tx) => requireFreeAddress(tx, email));
  const passwordHash = await passwords.hash(password, client.address);
  const registered = await store.transaction(async (tx) => {
    await requireFreeAddress(tx, email);
    await releaseEmail(deps, tx, email);
    const [id, createdAt] = [ctx.newId(), ctx.clock.now()];
    const { timeZone, language, namedLanguage } = client;
    const facts = { id, email, name: nameFromEmail(email), passwordHash, role: 'user' as const, createdAt, timeZone };
    await addAccount(deps, tx, { ...facts, language: namedLanguage });
    tx.emit(UserRegistered, { userId: id });
    await enqueueVerification(deps, tx, { userId: id, email, language });
    await recordSignIn(deps, tx, id, 'registration', client);
    return { userId: id, sessionId: (await openSession(deps, tx, id, client)).id };
  });
  return { ...(await findOpened(deps, registered)), deviceProof: devices.remember(client.deviceProof, email) };
}

/** Throws 403 `signup_disabled`, 409 `email_taken`. */
async function requireFreeAddress(tx: IdentityTx, email: string): Promise<void> {
  if ((await tx.site.read()).disableSignup) throw errors.fail('signup_disabled');
  const existing = await tx.users.credentials(email);
  if (existing && holdsEmail(existing.account)) throw errors.fail('email_taken');
}

/**
 * Returns the account and session of a registration. A repetition that comes after they have ended is refused like a
 * login or a registration without a key: 401 `sign_in_outdated` for a deleted account, 409 `email_taken`.
 */
async function findOpened(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Pick<SignIn, 'account' | 'session'>> {
  const account = await store.users.byId(userId);
  if (!account) throw errors.fail('sign_in_outdated');
  const session = await store.sessions.find(userId, sessionId, ctx.clock.now());
  if (!session) throw errors.fail('email_taken');
  return { account, session };
}

/**
 * Signs in with a password, or starts the second factor. A wrong password and an unknown address return the same error
 * (401 `wrong_credentials`) after the same time and count alike. Throws 429 `too_many_attempts` while the client must
 * wait, whatever the password; failures of other clients never delay a device that has signed in to the account before.
 */
export async function logIn(
  deps: PasswordDeps,
  credentials: Credentials,
  client: ClientInfo,
): Promise<FirstFactorOutcome> {
  const { attempts } = deps;
  const attempt = await attempts.begin({ email: credentials.email }, client);
  const { account, isRight } = await checkPassword(deps, credentials, attempt.client).catch(async (error) => {
    await attempt.withdraw();
    throw error;
  });
  if (!account || !isRight) {
    await auditFailure(deps, account?.id);
    if (account) recordFailure(deps, { userId: account.id, way: 'password', outcome: 'wrong_password' }, client);
    throw errors.fail('wrong_credentials');
  }
  await attempt.succeed();
  return completeFirstFactor(deps, account, 'password', client);
}

async function checkPassword({ store, passwords }: PasswordDeps, { email, password }: Credentials, client: string) {
  const found = await store.users.credentials(email);
  return { account: found?.account, isRight: await passwords.matches(found?.passwordHash, password, client) };
}

/** Returns the local part of the address with spaces for dots; names need not be unique. */
export const nameFromEmail = (email: string): string =>
  email.slice(0, email.lastIndexOf('@')).replaceAll('.', ' ').trim().slice(0, nameMax);

/** Returns the actor's account. */
export async function readCurrentAccount(
  deps: Pick<Deps, 'ctx' | 'store' | 'urls' | 'newAccountHours'>,
  actor: Actor,
): Promise<User> {
  const account = await deps.store.users.byId(actor.id);
  if (!account) throw fail('unauthenticated');
  return presentAccount(deps, account);
}

/** Records that the actor has seen the welcome tour; idempotent. */
export async function recordWelcome(
  deps: Pick<Deps, 'ctx' | 'store' | 'urls' | 'newAccountHours'>,
  actor: Actor,
): Promise<User> {
  await deps.store.transaction((tx) => tx.users.recordWelcome(actor.id, deps.ctx.clock.now()));
  return readCurrentAccount(deps, actor);
}

/** Stores the language of the actor's screens and mails (docs/decisions/0034); idempotent. */
export async function storeLanguage(
  { store }: Pick<Deps, 'store'>,
  actor: Actor,
  choice: LanguageChoice,
): Promise<LanguageChoice> {
  return store.transaction(async (tx) => {
    if (!(await tx.users.setLanguage(actor.id, choice.language))) throw fail('unauthenticated');
    return choice;
  });
}

/** Marks a user as an agent, or as a person again; throws 404 when the user does not exist. */
export async function setAgent({ store }: Pick<Deps, 'store'>, userId: string, isAgent: boolean): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await tx.users.lock(userId))) throw fail('not_found');
    if (await tx.users.setAgent(userId, isAgent)) tx.emit(UserUpdated, { userId });
  });
}
