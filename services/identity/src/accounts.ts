import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { UserRegistered, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import type { Credentials, Registration, User } from '../api.ts';
import { nameMax } from '../limits.ts';
import { audit } from './audit.ts';
import { errors } from './errors.ts';
import type { KnownDevices } from './known-devices.ts';
import type { LoginAttempts } from './login-attempts.ts';
import type { Passwords } from './passwords.ts';
import { openSession } from './sessions.ts';
import type { Session } from './store/sessions.ts';
import type { IdentityStore } from './store/store.ts';
import type { Account } from './store/users.ts';

/** What letting somebody in takes. */
export interface AuthDeps {
  ctx: Context;
  store: IdentityStore;
  passwords: Passwords;
  attempts: LoginAttempts;
  devices: KnownDevices;
}

/** Whence somebody comes. */
export interface ClientInfo {
  /** The mark of their address. */
  address: string;
  /** What their browser calls itself. */
  userAgent: string;
  /** What it kept of earlier logins. */
  deviceProof: string | undefined;
}

export interface SignIn {
  account: Account;
  session: Session;
  /** What the browser is to keep, so that it is known at this account from now on. */
  deviceProof: string;
}

/** Makes an account and signs its owner in. Of several registrations with one address one wins; 409 email_taken. */
export async function register(door: AuthDeps, { email, password }: Registration, origin: ClientInfo): Promise<SignIn> {
  const { ctx, store, passwords } = door;
  if ((await store.site.read()).disableSignup) throw errors.fail('signup_disabled');
  if (await store.users.credentials(email)) throw errors.fail('email_taken');
  const passwordHash = await passwords.hash(password, origin.address);
  const made = await store.transaction(async (tx) => {
    const [id, createdAt] = [ctx.newId(), ctx.clock.now()];
    const account = await tx.users.add({ id, email, name: nameFrom(email), passwordHash, role: 'user', createdAt });
    if (!account) throw errors.fail('email_taken');
    tx.emit(UserRegistered, { userId: id });
    return { account, session: await openSession(tx, ctx, id, origin.userAgent) };
  });
  return { ...made, deviceProof: door.devices.remember(origin.deviceProof, email) };
}

/**
 * Opens a session for who knows the password. A wrong one and an unknown address are the same answer after the same
 * time, and count alike. Who must wait is 429 too_many_attempts, whatever the password; nobody else's failures make a
 * device wait that was signed in to the account before.
 */
export async function logIn(door: AuthDeps, credentials: Credentials, origin: ClientInfo): Promise<SignIn> {
  const { ctx, store, attempts } = door;
  const attempt = await attempts.begin(credentials.email, origin);
  const { known, right } = await checkPassword(door, credentials, attempt.caller).catch(async (error) => {
    await attempt.withdraw();
    throw error;
  });
  if (!known || !right) {
    audit(ctx, 'login_failed', { userId: known?.id, address: origin.address });
    throw errors.fail('wrong_credentials');
  }
  await attempt.succeed();
  if (known.status === 'suspended') throw errors.fail('account_suspended');
  const session = await store.transaction((tx) => openSession(tx, ctx, known.id, origin.userAgent));
  return { account: known, session, deviceProof: door.devices.remember(origin.deviceProof, credentials.email) };
}

async function checkPassword({ store, passwords }: AuthDeps, { email, password }: Credentials, caller: string) {
  const found = await store.users.credentials(email);
  return { known: found?.account, right: await passwords.matches(found?.passwordHash, password, caller) };
}

/** The part before the @ (decisions.md 2); names need not be unique. */
export const nameFrom = (email: string): string => email.slice(0, email.lastIndexOf('@')).slice(0, nameMax);

/** The actor's own account. */
export async function ownAccount(store: IdentityStore, actor: Actor): Promise<User> {
  const account = await store.users.byId(actor.id);
  if (!account) throw fail('unauthenticated');
  return presentAccount(account);
}

/** An account as its owner sees it. */
export function presentAccount(account: Account): User {
  const { id, email, name, role, avatarUrl, emailVerified, language, createdAt } = account;
  return {
    id,
    email,
    name,
    role,
    avatarUrl,
    emailVerified,
    ...(language && { language }),
    createdAt: createdAt.toISOString(),
  };
}

/** Marks a user as an agent, or as a person again. */
export async function setAgent(store: IdentityStore, userId: string, isAgent: boolean): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await tx.users.lockForShare(userId))) throw fail('not_found');
    if (await tx.users.setAgent(userId, isAgent)) tx.emit(UserUpdated, { userId });
  });
}
