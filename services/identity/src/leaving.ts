import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { doSteps } from '@tribus/kit/postgres/portions.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { z } from 'zod';
import { audit } from './audit.ts';
import type { ClientInfo } from './client-info.ts';
import { dropArchivesOf } from './data-export.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { keepSanctions } from './kept-sanctions.ts';
import { type ProvenAccount, proveIdentity, requireProven } from './proof.ts';
import { endSessions } from './sessions.ts';
import type { IdentityTx } from './store/store.ts';
import { requireOtherAdmin } from './users.ts';

/** What names an account that is gone and may be any number of rows. */
const forgetDeparted = defineJob('forgetDeparted', { schema: z.object({ userId: z.string() }) });
/** Blocks and mutes of a tribe that is gone. */
const forgetTribe = defineJob('forgetTribe', { schema: z.object({ tribeId: z.int() }) });

export const departureJobs = ({ store }: Pick<Deps, 'store'>): Job[] => [
  job(forgetDeparted, ({ userId }, { signal }) =>
    doSteps(signal, [
      ...(['follows', 'blocks', 'mutes', 'signIns'] as const).map(
        (table) => (size: number) => store.departures.deleteSomeOf(table, userId, size),
      ),
      (size) => store.audit.forgetActor(userId, size),
      (size) => store.audit.forgetTarget(userId, size),
    ]),
  ),
  job(forgetTribe, ({ tribeId }, { signal }) =>
    doSteps(signal, [
      (size) => store.blocks.deleteSomeOfTribe(tribeId, size),
      (size) => store.mutes.deleteSomeOfTribe(tribeId, size),
    ]),
  ),
];

/** A tribe is gone: nobody in it is blocked any more, and nothing of it is muted. */
export const leaveTribe = async (tx: IdentityTx, tribeId: number): Promise<void> =>
  void (await tx.enqueue(forgetTribe, { tribeId }));

type LeavingDeps = Pick<Deps, 'ctx' | 'store' | 'presence' | 'secrets'>;

/**
 * Deletes the caller's account (decisions.md 2), by the password, or after a recent sign-in where there is none. Throws
 * what `proveIdentity` and `requireProven` throw, and 409 `last_admin`.
 */
export async function deleteOwnAccount(
  deps: LeavingDeps & Pick<Deps, 'passwords' | 'attempts'>,
  actor: Actor,
  password: string | undefined,
  client: ClientInfo,
): Promise<void> {
  const proven = await proveIdentity(deps, actor, client, password);
  await deleteAccount(deps, actor.id, proven);
}

/** Somebody else's, for an admin; one's own is deleted where one proves who one is: 409 `own_account_elsewhere`. */
export async function deleteUser(deps: LeavingDeps, actor: Actor, userId: string): Promise<void> {
  if (userId === actor.id) throw errors.fail('own_account_elsewhere');
  await deleteAccount(deps, userId);
}

/**
 * Deletes an account with all that identity keeps of it; the other services do the same when they learn of it. 404 when
 * there is none, 409 `last_admin` for the one admin who is left.
 */
async function deleteAccount(deps: LeavingDeps, userId: string, proven?: ProvenAccount): Promise<void> {
  await deps.store.transaction(async (tx) => {
    await tx.directory.lockAdmins();
    // First the lock that deletion needs: one that grows meets others that grow.
    if (!(await tx.departures.lockForDeletion(userId))) throw fail('not_found');
    if (proven) await requireProven(tx, proven);
    await keepSanctions(deps, tx, userId);
    await deleteAccountIn(deps, tx, userId);
  });
  await deps.presence.forget(userId);
}

/** The same in a transaction that has locked the admins; `why` goes into the audit log. */
export async function deleteAccountIn(
  { ctx }: Pick<Deps, 'ctx'>,
  tx: IdentityTx,
  userId: string,
  why: Record<string, string> = {},
): Promise<void> {
  const account = await tx.departures.lockForDeletion(userId);
  if (!account) throw fail('not_found');
  if (account.role === 'admin') await requireOtherAdmin(tx, userId, ctx.clock.now());
  await endSessions(tx, userId);
  await dropAfterCommit(tx, account.pictureKeys);
  await dropArchivesOf(tx, userId);
  await forgetPerson(tx, userId, account.provenEmail);
  await audit(ctx, tx, { action: 'user_deleted', target: { type: 'user', id: userId }, after: why });
  tx.emit(UserDeleted, { userId });
}

/** What names them elsewhere in identity's own tables goes, too: the audit log keeps what was done, under the id alone. */
async function forgetPerson(tx: IdentityTx, userId: string, email: string | null): Promise<void> {
  // What was written from an address that nobody has proved may be somebody else's.
  if (email) await tx.contact.deleteFrom(email);
  await tx.departures.delete(userId);
  await tx.enqueue(forgetDeparted, { userId });
  await tx.failedSignIns.forgetUser(userId);
  await tx.forgetRequests(userId);
}
