import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '@tribus/kit/core/context.ts';
import type { z } from 'zod';
import type { OneTimeTokens } from './store/one-time-tokens.ts';

/** What a one-time token is for. A token of one purpose does nothing for another. */
export interface TokenPurpose<P> {
  /** As in the table; never changed while tokens of it live. */
  readonly name: string;
  /** How long one works. */
  readonly ttlMs: number;
  /** What is kept with it. */
  readonly schema: z.ZodType<P>;
  /** A user may have several at once; else a new one replaces the older. */
  readonly several?: boolean;
}

/** Whom a token is for and what is kept with it. */
export interface NewToken<P> {
  userId: string | null;
  payload: P;
  /** What it is made for, when that may be tried again (a mail's id): tokens of one issue do not replace each other. */
  issue?: string;
}

/** What a token stands for. */
export interface TokenContent<P> {
  userId: string | null;
  payload: P;
}

interface TokenDeps {
  ctx: Pick<Context, 'clock' | 'newId'>;
  store: { oneTimeTokens: OneTimeTokens };
}

/** 43 characters that are fit for an address. */
const wellFormed = /^[\w-]{43}$/;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Makes a token of 32 random bytes, of which only the hash is kept. `store` may be a transaction. */
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

/** Uses a token up, with all others that its user has for this purpose; undefined when it is unknown, used or too old. */
export async function consumeToken<P>(
  { ctx, store }: TokenDeps,
  purpose: TokenPurpose<P>,
  token: string,
): Promise<TokenContent<P> | undefined> {
  if (!wellFormed.test(token)) return undefined;
  const taken = await store.oneTimeTokens.take(purpose.name, hashToken(token), ctx.clock.now());
  if (!taken) return undefined;
  if (taken.userId !== null && !purpose.several) await store.oneTimeTokens.discard(taken.userId, purpose.name);
  return { userId: taken.userId, payload: purpose.schema.parse(taken.payload) };
}

/** What a token stands for, without using it up. */
export async function readToken<P>(
  { ctx, store }: TokenDeps,
  purpose: TokenPurpose<P>,
  token: string,
): Promise<TokenContent<P> | undefined> {
  if (!wellFormed.test(token)) return undefined;
  const found = await store.oneTimeTokens.find(purpose.name, hashToken(token), ctx.clock.now());
  return found && { userId: found.userId, payload: purpose.schema.parse(found.payload) };
}
