import { homininiId } from '@tribus/community/limits.ts';
import { CaseQueueChanged, SiteCaseQueueChanged } from '@tribus/proto/content/v1/events.ts';
import { type CaseQueue, type StoredCase, waitingStatuses } from './store/cases.ts';
import type { ContentTx } from './store/store.ts';

type Place = Pick<StoredCase, 'tribeId' | 'scope'>;

/**
 * In which queues a case stands while it waits: in its tribe's, unless site admins alone decide it, and in theirs when no
 * tribe's moderators do, or when it is of hominini, which has no owner. `Cases.countQueue` says the same of all of them.
 */
export const queuesOf = ({ tribeId, scope }: Place): CaseQueue[] => [
  ...(tribeId !== null && scope === 'tribe' ? [tribeId] : []),
  ...(tribeId === null || scope === 'site' || tribeId === homininiId ? (['site'] as const) : []),
];

/** Says how many cases wait for those who decide them, as the last thing a transaction does with its cases. */
export async function tellCaseQueue(tx: ContentTx, found: Place, { added }: { added: boolean }): Promise<void> {
  await tellCaseQueues(tx, [found], { added });
}

/** Says it of cases that are gone, as far as they waited. */
export async function tellCasesGone(tx: ContentTx, cases: readonly StoredCase[]): Promise<void> {
  const waited = cases.filter(({ status }) => waitingStatuses.includes(status));
  await tellCaseQueues(tx, waited, { added: false });
}

/** The same of several cases: once for each tribe, in an order that is the same for all, and once for the site. */
async function tellCaseQueues(tx: ContentTx, cases: readonly Place[], { added }: { added: boolean }): Promise<void> {
  const queues = [...new Set(cases.flatMap(queuesOf))];
  const tribeIds = queues.filter((queue) => queue !== 'site').sort((one, other) => one - other);
  for (const tribeId of tribeIds)
    tx.emit(CaseQueueChanged, { tribeId, waiting: await tx.cases.countQueue(tribeId), added });
  if (queues.includes('site')) tx.emit(SiteCaseQueueChanged, { waiting: await tx.cases.countQueue('site'), added });
}
