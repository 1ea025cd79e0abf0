import { hourMs } from '@tribus/kit/core/durations.ts';
import type { ErrorDetail } from '@tribus/kit/core/errors.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { consumeTokenOfAccount, issueToken, readToken, type TokenPurpose } from './one-time-tokens.ts';
import { appeal, endDue, isInForce, lockSanction } from './sanctions.ts';
import type { Sanction } from './store/sanctions.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';

type SuspensionDeps = Pick<Deps, 'ctx' | 'store'>;

/** Replaces a session for the appeal of a suspended member. */
const appealProof: TokenPurpose<{ sanctionId: string }> = {
  name: 'appeal',
  ttlMs: hourMs,
  schema: z.object({ sanctionId: z.uuid() }),
};

/** Reference to a suspension for a URL: the page after Google reads the details with it. */
const suspensionNotice: TokenPurpose<{ sanctionId: string }> = { ...appealProof, name: 'suspension_notice' };

/**
 * Throws 403 `account_suspended` for a suspended account that has proved its identity; the details contain id, reason
 * and end of the suspension, and the proof for an appeal unless one was made. Ends a suspension that has expired.
 */
export async function requireNotSuspended(deps: SuspensionDeps, account: Account): Promise<void> {
  if (account.status !== 'suspended') return;
  const { ctx, store } = deps;
  const now = ctx.clock.now();
  const details = await store.transaction(async (tx) => {
    await tx.users.lock(account.id);
    await endDue(tx, now, account.id);
    const found = (await tx.sanctions.inForce(account.id, now)).find(({ kind }) => kind === 'suspension');
    if (found) return detailsOf(found, await proofFor({ ctx }, tx, found));
    return (await tx.users.byId(account.id))?.status === 'suspended' ? [] : undefined;
  });
  if (details) throw errors.fail('account_suspended', undefined, { details });
}

const tokenFor = ({ id, userId }: Sanction) => ({ userId, payload: { sanctionId: id } });

/** Returns the proof for an appeal; empty when an appeal was made. */
const proofFor = async ({ ctx }: Pick<Deps, 'ctx'>, tx: IdentityTx, sanction: Sanction): Promise<string> =>
  sanction.appeal ? '' : issueToken({ ctx, store: tx }, appealProof, tokenFor(sanction));

/** Returns the notice of a suspension for an account that has proved its identity; undefined when there is none. */
export async function noticeSuspension({ ctx, store }: SuspensionDeps, userId: string): Promise<string | undefined> {
  const found = (await store.sanctions.inForce(userId, ctx.clock.now())).find(({ kind }) => kind === 'suspension');
  return found && issueToken({ ctx, store }, suspensionNotice, tokenFor(found));
}

/**
 * Returns the details of a refused login, by a notice, while the suspension lasts. The notice can be read again within
 * the hour, because a page may be reloaded. Throws 400 `link_expired`.
 */
export async function readSuspension({ ctx, store }: SuspensionDeps, notice: string): Promise<ErrorDetail[]> {
  return store.transaction(async (tx) => {
    const noticed = await readToken({ ctx, store: tx }, suspensionNotice, notice);
    const sanction = noticed && (await lockSanction(tx, noticed.payload.sanctionId));
    if (!sanction || !isInForce(sanction, ctx.clock.now())) throw errors.fail('link_expired');
    return detailsOf(sanction, await proofFor({ ctx }, tx, sanction));
  });
}

/** By field names, like validation details: the screen makes the sentences, in the viewer's language. */
function detailsOf({ id, reason, message, endsAt, appeal, appealAnswer }: Sanction, proof: string): ErrorDetail[] {
  const facts = {
    id,
    reason,
    message,
    endsAt: endsAt?.toISOString() ?? '',
    appeal: appeal ?? '',
    appealAnswer: appealAnswer ?? '',
    proof,
  };
  return Object.entries(facts)
    .filter(([, value]) => value !== '')
    .map(([path, value]) => ({ path, message: value }));
}

/** Appeals for a user who cannot sign in. Throws 400 `appeal_proof_invalid` for an unknown, used or expired proof. */
export async function appealSuspension({ ctx, store }: SuspensionDeps, proof: string, text: string): Promise<void> {
  await store.transaction(async (tx) => {
    const proven = await consumeTokenOfAccount({ ctx }, tx, appealProof, proof);
    const sanction = proven && (await tx.sanctions.lock(proven.payload.sanctionId));
    if (!sanction) throw errors.fail('appeal_proof_invalid');
    await appeal({ ctx }, tx, sanction, text);
  });
}
