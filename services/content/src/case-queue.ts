import { homininiId } from '@tribus/community/limits.ts';
import { CaseQueueChanged, SiteCaseQueueChanged } from '@tribus/proto/content/v1/events.ts';
import { type CaseQueue, type StoredCase, waitingStatuses } from './store/cases.ts';
import type { ContentTx } from './store/store.ts';

type QueuedCase = Pick<StoredCase, 'tribeId' | 'scope'>;

/**
 * The queues of a waiting case: its tribe's, unless only site admins decide it, and the site's when no tribe's
 * moderators decide it, or when it belongs to hominini, which has no owner. `Cases.countQueue` applies the same rule.
 */
export const listQueues = ({ tribeId, scope }: QueuedCase): CaseQueue[] => [
  ...(tribeId !== null && scope === 'tribe' ? [tribeId] : []),
  ...(tribeId === null || scope === 'site' || tribeId === homininiId ? (['site'] as const) : []),
];

/** Emits the number of waiting cases to their moderators; the last step of a transaction on a case. */
export async function emitCaseQueue(tx: ContentTx, found: QueuedCase, { added }: { added: boolean }): Promise<void> {
  await emitCaseQueues(tx, [found], { added });
}

/** Emits the numbers of waiting cases after cases were deleted. */
export async function emitCasesDeleted(tx: ContentTx, cases: readonly StoredCase[]): Promise<void> {
  const waited = cases.filter(({ status }) => waitingStatuses.includes(status));
  await emitCaseQueues(tx, waited, { added: false });
}

/** Emits one event per tribe, in a fixed order because of the locks, and one for the site. */
async function emitCaseQueues(
  tx: ContentTx,
  cases: readonly QueuedCase[],
  { added }: { added: boolean },
): Promise<void> {
  const queues = [...new Set(cases.flatMap(listQueues))];
  const tribeIds = queues.filter((queue) => queue !== 'site').sort((one, other) => one - other);
  for (const tribeId of tribeIds)
    tx.emit(CaseQueueChanged, { tribeId, waiting: await tx.cases.countQueue(tribeId), added });
  if (queues.includes('site')) tx.emit(SiteCaseQueueChanged, { waiting: await tx.cases.countQueue('site'), added });
}
