import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { UserRegistered, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import type { Credentials, PublicProfile, Registration, User } from '../api.ts';
import { nameMax } from '../limits.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import type { LoginCaller } from './login-attempts.ts';
import { presentAccount, presentPublicProfile } from './present.ts';
import { openSession } from './sessions.ts';
import type { Session } from './store/sessions.ts';
import type { Account } from './store/users.ts';

type SignInDeps = Pick<Deps, 'ctx' | 'store' | 'passwords' | 'attempts' | 'devices'>;

/** Where a registration or a login comes from. */
export interface ClientInfo extends LoginCaller {
  /** As the browser names itself. */
  userAgent: string;
}

export interface SignIn {
  account: Account;
  session: Session;
  /** What the browser is to keep, so that it is a known device of this account from now on. */
  deviceProof: string;
}

/**
 * Creates an account and signs its owner in. Of concurrent registrations with one e-mail address one succeeds; the
 * others are 409 `email_taken`. Throws 403 `signup_disabled` while sign-up is off.
 */
export async function register(deps: SignInDeps, { email, password }: Registration, client: ClientInfo) {
  const { ctx, store, passwords, devices } = deps;
  if ((await store.site.read()).disableSignup) throw errors.fail('signup_disabled');
  if (await store.users.credentials(email)) throw errors.fail('email_taken');
  const passwordHash = await passwords.hash(password, client.address);
  const created = await store.transaction(async (tx) => {
    const [id, createdAt] = [ctx.newId(), ctx.clock.now()];
    const account = await tx.users.add({
      id,
      email,
      name: nameFromEmail(email),
      passwordHash,
      role: 'user',
      createdAt,
    });
    if (!account) throw errors.fail('email_taken');
    tx.emit(UserRegistered, { userId: id });
    return { account, session: await openSession(tx, ctx, id, client.userAgent) };
  });
  const signIn: SignIn = { ...created, deviceProof: devices.remember(client.deviceProof, email) };
  return signIn;
}

/**
 * Opens a session for the right password. A wrong password and an unknown address give the same answer (401
 * `wrong_credentials`) after the same time, and count alike. Throws 429 `too_many_attempts` while the caller must wait,
 * whatever the password; failures of others never make a device wait that was signed in to the account before.
 */
export async function logIn(deps: SignInDeps, credentials: Credentials, client: ClientInfo): Promise<SignIn> {
  const { ctx, store, attempts, devices } = deps;
  const attempt = await attempts.begin(credentials.email, client);
  const { account, isRight } = await checkPassword(deps, credentials, attempt.caller).catch(async (error) => {
    await attempt.withdraw();
    throw error;
  });
  if (!account || !isRight) {
    audit(ctx, 'login_failed', { userId: account?.id, address: client.address });
    throw errors.fail('wrong_credentials');
  }
  await attempt.succeed();
  if (account.status === 'suspended') throw errors.fail('account_suspended');
  const session = await store.transaction((tx) => openSession(tx, ctx, account.id, client.userAgent));
  return { account, session, deviceProof: devices.remember(client.deviceProof, credentials.email) };
}

async function checkPassword({ store, passwords }: SignInDeps, { email, password }: Credentials, caller: string) {
  const found = await store.users.credentials(email);
  return { account: found?.account, isRight: await passwords.matches(found?.passwordHash, password, caller) };
}

/** The part before the @ (decisions.md 2); names need not be unique. */
export const nameFromEmail = (email: string): string => email.slice(0, email.lastIndexOf('@')).slice(0, nameMax);

/** The caller's own account. */
export async function readCurrentAccount({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<User> {
  const account = await store.users.byId(actor.id);
  if (!account) throw fail('unauthenticated');
  return presentAccount(account);
}

/** A user as anyone may see them, never with their e-mail address (decisions.md 2); 404 when there is none. */
export async function readPublicProfile(
  { store, presenter }: Pick<Deps, 'store' | 'presenter'>,
  viewer: Actor,
  userId: string,
): Promise<PublicProfile> {
  const account = await store.users.byId(userId);
  if (!account) throw fail('not_found');
  return presentPublicProfile(presenter, viewer, account, await store.follows.counts(userId));
}

/** Marks a user as an agent, or as a person again; 404 when there is no such user. */
export async function setAgent({ store }: Pick<Deps, 'store'>, userId: string, isAgent: boolean): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await tx.users.lockForShare(userId))) throw fail('not_found');
    if (await tx.users.setAgent(userId, isAgent)) tx.emit(UserUpdated, { userId });
  });
}
