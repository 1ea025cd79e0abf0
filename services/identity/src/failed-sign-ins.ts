import type { AuditFields } from '@tribus/community/audit.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { currentRequest } from '@tribus/kit/core/request-context.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import type { FailedSignIns } from './store/failed-sign-ins.ts';

/** Maximum audit entries per hour for one account and for one address. */
const entriesPerHour = 50;

const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / hourMs) * hourMs);

/**
 * Records a failed proof of identity in the audit log, for the account of `userId` or for one that does not exist.
 * Failures are unlimited, so an account and an address have at most fifty entries an hour; one further entry states the
 * number of the others when the hour is over.
 */
export async function auditFailure(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  userId: string | undefined,
  after: AuditFields = {},
): Promise<void> {
  const counted: Pick<FailedSignIns, 'counted' | 'key'>[] = [{ counted: 'account', key: userId ?? '' }];
  const address = currentRequest()?.actor.visitor;
  if (address) counted.push({ counted: 'address', key: address });
  const failures = await store.failedSignIns.count(hourOf(ctx.clock.now()), counted);
  if (failures.every((count) => count <= entriesPerHour))
    await audit(ctx, store, { action: 'login_failed', target: { type: 'user', id: userId ?? '' }, after });
}

/** Writes an entry with the number of unrecorded failures of each past hour, then deletes the counts. */
export async function summarizeFailures(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  signal: AbortSignal,
): Promise<void> {
  const before = hourOf(ctx.clock.now());
  await doInPortions(signal, (size) =>
    store.transaction(async (tx) => {
      const counts = await tx.failedSignIns.removeBatch(before, size);
      for (const { hour, counted, key, failures } of counts) {
        if (failures <= entriesPerHour) continue;
        const [id, addressMark] = counted === 'account' ? [key, ''] : ['', key];
        const after = { hour: hour.toISOString(), further: failures - entriesPerHour };
        await audit(ctx, tx, { action: 'login_failed', target: { type: 'user', id }, after }, addressMark);
      }
      return counts.length;
    }),
  );
}
