import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { doInPortions, doSteps } from '@tribus/kit/postgres/portions.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { z } from 'zod';
import { removalJob, removeAccount } from './account-removal.ts';
import { requireActiveAdmin, requireOtherAdmin } from './admins.ts';
import { audit } from './audit.ts';
import type { ClientInfo } from './client-info.ts';
import { dropArchivesOf } from './data-export.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { proveIdentity, requireProven } from './proof.ts';
import { retainSanctions } from './retained-sanctions.ts';
import { endSessions } from './sessions.ts';
import type { IdentityTx } from './store/store.ts';

/** Deletes contact messages from the address of a deleted account; later ones may be another person's. */
const forgetSender = defineJob('forgetSender', {
  schema: z.object({ email: z.string(), untilMs: z.int() }),
  maxAttempts: lastingAttempts,
});
/** Deletes the blocks, mutes and dismissed suggestions of a deleted tribe. */
const forgetTribe = defineJob('forgetTribe', {
  schema: z.object({ tribeId: z.int() }),
  maxAttempts: lastingAttempts,
});

export const deletionJobs = ({ store }: Pick<Deps, 'store'>): Job[] => [
  removalJob({ store }),
  job(forgetSender, ({ email, untilMs }, { signal }) =>
    doInPortions(signal, (size) => store.contact.deleteSomeFrom(email, new Date(untilMs), size)),
  ),
  job(forgetTribe, ({ tribeId }, { signal }) =>
    doSteps(signal, [
      (size) => store.blocks.deleteSomeOfTribe(tribeId, size),
      (size) => store.mutes.deleteSomeOfTribe(tribeId, size),
      (size) => store.dismissedSuggestions.deleteSomeOfTribe(tribeId, size),
    ]),
  ),
];

/** Deletes all blocks, mutes and dismissed suggestions of a deleted tribe. */
export const enqueueTribeCleanup = async (tx: IdentityTx, tribeId: number): Promise<void> =>
  void (await tx.enqueue(forgetTribe, { tribeId }));

type LeavingDeps = Pick<Deps, 'ctx' | 'store' | 'presence' | 'secrets'>;

/**
 * Deletes the actor's account (decisions.md 2), by password, or after a recent sign-in when there is none. Throws the
 * errors of `proveIdentity` and `requireProven`, and 409 `last_admin`.
 */
export async function deleteOwnAccount(
  deps: LeavingDeps & Pick<Deps, 'passwords' | 'attempts'>,
  actor: Actor,
  password: string | undefined,
  client: ClientInfo,
): Promise<void> {
  const proven = await proveIdentity(deps, actor, client, password);
  await deleteAccount(deps, actor.id, (tx) => requireProven(tx, proven));
}

/**
 * Deletes another user's account, for an admin; throws 409 `own_account_elsewhere` for the admin's own, which needs
 * proof of identity.
 */
export async function deleteUser(deps: LeavingDeps, actor: Actor, userId: string): Promise<void> {
  if (userId === actor.id) throw errors.fail('own_account_elsewhere');
  await deleteAccount(deps, userId, (tx) => requireActiveAdmin(tx, actor, deps.ctx.clock.now()));
}

/**
 * Deletes an account with all its data in identity; an event makes the other services do the same. Throws 404 when it
 * does not exist, 409 `last_admin` for the last admin.
 */
async function deleteAccount(
  deps: LeavingDeps,
  userId: string,
  requirePermission: (tx: IdentityTx) => Promise<void>,
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    await tx.directory.lockAdmins();
    // Takes the strongest lock first: upgrading a weaker one could deadlock.
    if (!(await tx.accountDeletions.lockForDeletion(userId))) throw fail('not_found');
    await requirePermission(tx);
    await retainSanctions(deps, tx, userId);
    await deleteAccountIn(deps, tx, userId);
  });
  await deps.presence.remove(userId);
}

/** Deletes an account in a transaction that has locked the admins; `auditDetails` is added to the audit log. */
export async function deleteAccountIn(
  { ctx }: Pick<Deps, 'ctx'>,
  tx: IdentityTx,
  userId: string,
  auditDetails: Record<string, string> = {},
): Promise<void> {
  const account = await tx.accountDeletions.lockForDeletion(userId);
  if (!account) throw fail('not_found');
  if (account.role === 'admin') await requireOtherAdmin(tx, userId, ctx.clock.now());
  await endSessions(tx, userId);
  await dropAfterCommit(tx, account.pictureKeys);
  await dropArchivesOf(tx, userId);
  await removeAccount(tx, userId);
  // Messages sent by visitors from an unverified address may be another person's.
  const { verifiedEmail: email } = account;
  if (email) await tx.enqueue(forgetSender, { email, untilMs: ctx.clock.now().getTime() });
  await audit(ctx, tx, { action: 'user_deleted', target: { type: 'user', id: userId }, after: auditDetails });
  tx.emit(UserDeleted, { userId });
}
