import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { AppError, fail } from '@tribus/kit/core/errors.ts';
import { languages } from '@tribus/kit/core/language.ts';
import { UserRegistered } from '@tribus/proto/identity/v1/events.ts';
import { z } from 'zod';
import type { GoogleBegin, GoogleCallback } from '../api/google.ts';
import { Registration } from '../api.ts';
import { nameFromEmail } from './accounts.ts';
import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { isEmailReserved } from './email-change.ts';
import { errors } from './errors.ts';
import type { GoogleUser } from './google-client.ts';
import { addAccount } from './new-account.ts';
import { consumeToken, issueToken, type TokenPurpose } from './one-time-tokens.ts';
import { resumeSanctions } from './retained-sanctions.ts';
import { sendSecurityMail } from './security-mail.ts';
import { completeFirstFactor, type FirstFactorOutcome, type SignInDeps } from './sign-in.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';
import { noticeSuspension } from './suspension.ts';
import { knownTimeZone } from './time-zone.ts';

/** Time limit for signing in at Google. */
const flowTtlMs = 10 * 60_000;

/** A pending sign-in: the hash of the browser's secret, and the time zone and language of its screen. */
const Flow = z.object({
  browser: z.string(),
  timeZone: z.string().optional(),
  language: z.enum(languages).optional(),
});
const googleState: TokenPurpose<z.output<typeof Flow>> = {
  name: 'google_state',
  ttlMs: flowTtlMs,
  schema: Flow,
  several: true,
};
const browserSecret = /^[\w-]{43}$/;
const hashOf = (browser: string): string => createHash('sha256').update(browser).digest('base64url');

type GoogleDeps = SignInDeps & Pick<Deps, 'google' | 'secrets'>;

/** Reason of a failed sign-in with Google, passed to the page after it. */
export type GoogleFailure =
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'email_unverified'
  | 'email_unproved'
  | 'other_linked'
  | 'signup_disabled'
  | 'account_suspended';

export type GoogleOutcome =
  | { kind: 'refused'; reason: GoogleFailure; notice?: string }
  | { kind: 'signed-in' | 'second-factor'; outcome: FirstFactorOutcome; isNewUser: boolean };

/**
 * Begins a sign-in: returns the provider's address and the secret for the browser; undefined while Google is
 * unavailable. `earlierSecret` is the secret of an earlier sign-in, from another tab.
 */
export async function beginGoogleSignIn(
  { ctx, store, google }: GoogleDeps,
  earlierSecret: string | undefined,
  screen: GoogleBegin,
): Promise<{ url: string; browser: string } | undefined> {
  if (!google) throw fail('not_found');
  const browser =
    earlierSecret && browserSecret.test(earlierSecret) ? earlierSecret : randomBytes(32).toString('base64url');
  const timeZone = knownTimeZone(screen.timeZone) ?? undefined;
  const language = languages.find((known) => known === screen.language);
  const payload = { browser: hashOf(browser), timeZone, language };
  const state = await issueToken({ ctx, store }, googleState, { userId: null, payload });
  try {
    return { url: await google.authorizationUrl({ state, browser }), browser };
  } catch (reason) {
    logFailure(ctx, reason);
    return undefined;
  }
}

/** Completes a sign-in; works once, in the browser that began it. */
export async function finishGoogleSignIn(
  deps: GoogleDeps,
  { state = '', error, ...rest }: GoogleCallback,
  browser: string | undefined,
  client: ClientInfo,
): Promise<GoogleOutcome> {
  const { ctx, store, google } = deps;
  if (!google) throw fail('not_found');
  const flow = await consumeToken({ ctx, store }, googleState, state);
  if (!flow || browser === undefined || flow.payload.browser !== hashOf(browser)) return refused('expired');
  if (error !== undefined) return refused(error === 'access_denied' ? 'cancelled' : 'failed');
  const parameters = new URLSearchParams({ state });
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) parameters.set(name, value);
  let person: GoogleUser;
  try {
    person = await google.identify(parameters, { state, browser });
  } catch (reason) {
    logFailure(ctx, reason);
    return refused('failed');
  }
  const { timeZone = null, language } = flow.payload;
  const spoken = language && { language, namedLanguage: language };
  return signInUser(deps, person, { ...client, timeZone, ...spoken });
}

/** Omits the provider's response, which may contain data that was sent to it. */
function logFailure(ctx: Pick<Deps['ctx'], 'log'>, reason: unknown): void {
  const { name, code } = reason instanceof Error ? { code: undefined, ...reason, name: reason.name } : {};
  ctx.log.warn({ reason: [name, code].filter(Boolean).join(' ') }, 'sign-in with Google failed');
}

const refused = (reason: GoogleFailure, notice?: string): GoogleOutcome => ({
  kind: 'refused',
  reason,
  ...(notice && { notice }),
});

async function signInUser(deps: GoogleDeps, person: GoogleUser, client: ClientInfo): Promise<GoogleOutcome> {
  const found = await deps.store
    .transaction((tx) => findOrAddAccount(deps, tx, person, client))
    .catch((error: unknown): GoogleFailure => {
      if (error instanceof AppError && error.code === 'email_taken') return 'expired';
      throw error;
    });
  if (typeof found === 'string') return refused(found);
  try {
    const outcome = await completeFirstFactor(deps, found, 'google', client);
    return { kind: outcome.kind, outcome, isNewUser: found.termsAcceptedAt === null };
  } catch (error) {
    if (error instanceof AppError && error.code === 'account_suspended')
      return refused('account_suspended', await noticeSuspension(deps, found.id));
    throw error;
  }
}

/**
 * Returns the account of a Google identity: the linked one, else one with its address when both sides have verified it,
 * else a new one. The subject at Google is the identity; an address that either side has not verified grants nothing.
 */
async function findOrAddAccount(
  deps: Pick<Deps, 'ctx' | 'mailer' | 'secrets'>,
  tx: IdentityTx,
  { issuer, subject, email: providerEmail, emailVerified }: GoogleUser,
  client: ClientInfo,
): Promise<Account | GoogleFailure> {
  const { ctx } = deps;
  const userId = await tx.googleIdentities.userOf(issuer, subject);
  if (userId) return (await tx.users.byId(userId)) ?? 'failed';
  const address = Registration.shape.email.safeParse(providerEmail);
  if (!emailVerified || !address.success) return 'email_unverified';
  const email = address.data;
  const link = (account: Account) =>
    tx.googleIdentities.add({ issuer, subject, userId: account.id, createdAt: ctx.clock.now() });
  const withSanctions = async (account: Account) => {
    await resumeSanctions(deps, tx, account, { issuer, subject });
    return (await tx.users.byId(account.id)) ?? account;
  };
  const existing = await tx.users.lockByEmail(email);
  if (existing) {
    if (!existing.emailVerifiedAt) return 'email_unproved';
    if (!(await link(existing))) return 'other_linked';
    await sendSecurityMail(deps, tx, 'google_linked', existing.id, client);
    return withSanctions(existing);
  }
  if ((await tx.site.read()).disableSignup) return 'signup_disabled';
  const now = ctx.clock.now();
  const id = ctx.newId();
  if (await isEmailReserved({ ctx, store: tx }, email, id)) return 'email_unproved';
  const name = nameFromEmail(email);
  const account = {
    id,
    email,
    name,
    passwordHash: null,
    role: 'user' as const,
    createdAt: now,
    emailVerifiedAt: now,
    termsAcceptedAt: null,
    language: client.namedLanguage,
  };
  const added = await addAccount(deps, tx, account);
  // Lost a race: the transaction is rolled back, and the next attempt finds the account.
  if (!(await link(added))) throw errors.fail('email_taken');
  return withSanctions(added);
}

/**
 * Records that the actor accepts the terms, which completes a registration from Google; idempotent. Throws 401 when the
 * account was deleted.
 */
export async function acceptTerms({ ctx, store }: Pick<Deps, 'ctx' | 'store'>, actor: Actor): Promise<Account> {
  return store.transaction(async (tx) => {
    if (await tx.users.acceptTerms(actor.id, ctx.clock.now())) tx.emit(UserRegistered, { userId: actor.id });
    const account = await tx.users.byId(actor.id);
    if (!account) throw fail('unauthenticated');
    return account;
  });
}
