import { fail } from '@tribus/kit/core/errors.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';

/** Lifts the limits of a new account, or lets them hold again; said twice it changes nothing. 404 when there is no such user. */
export async function setLimitsLifted(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  id: string,
  lifted: boolean,
): Promise<void> {
  await store.transaction(async (tx) => {
    const account = await tx.users.lock(id);
    if (!account) throw fail('not_found');
    const were = account.limitsLiftedAt !== null;
    if (were === lifted) return;
    await tx.directory.update(id, { limitsLiftedAt: lifted ? ctx.clock.now() : null });
    const facts = { before: { limits_lifted: were }, after: { limits_lifted: lifted } };
    await audit(ctx, tx, { action: 'account_limits_changed', target: { type: 'user', id }, ...facts });
  });
}
