import { createHash, randomBytes } from 'node:crypto';
import type { Deps } from './deps.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';

const challengeMs = 5 * 60_000;

/** First factor of a sign-in. */
export type FirstFactor = 'password' | 'google';

export interface SecondFactorChallenge {
  /** A one-time token. */
  token: string;
  expiresAt: Date;
}

export const hashChallenge = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Creates a challenge for the second factor after a right first one: a token valid five minutes, stored as a hash. */
export async function challengeSecondFactor(
  { ctx, store }: Pick<Deps, 'ctx'> & { store: Pick<IdentityTx, 'secondFactors'> },
  { id: userId, securityEpoch }: Pick<Account, 'id' | 'securityEpoch'>,
  way: FirstFactor,
): Promise<SecondFactorChallenge> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(ctx.clock.now().getTime() + challengeMs);
  await store.secondFactors.addChallenge({ hash: hashChallenge(token), userId, way, securityEpoch, expiresAt });
  return { token, expiresAt };
}
