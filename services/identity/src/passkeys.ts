import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { codeOf, fail } from '@tribus/kit/core/errors.ts';
import type { NewPasskey } from '../api/security.ts';
import { passkeysMax } from '../limits.ts';
import { audit } from './audit.ts';
import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { auditFailure } from './failed-sign-ins.ts';
import type { UsedChallenge } from './passkey-challenges.ts';
import { type ProofDeps, proveIdentity, requireProven } from './proof.ts';
import { sendSecurityMail } from './security-mail.ts';
import { openSignedIn, type SignIn, type SignInDeps } from './sign-in.ts';
import type { PasskeyRow } from './store/passkeys.ts';
import type { Account } from './store/users.ts';
import { requireNotSuspended } from './suspension.ts';

/** Loaded at the first use of a passkey: its 300 modules are a quarter of all that the service loads. */
const webauthn = () => import('@simplewebauthn/server');

/** Returns the actor's passkeys, and loads the library: the page of security reads them before it changes one. */
export function listPasskeys({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<PasskeyRow[]> {
  // The request that needs the library reports a failure.
  webauthn().catch(() => undefined);
  return store.passkeys.listOf(actor.id);
}

const siteName = 'Tribus';
const signInPurpose = 'sign in';

type KeyDeps = Pick<Deps, 'ctx' | 'store' | 'publicUrl' | 'passkeyChallenges'>;

/** Passkeys belong to the host of the site; requests from other origins are rejected. */
function siteOf(publicUrl: string): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
}

/** Binds the challenge to this session, which has just proved its identity, until access is revoked. */
const addingPurpose = ({ sessionId }: Actor, { id, securityEpoch }: Account): string =>
  `add to ${id} by ${sessionId} at ${securityEpoch}`;

/**
 * Returns the options for creating a passkey. Requires proof of identity, like every change of an account's protection.
 */
export async function beginPasskey(
  deps: KeyDeps & ProofDeps,
  actor: Actor,
  client: ClientInfo,
  password: string | undefined,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { account } = await proveIdentity(deps, actor, client, password);
  const passkeys = await deps.store.passkeys.listOf(actor.id);
  if (passkeys.length >= passkeysMax) throw errors.fail('passkeys_full');
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: siteOf(deps.publicUrl).rpId,
    userID: new TextEncoder().encode(actor.id),
    userName: account.email,
    userDisplayName: account.name,
    challenge: deps.passkeyChallenges.issue(addingPurpose(actor, account)),
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transportsOf(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Stores a passkey that the browser has created. Throws 400 `passkey_invalid`, 409 `passkeys_full` or `proof_outdated`.
 */
export async function addPasskey(
  deps: KeyDeps & Pick<Deps, 'mailer'>,
  actor: Actor,
  { name, credential }: NewPasskey,
  client: ClientInfo,
): Promise<PasskeyRow> {
  const { ctx, store } = deps;
  const account = await store.users.byId(actor.id);
  if (!account) throw fail('unauthenticated');
  const { challenge, info } = await verifyNew(
    deps,
    credential as RegistrationResponseJSON,
    addingPurpose(actor, account),
  );
  const passkey: PasskeyRow = {
    id: ctx.newId(),
    userId: actor.id,
    credentialId: info.credential.id,
    publicKey: Buffer.from(info.credential.publicKey),
    counter: info.credential.counter,
    transports: (info.credential.transports ?? []).join(' '),
    name,
    createdAt: ctx.clock.now(),
    lastUsedAt: null,
  };
  return store.transaction(async (tx) => {
    // Serialised, so that concurrent requests cannot exceed the limit.
    await requireProven(tx, { account });
    if ((await tx.passkeys.listOf(actor.id)).length >= passkeysMax) throw errors.fail('passkeys_full');
    if (!(await tx.passkeys.useChallenge(challenge.hash, challenge.expiresAt))) throw errors.fail('passkey_invalid');
    if (!(await tx.passkeys.add(passkey))) throw errors.fail('passkey_invalid');
    await audit(ctx, tx, { action: 'passkey_added', target: { type: 'user', id: actor.id } });
    await sendSecurityMail(deps, tx, 'passkey_added', actor.id, client);
    return passkey;
  });
}

async function verifyNew(deps: KeyDeps, response: RegistrationResponseJSON, purpose: string) {
  const { rpId, origin } = siteOf(deps.publicUrl);
  const { verifyRegistrationResponse } = await webauthn();
  let challenge: UsedChallenge | undefined;
  const { registrationInfo: info } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (received) => {
      challenge = deps.passkeyChallenges.read(received, purpose);
      return challenge !== undefined;
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw errors.fail('passkey_invalid', undefined, { cause });
  });
  if (!challenge || !info) throw errors.fail('passkey_invalid');
  return { challenge, info };
}

/** Renames one of the actor's passkeys; throws 404 when there is none. */
export async function renamePasskey(
  { store }: Pick<Deps, 'store'>,
  actor: Actor,
  id: string,
  name: string,
): Promise<PasskeyRow> {
  return store.transaction(async (tx) => {
    const renamed = await tx.passkeys.rename(actor.id, id, name);
    if (!renamed) throw fail('not_found');
    return renamed;
  });
}

/**
 * Removes one of the actor's passkeys. Requires proof of identity, like adding one. Throws 404 when there is none, 409
 * `proof_outdated`.
 */
export async function removePasskey(
  deps: ProofDeps & Pick<Deps, 'mailer'>,
  actor: Actor,
  id: string,
  client: ClientInfo,
  password: string | undefined,
): Promise<void> {
  const proven = await proveIdentity(deps, actor, client, password);
  await deps.store.transaction(async (tx) => {
    await requireProven(tx, proven);
    if (!(await tx.passkeys.remove(actor.id, id))) throw fail('not_found');
    await audit(deps.ctx, tx, { action: 'passkey_removed', target: { type: 'user', id: actor.id } });
    await sendSecurityMail(deps, tx, 'passkey_removed', actor.id, client);
  });
}

/** Returns the options for signing in with a passkey; the user is not known yet. */
export async function beginPasskeySignIn(deps: KeyDeps): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: siteOf(deps.publicUrl).rpId,
    challenge: deps.passkeyChallenges.issue(signInPurpose),
    userVerification: 'required',
  });
}

/** Signs in with a passkey, which counts as both factors. Throws 401 `passkey_wrong`, 403 `account_suspended`. */
export async function signInByPasskey(
  deps: KeyDeps & SignInDeps,
  response: AuthenticationResponseJSON,
  client: ClientInfo,
): Promise<SignIn> {
  const passkey = await deps.store.passkeys.byCredential(response.id);
  return signInBy(deps, passkey, response, client).catch(async (error: unknown) => {
    if (codeOf(error) === 'passkey_wrong') await auditFailure(deps, passkey?.userId, { way: 'passkey' });
    throw error;
  });
}

async function signInBy(
  deps: KeyDeps & SignInDeps,
  passkey: PasskeyRow | undefined,
  response: AuthenticationResponseJSON,
  client: ClientInfo,
): Promise<SignIn> {
  const { ctx, store } = deps;
  const account = passkey && (await store.users.byId(passkey.userId));
  if (!passkey || !account || !belongsTo(response, account.id)) throw errors.fail('passkey_wrong');
  const { challenge, counter } = await verifyUse(deps, passkey, response);
  await requireNotSuspended(deps, account);
  return store.transaction(async (tx) => {
    await tx.users.lock(account.id);
    if (!(await tx.passkeys.useChallenge(challenge.hash, challenge.expiresAt))) throw errors.fail('passkey_wrong');
    if (!(await tx.passkeys.recordUse(passkey.id, counter, ctx.clock.now()))) throw errors.fail('passkey_wrong');
    return openSignedIn(deps, tx, account, 'passkey', client);
  });
}

/** Checks that the passkey's user handle is the owner of the stored passkey. */
const belongsTo = ({ response: { userHandle } }: AuthenticationResponseJSON, userId: string): boolean =>
  userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() === userId;

async function verifyUse(deps: KeyDeps, passkey: PasskeyRow, response: AuthenticationResponseJSON) {
  const { rpId, origin } = siteOf(deps.publicUrl);
  const { verifyAuthenticationResponse } = await webauthn();
  let challenge: UsedChallenge | undefined;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (received) => {
      challenge = deps.passkeyChallenges.read(received, signInPurpose);
      return challenge !== undefined;
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: transportsOf(passkey.transports),
    },
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw errors.fail('passkey_wrong', undefined, { cause });
  });
  if (!verified || !challenge) throw errors.fail('passkey_wrong');
  return { challenge, counter: authenticationInfo.newCounter };
}

const transportsOf = (stored: string): AuthenticatorTransport[] =>
  stored.split(' ').filter(Boolean) as AuthenticatorTransport[];
