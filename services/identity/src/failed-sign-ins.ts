import type { AuditFacts } from '@tribus/community/audit.ts';
import { currentRequest } from '@tribus/kit/core/request-context.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import type { FailedSignIns } from './store/failed-sign-ins.ts';

/** How many failures in an hour have an entry of their own, at one account and from one address. */
const keptPerHour = 50;
const hourMs = 60 * 60 * 1000;

const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / hourMs) * hourMs);

/**
 * Notes in the audit log that somebody failed to prove who they are, at the account of `userId` or at one that does not
 * exist. Anybody can fail as often as they like, so of an account and of an address an hour has fifty entries; how many
 * more there were is one entry when the hour is over.
 */
export async function auditFailure(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  userId: string | undefined,
  after: AuditFacts = {},
): Promise<void> {
  const counted: Pick<FailedSignIns, 'counted' | 'key'>[] = [{ counted: 'account', key: userId ?? '' }];
  const address = currentRequest()?.actor.visitor;
  if (address) counted.push({ counted: 'address', key: address });
  const failures = await store.failedSignIns.count(hourOf(ctx.clock.now()), counted);
  if (failures.every((count) => count <= keptPerHour))
    await audit(ctx, store, { action: 'login_failed', target: { type: 'user', id: userId ?? '' }, after });
}

/** Says of the hours that are over how many failures have no entry, and forgets the counts. */
export async function sumUpFailures({ ctx, store }: Pick<Deps, 'ctx' | 'store'>, signal: AbortSignal): Promise<void> {
  const before = hourOf(ctx.clock.now());
  await doInPortions(signal, (size) =>
    store.transaction(async (tx) => {
      const counts = await tx.failedSignIns.takeSome(before, size);
      for (const { hour, counted, key, failures } of counts) {
        if (failures <= keptPerHour) continue;
        const [id, addressMark] = counted === 'account' ? [key, ''] : ['', key];
        const after = { hour: hour.toISOString(), further: failures - keptPerHour };
        await audit(ctx, tx, { action: 'login_failed', target: { type: 'user', id }, after }, addressMark);
      }
      return counts.length;
    }),
  );
}
