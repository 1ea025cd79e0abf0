import { createHash, randomBytes } from 'node:crypto';
import type { Deps } from './deps.ts';
import type { Account } from './store/users.ts';

const challengeMs = 5 * 60_000;

/** How somebody proved who they are, before any second factor. */
export type FirstFactor = 'password' | 'google';

export interface SecondFactorChallenge {
  /** A one-time token. */
  token: string;
  expiresAt: Date;
}

export const hashChallenge = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Asks somebody whose first factor was right for the second one: a token of five minutes, of which the hash is kept. */
export async function challengeSecondFactor(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  { id: userId, securityEpoch }: Pick<Account, 'id' | 'securityEpoch'>,
  way: FirstFactor,
): Promise<SecondFactorChallenge> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(ctx.clock.now().getTime() + challengeMs);
  await store.secondFactors.addChallenge({ hash: hashChallenge(token), userId, way, securityEpoch, expiresAt });
  return { token, expiresAt };
}
