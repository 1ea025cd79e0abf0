import { createHmac, randomBytes } from 'node:crypto';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { Secret, TOTP } from 'otpauth';
import type { RecoveryCodes, SecondFactorProof, SecondFactorSetup } from '../api/security.ts';
import { recoveryCodeCount } from '../limits.ts';
import { audit } from './audit.ts';
import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { auditFailure } from './failed-sign-ins.ts';
import { type ProofDeps, proveIdentity, requireProven } from './proof.ts';
import { sendSecurityMail } from './security-mail.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';

const issuer = 'Tribus';
const period = 30;
/** Tolerated clock drift in steps of 30 seconds. */
const drift = 1;
const secretBytes = 20;
const setupMs = 15 * 60_000;

type FactorDeps = ProofDeps & Pick<Deps, 'secrets' | 'mailer'>;

/**
 * Returns a secret for the actor's app; the second factor is enabled once a code of it is entered within a quarter of
 * an hour.
 */
export async function beginSecondFactor(
  deps: FactorDeps,
  actor: Actor,
  client: ClientInfo,
  password: string | undefined,
): Promise<SecondFactorSetup> {
  const { account } = await proveIdentity(deps, actor, client, password);
  const secret = new Secret({ size: secretBytes });
  const encrypted = deps.secrets.encrypt(secret.base32, about(actor.id));
  const { securityEpoch } = account;
  if (!(await deps.store.secondFactors.begin(actor.id, { secret: encrypted, securityEpoch }, deps.ctx.clock.now())))
    throw errors.fail('second_factor_on');
  return { secret: secret.base32, uri: totpOf(secret.base32, account.email).toString() };
}

/** Enables the second factor once a code proves that the app has the secret. Returns the recovery codes. */
export async function enableSecondFactor(
  deps: Pick<Deps, 'ctx' | 'store' | 'secrets' | 'mailer'>,
  actor: Actor,
  code: string,
  client: ClientInfo,
): Promise<RecoveryCodes> {
  const { ctx, store } = deps;
  const now = ctx.clock.now();
  return store.transaction(async (tx) => {
    const account = await tx.users.lock(actor.id);
    if (!account) throw fail('unauthenticated');
    const factor = await tx.secondFactors.lock(actor.id);
    if (factor?.enabledAt) throw errors.fail('second_factor_on');
    if (!factor || now.getTime() - factor.createdAt.getTime() > setupMs) throw errors.fail('second_factor_not_begun');
    if (account.securityEpoch !== factor.securityEpoch) throw errors.fail('second_factor_not_begun');
    if (!(await checkTotp(deps, tx, actor.id, code))) throw errors.fail('wrong_code');
    await tx.secondFactors.enable(actor.id, now);
    await audit(ctx, tx, { action: 'second_factor_enabled', target: { type: 'user', id: actor.id } });
    await sendSecurityMail(deps, tx, 'second_factor_on', actor.id, client);
    return { codes: await newCodes(deps, tx, actor.id) };
  });
}

/** Creates new recovery codes and invalidates the earlier codes. */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  actor: Actor,
  client: ClientInfo,
  proof: SecondFactorProof,
): Promise<RecoveryCodes> {
  return actWithBothFactors(deps, actor, client, proof, async (tx) => {
    const codes = await newCodes(deps, tx, actor.id);
    await audit(deps.ctx, tx, { action: 'recovery_codes_renewed', target: { type: 'user', id: actor.id } });
    await sendSecurityMail(deps, tx, 'recovery_codes_renewed', actor.id, client);
    return { codes };
  });
}

/** Disables the second factor. */
export async function disableSecondFactor(
  deps: FactorDeps,
  actor: Actor,
  client: ClientInfo,
  proof: SecondFactorProof,
): Promise<void> {
  await actWithBothFactors(deps, actor, client, proof, async (tx) => {
    if (!(await tx.secondFactors.disable(actor.id))) throw errors.fail('second_factor_off');
    await audit(deps.ctx, tx, { action: 'second_factor_disabled', target: { type: 'user', id: actor.id } });
    await sendSecurityMail(deps, tx, 'second_factor_off', actor.id, client);
  });
}

/**
 * Runs an action that needs the password (or a recent sign-in) and a code, in the transaction that consumes the code;
 * attempts at both are counted.
 */
async function actWithBothFactors<T>(
  deps: FactorDeps,
  actor: Actor,
  client: ClientInfo,
  { currentPassword, code }: SecondFactorProof,
  act: (tx: IdentityTx) => Promise<T>,
): Promise<T> {
  if (!(await isSecondFactorOn(deps, actor.id))) throw errors.fail('second_factor_off');
  const proven = await proveIdentity(deps, actor, client, currentPassword);
  const attempt = await beginCodeAttempt(deps, proven.account, client, actor.sessionId);
  const done = await deps.store.transaction(async (tx) => {
    await requireProven(tx, proven);
    return (await checkCode(deps, tx, actor.id, code, client)) && { result: await act(tx) };
  });
  if (!done) {
    await auditFailure(deps, actor.id);
    throw errors.fail('wrong_code');
  }
  await attempt.succeed();
  return done.result;
}

/** Slows down guesses of codes like guesses of passwords, counted separately. */
export const beginCodeAttempt = (
  { attempts }: Pick<Deps, 'attempts'>,
  { id, email }: Account,
  client: ClientInfo,
  sessionId?: string,
) => attempts.begin({ email, secret: `second factor of ${id}`, ...(sessionId && { sessionId }) }, client);

export async function isSecondFactorOn(
  { store }: { store: Pick<IdentityTx, 'secondFactors'> },
  userId: string,
): Promise<boolean> {
  return (await store.secondFactors.of(userId))?.enabledAt != null;
}

/**
 * Returns whether this is an unused code of the app, or a recovery code, which it consumes and reports to the owner by
 * mail. Requires a transaction.
 */
export async function checkCode(
  deps: Pick<Deps, 'ctx' | 'secrets' | 'mailer'>,
  tx: IdentityTx,
  userId: string,
  typed: string,
  client: ClientInfo,
): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(code)) return checkTotp(deps, tx, userId, code);
  const factor = await tx.secondFactors.lock(userId);
  if (!factor) return false;
  const hash = hashOfCode(deps.secrets.decrypt(factor.secret, about(userId)), code);
  // Older recovery codes are keyed by SETTINGS_KEY itself, until their owner renews them.
  const earlier = deps.secrets.hashes(code, `recovery codes of ${userId}`);
  if (!(await tx.secondFactors.useCode(userId, [hash, ...earlier]))) return false;
  await audit(deps.ctx, tx, { action: 'recovery_code_used', target: { type: 'user', id: userId } });
  await sendSecurityMail(deps, tx, 'recovery_code_used', userId, client);
  return true;
}

async function checkTotp(
  { ctx, secrets }: Pick<Deps, 'ctx' | 'secrets'>,
  tx: IdentityTx,
  userId: string,
  typed: string,
): Promise<boolean> {
  const factor = await tx.secondFactors.lock(userId);
  if (!factor) return false;
  const secret = secrets.decrypt(factor.secret, about(userId));
  const timestamp = ctx.clock.now().getTime();
  const delta = totpOf(secret).validate({ token: typed.replace(/\s/g, ''), timestamp, window: drift });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / period) + delta;
  if (step <= factor.lastStep) return false;
  const encrypted = secrets.isCurrent(factor.secret) ? factor.secret : secrets.encrypt(secret, about(userId));
  await tx.secondFactors.recordUse(userId, step, encrypted);
  return true;
}

const batchSize = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Re-encrypts secrets that the current key did not encrypt, so that an old key can be removed after a rotation. A
 * secret whose key is missing stays as it is and is logged.
 */
export async function renewSecrets(
  { ctx, store, secrets }: Pick<Deps, 'ctx' | 'store' | 'secrets'>,
  signal: AbortSignal,
): Promise<void> {
  for (let after = beforeAll; ; ) {
    signal.throwIfAborted();
    const old = await store.secondFactors.withoutMark(secrets.currentMark, after, batchSize);
    for (const { userId, secret } of old) {
      try {
        const renewed = secrets.encrypt(secrets.decrypt(secret, about(userId)), about(userId));
        await store.secondFactors.replaceSecret(userId, secret, renewed);
      } catch (error) {
        ctx.log.error({ err: error, userId }, 'second factor not decrypted: its key is not in SETTINGS_KEY');
      }
    }
    const last = old.at(-1);
    if (!last || old.length < batchSize) return;
    after = last.userId;
  }
}

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period });

async function newCodes(
  { ctx, secrets }: Pick<Deps, 'ctx' | 'secrets'>,
  tx: IdentityTx,
  userId: string,
): Promise<string[]> {
  const factor = await tx.secondFactors.lock(userId);
  if (!factor?.enabledAt) throw fail('not_found');
  const secret = secrets.decrypt(factor.secret, about(userId));
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  const hashes = codes.map((code) => hashOfCode(secret, code.replace('-', '')));
  await tx.secondFactors.replaceCodes(userId, hashes, ctx.clock.now());
  return codes;
}

/** Without letters and digits that look alike: 32 in all, so that every byte maps to one uniformly. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns a random recovery code of 50 bits. */
function newCode(): string {
  const picked = [...randomBytes(10)].map((byte) => alphabet[byte % alphabet.length]);
  return `${picked.slice(0, 5).join('')}-${picked.slice(5).join('')}`;
}

const about = (userId: string): string => `second factor of ${userId}`;

/**
 * Keyed by the secret of the app, which is re-encrypted when SETTINGS_KEY rotates: codes stay valid after a rotation.
 */
const hashOfCode = (secret: string, code: string): string =>
  `app.${createHmac('sha256', secret).update(`recovery code ${code}`).digest('base64url')}`;
