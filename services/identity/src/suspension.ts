import type { ErrorDetail } from '@tribus/kit/core/errors.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { consumeToken, issueToken, readToken, type TokenPurpose } from './one-time-tokens.ts';
import { appeal, endDue, isInForce } from './sanctions.ts';
import type { Sanction } from './store/sanctions.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';

type SuspensionDeps = Pick<Deps, 'ctx' | 'store'>;

/** What stands in for a session where a suspended member appeals. */
const appealProof: TokenPurpose<{ sanctionId: string }> = {
  name: 'appeal',
  ttlMs: 60 * 60 * 1000,
  schema: z.object({ sanctionId: z.uuid() }),
};

/** Stands for the same in an address: what the page after Google asks for, which has room for no sentences. */
const suspensionNotice: TokenPurpose<{ sanctionId: string }> = { ...appealProof, name: 'suspension_notice' };

/**
 * Lets in who has proved who they are, unless they are suspended: 403 `account_suspended`, whose details say why and until
 * when, and hold the proof for an appeal where none was made. A suspension whose time is over ends here.
 */
export async function requireNotSuspended(deps: SuspensionDeps, account: Account): Promise<void> {
  if (account.status !== 'suspended') return;
  const { ctx, store } = deps;
  const now = ctx.clock.now();
  const details = await store.transaction(async (tx) => {
    await endDue(tx, now, account.id);
    const found = (await tx.sanctions.inForce(account.id, now)).find(({ kind }) => kind === 'suspension');
    if (found) return detailsOf(found, await proofFor({ ctx }, tx, found));
    return (await tx.users.lock(account.id))?.status === 'suspended' ? [] : undefined;
  });
  if (details) throw errors.fail('account_suspended', undefined, { details });
}

const tokenFor = ({ id, userId }: Sanction) => ({ userId, payload: { sanctionId: id } });

/** What an appeal is made by; empty where one was made. */
const proofFor = async ({ ctx }: Pick<Deps, 'ctx'>, tx: IdentityTx, sanction: Sanction): Promise<string> =>
  sanction.appeal ? '' : issueToken({ ctx, store: tx }, appealProof, tokenFor(sanction));

/** The notice of the suspension of somebody who has proved who they are; undefined where nothing is known of it. */
export async function noticeSuspension({ ctx, store }: SuspensionDeps, userId: string): Promise<string | undefined> {
  const found = (await store.sanctions.inForce(userId, ctx.clock.now())).find(({ kind }) => kind === 'suspension');
  return found && issueToken({ ctx, store }, suspensionNotice, tokenFor(found));
}

/**
 * What a refused login says in its details, by a notice, as long as the suspension lasts. It may be read again within the
 * hour, as a page may be loaded again. Throws 400 `link_expired`.
 */
export async function readSuspension({ ctx, store }: SuspensionDeps, notice: string): Promise<ErrorDetail[]> {
  return store.transaction(async (tx) => {
    const noticed = await readToken({ ctx, store: tx }, suspensionNotice, notice);
    const sanction = noticed && (await tx.sanctions.lock(noticed.payload.sanctionId));
    if (!sanction || !isInForce(sanction, ctx.clock.now())) throw errors.fail('link_expired');
    return detailsOf(sanction, await proofFor({ ctx }, tx, sanction));
  });
}

/** By names, as details of fields are: the sentences are made where they are shown, in the reader's language. */
function detailsOf({ reason, message, endsAt, appeal, appealAnswer }: Sanction, proof: string): ErrorDetail[] {
  const facts = {
    reason,
    message,
    endsAt: endsAt?.toISOString() ?? '',
    appeal: appeal ?? '',
    appealAnswer: appealAnswer ?? '',
    proof,
  };
  return Object.entries(facts)
    .filter(([, said]) => said !== '')
    .map(([path, said]) => ({ path, message: said }));
}

/** The appeal of somebody who cannot sign in. A proof that is unknown, used or too old is 400 `appeal_proof_invalid`. */
export async function appealSuspension({ ctx, store }: SuspensionDeps, proof: string, text: string): Promise<void> {
  await store.transaction(async (tx) => {
    const proven = await consumeToken({ ctx, store: tx }, appealProof, proof);
    const sanction = proven && (await tx.sanctions.lock(proven.payload.sanctionId));
    if (!sanction) throw errors.fail('appeal_proof_invalid');
    await appeal({ ctx }, tx, sanction, text);
  });
}
