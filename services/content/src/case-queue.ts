import { homininiId } from '@tribus/community/limits.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { CaseQueueChanged, SiteCaseQueueChanged } from '@tribus/proto/content/v1/events.ts';
import type { CountWaitingCasesRequest, CountWaitingCasesResponse } from '@tribus/proto/content/v1/service.ts';
import { countedUsersMax } from '../limits.ts';
import type { Deps } from './deps.ts';
import { type CaseQueue, type StoredCase, waitingStatuses } from './store/cases.ts';
import type { ContentTx } from './store/store.ts';

type QueuedCase = Pick<StoredCase, 'tribeId' | 'scope' | 'awaitsSite' | 'authorId'>;

/** Whether only site admins may decide a case. `Cases.list` and `WaitingCases.countFor` apply the same rule. */
export const isOnlyForSite = ({ tribeId, scope, awaitsSite }: Omit<QueuedCase, 'authorId'>): boolean =>
  tribeId === null || scope === 'site' || awaitsSite;

/**
 * The queues of a waiting case: its tribe's, unless only site admins decide it, and the site's when no tribe's
 * moderators decide it, when none of its moderators may, or when it belongs to hominini, which has no owner.
 * `WaitingCases.countFor` applies the same rule.
 */
export const listQueues = (found: Omit<QueuedCase, 'authorId'>): CaseQueue[] => [
  ...(found.tribeId !== null && found.scope === 'tribe' ? [found.tribeId] : []),
  ...(isOnlyForSite(found) || found.tribeId === homininiId ? (['site'] as const) : []),
];

/** Emits a change of the queues of a case; `added` when it was opened or appealed. */
export function emitCaseQueue(tx: ContentTx, found: QueuedCase, { added }: { added: boolean }): void {
  emitQueues(tx, listQueues(found), { added, authorId: added ? found.authorId : '' });
}

/** Emits a change of the site's queue after a case was added to it or removed, because of who may decide the case. */
export function emitSiteQueue(
  tx: ContentTx,
  { authorId }: Pick<QueuedCase, 'authorId'>,
  { added }: { added: boolean },
): void {
  emitQueues(tx, ['site'], { added, authorId: added ? authorId : '' });
}

/** Emits the changes of the queues of deleted cases. */
export function emitCasesDeleted(tx: ContentTx, cases: readonly StoredCase[]): void {
  const waited = cases.filter(({ status }) => waitingStatuses.includes(status));
  emitQueues(tx, waited.flatMap(listQueues), { added: false, authorId: '' });
}

/** For versions that read the number of waiting cases in the event. */
const forPreviousVersions = { waiting: 1 };

/** Emits one event per tribe, and one for the site. */
function emitQueues(tx: ContentTx, queues: readonly CaseQueue[], change: { added: boolean; authorId: string }): void {
  for (const queue of new Set(queues))
    if (queue === 'site') tx.emit(SiteCaseQueueChanged, { ...forPreviousVersions, ...change });
    else tx.emit(CaseQueueChanged, { tribeId: queue, ...forPreviousVersions, ...change });
}

/**
 * Counts the waiting cases of a tribe, or of the site for 0, for each of these users, without those about their own
 * content. Throws invalid_input for more users than the limit per request.
 */
export async function countWaitingCases(
  { store }: Pick<Deps, 'store'>,
  { tribeId, userIds }: CountWaitingCasesRequest,
): Promise<CountWaitingCasesResponse> {
  if (userIds.length > countedUsersMax) throw fail('invalid_input');
  const { counts, countedAt } = await store.waitingCases.countFor(userIds, tribeId === 0 ? 'site' : tribeId);
  return { counts, countedAt: countedAt.toISOString() };
}
