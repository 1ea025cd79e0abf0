import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '@tribus/kit/core/context.ts';
import type { z } from 'zod';
import type { OneTimeTokens } from './store/one-time-tokens.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';

/** Purpose of a one-time token. A token of one purpose is invalid for any other. */
export interface TokenPurpose<P> {
  /** As stored in the table; never changed while tokens of this purpose are valid. */
  readonly name: string;
  /** Validity in milliseconds. */
  readonly ttlMs: number;
  /** Schema of the stored payload. */
  readonly schema: z.ZodType<P>;
  /** Whether a user may have several tokens at once; otherwise a new token replaces the older one. */
  readonly several?: boolean;
}

/** The user and payload of a token. */
export interface NewToken<P> {
  userId: string | null;
  payload: P;
  /**
   * Id of the purpose of the token (a mail), when its creation may be retried: tokens of one issue do not replace each
   * other.
   */
  issue?: string;
}

/** The stored content of a token. */
export interface TokenContent<P> {
  userId: string | null;
  payload: P;
}

interface TokenDeps {
  ctx: Pick<Context, 'clock' | 'newId'>;
  store: { oneTimeTokens: OneTimeTokens };
}

/** A token is 32 bytes in base64url: 43 characters. */
const wellFormed = /^[\w-]{43}$/;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Creates a token of 32 random bytes and stores its hash only. `store` may be a transaction. */
export async function issueToken<P>(
  { ctx, store }: TokenDeps,
  purpose: TokenPurpose<P>,
  { userId, payload, issue = ctx.newId() }: NewToken<P>,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(ctx.clock.now().getTime() + purpose.ttlMs);
  if (userId !== null && !purpose.several) await store.oneTimeTokens.discard(userId, purpose.name, issue);
  await store.oneTimeTokens.add({ hash: hashToken(token), purpose: purpose.name, userId, issue, payload, expiresAt });
  return token;
}

/**
 * Consumes a token and all others of its user for this purpose; returns undefined when it is unknown, used or expired.
 */
export async function consumeToken<P>(
  { ctx, store }: TokenDeps,
  purpose: TokenPurpose<P>,
  token: string,
): Promise<TokenContent<P> | undefined> {
  if (!wellFormed.test(token)) return undefined;
  const consumed = await store.oneTimeTokens.consume(purpose.name, hashToken(token), ctx.clock.now());
  if (!consumed) return undefined;
  if (consumed.userId !== null && !purpose.several) await store.oneTimeTokens.discard(consumed.userId, purpose.name);
  return { userId: consumed.userId, payload: purpose.schema.parse(consumed.payload) };
}

/**
 * Locks the account of a token, then consumes the token, in the order of all locks (store/store.ts). Returns undefined
 * when the token is unknown, used or expired, or its account was deleted.
 */
export async function consumeTokenOfAccount<P>(
  { ctx }: Pick<TokenDeps, 'ctx'>,
  tx: IdentityTx,
  purpose: TokenPurpose<P>,
  token: string,
): Promise<{ account: Account; payload: P } | undefined> {
  const found = await readToken({ ctx, store: tx }, purpose, token);
  const account = found?.userId ? await tx.users.lock(found.userId) : undefined;
  if (!found || !account || !(await consumeToken({ ctx, store: tx }, purpose, token))) return undefined;
  return { account, payload: found.payload };
}

/** Returns the content of a token without consuming it. */
export async function readToken<P>(
  { ctx, store }: TokenDeps,
  purpose: TokenPurpose<P>,
  token: string,
): Promise<TokenContent<P> | undefined> {
  if (!wellFormed.test(token)) return undefined;
  const found = await store.oneTimeTokens.find(purpose.name, hashToken(token), ctx.clock.now());
  return found && { userId: found.userId, payload: purpose.schema.parse(found.payload) };
}
