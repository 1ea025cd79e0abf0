import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { doSteps } from '@tribus/kit/postgres/portions.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import type { IdentityTx } from './store/store.ts';

/** Deletes the rows that refer to a deleted account and may be any number. */
const forgetDeparted = defineJob('forgetDeparted', {
  schema: z.object({ userId: z.string() }),
  maxAttempts: lastingAttempts,
});

export const removalJob = ({ store }: Pick<Deps, 'store'>): Job =>
  job(forgetDeparted, ({ userId }, { signal }) =>
    doSteps(signal, [
      (size) => store.contact.deleteSomeOfSender(userId, size),
      (size) => store.contact.anonymizeHandler(userId, size),
      (size) => store.sanctions.anonymizeIssuer(userId, size),
      (size) => store.retainedSanctions.anonymizeIssuer(userId, size),
      ...(['follows', 'blocks', 'mutes', 'dismissedSuggestions', 'signIns'] as const).map(
        (table) => (size: number) => store.accountDeletions.deleteSomeOf(table, userId, size),
      ),
      (size) => store.audit.anonymizeActor(userId, size),
      (size) => store.audit.anonymizeTarget(userId, size),
    ]),
  );

/**
 * Deletes an account locked for deletion and, by a job, all rows that refer to it; the audit log keeps the user's
 * actions, without the name. Every deletion of an account uses this: no foreign key covers those rows.
 */
export async function removeAccount(tx: IdentityTx, userId: string): Promise<void> {
  await tx.accountDeletions.delete(userId);
  await tx.enqueue(forgetDeparted, { userId });
  await tx.failedSignIns.deleteOf(userId);
  await tx.forgetRequests(userId);
}
