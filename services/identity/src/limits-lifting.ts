import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { requireActiveAdmin } from './admins.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';

/** Lifts the limits of a new account, or restores them; idempotent. Throws 404 when the user does not exist. */
export async function setLimitsLifted(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  actor: Actor,
  id: string,
  lifted: boolean,
): Promise<void> {
  await store.transaction(async (tx) => {
    await requireActiveAdmin(tx, actor, ctx.clock.now());
    const account = await tx.users.lock(id);
    if (!account) throw fail('not_found');
    const wasLifted = account.limitsLiftedAt !== null;
    if (wasLifted === lifted) return;
    await tx.directory.update(id, { limitsLiftedAt: lifted ? ctx.clock.now() : null });
    const facts = { before: { limits_lifted: wasLifted }, after: { limits_lifted: lifted } };
    await audit(ctx, tx, { action: 'account_limits_changed', target: { type: 'user', id }, ...facts });
  });
}
