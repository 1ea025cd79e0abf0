import type { SecondFactorAnswer } from '../api/security.ts';
import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { auditFailure } from './failed-sign-ins.ts';
import { beginCodeAttempt, checkCode } from './second-factor.ts';
import { hashChallenge } from './second-factor-challenges.ts';
import { openSignedIn, type SignIn, type SignInDeps } from './sign-in.ts';
import { recordFailure } from './sign-ins.ts';
import type { Challenge } from './store/second-factors.ts';
import type { Account } from './store/users.ts';
import { requireNotSuspended } from './suspension.ts';

const maxAttempts = 5;

type SecondFactorDeps = SignInDeps & Pick<Deps, 'attempts' | 'secrets'>;

/**
 * Opens the session for the right code. Five wrong codes end the challenge, and guesses are slowed down across all
 * challenges of an account. Of concurrent answers one signs in. Throws 401 `challenge_over` or `wrong_sign_in_code`,
 * 429.
 */
export async function completeSecondFactor(
  deps: SecondFactorDeps,
  { challenge: token, code }: SecondFactorAnswer,
  client: ClientInfo,
): Promise<SignIn> {
  const { ctx, store } = deps;
  const hash = hashChallenge(token);
  const challenge = await store.secondFactors.findChallenge(hash, maxAttempts, ctx.clock.now());
  const account = challenge && (await store.users.byId(challenge.userId));
  if (!challenge || !account) throw errors.fail('challenge_over');
  await requireNotSuspended(deps, account);
  if (account.securityEpoch !== challenge.securityEpoch) throw errors.fail('challenge_over');
  const attempt = await beginCodeAttempt(deps, account, client);
  if (!(await store.secondFactors.countAttempt(hash, maxAttempts, ctx.clock.now())))
    throw errors.fail('challenge_over');
  const signIn = await answerChallenge(deps, challenge, account, code, client);
  if (!signIn) {
    recordFailure(deps, { userId: account.id, way: challenge.way, outcome: 'wrong_code' }, client);
    await auditFailure(deps, account.id);
    throw errors.fail('wrong_sign_in_code');
  }
  await attempt.succeed();
  return signIn;
}

/** Returns undefined for a wrong code. */
const answerChallenge = (
  deps: SecondFactorDeps,
  { hash, way }: Challenge,
  account: Account,
  code: string,
  client: ClientInfo,
): Promise<SignIn | undefined> =>
  deps.store.transaction(async (tx) => {
    await tx.users.lock(account.id);
    if (!(await checkCode(deps, tx, account.id, code, client))) return undefined;
    if (!(await tx.secondFactors.consumeChallenge(Buffer.from(hash)))) throw errors.fail('challenge_over');
    return openSignedIn(deps, tx, account, way, client);
  });
