import { homininiId } from '@tribus/community/limits.ts';
import { CaseQueueChanged, SiteCaseQueueChanged } from '@tribus/proto/content/v1/events.ts';
import { type CaseQueue, type StoredCase, waitingStatuses } from './store/cases.ts';
import type { ContentTx } from './store/store.ts';

type QueuedCase = Pick<StoredCase, 'tribeId' | 'scope' | 'awaitsSite' | 'authorId'>;

/** Whether only site admins may decide a case. `Cases.list` and `Cases.countQueue` apply the same rule. */
export const isOnlyForSite = ({ tribeId, scope, awaitsSite }: Omit<QueuedCase, 'authorId'>): boolean =>
  tribeId === null || scope === 'site' || awaitsSite;

/**
 * The queues of a waiting case: its tribe's, unless only site admins decide it, and the site's when no tribe's
 * moderators decide it, when none of its moderators may, or when it belongs to hominini, which has no owner.
 * `Cases.countQueue` applies the same rule.
 */
export const listQueues = (found: Omit<QueuedCase, 'authorId'>): CaseQueue[] => [
  ...(found.tribeId !== null && found.scope === 'tribe' ? [found.tribeId] : []),
  ...(isOnlyForSite(found) || found.tribeId === homininiId ? (['site'] as const) : []),
];

/** Emits the number of waiting cases to their moderators; the last step of a transaction on a case. */
export async function emitCaseQueue(tx: ContentTx, found: QueuedCase, { added }: { added: boolean }): Promise<void> {
  await emitQueues(tx, listQueues(found), { added, authorId: added ? found.authorId : '' });
}

/** Emits the number of the site's waiting cases after one became left to it, or no longer is. */
export async function emitSiteQueue(
  tx: ContentTx,
  { authorId }: Pick<QueuedCase, 'authorId'>,
  { added }: { added: boolean },
): Promise<void> {
  await emitQueues(tx, ['site'], { added, authorId: added ? authorId : '' });
}

/** Emits the numbers of waiting cases after cases were deleted. */
export async function emitCasesDeleted(tx: ContentTx, cases: readonly StoredCase[]): Promise<void> {
  const waited = cases.filter(({ status }) => waitingStatuses.includes(status));
  await emitQueues(tx, waited.flatMap(listQueues), { added: false, authorId: '' });
}

/** Emits one event per tribe, in a fixed order because of the locks, and one for the site. */
async function emitQueues(
  tx: ContentTx,
  queues: readonly CaseQueue[],
  change: { added: boolean; authorId: string },
): Promise<void> {
  const tribeIds = [...new Set(queues)].filter((queue) => queue !== 'site').sort((one, other) => one - other);
  for (const tribeId of tribeIds)
    tx.emit(CaseQueueChanged, { tribeId, ...(await tx.cases.countQueue(tribeId)), ...change });
  if (queues.includes('site')) tx.emit(SiteCaseQueueChanged, { ...(await tx.cases.countQueue('site')), ...change });
}
