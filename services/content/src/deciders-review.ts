import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { z } from 'zod';
import { isLeftToSite, listModerators, type ModeratorSources, type TribeModerators } from './case-deciders.ts';
import { emitSiteQueue, listQueues } from './case-queue.ts';
import type { Deps } from './deps.ts';
import { waitingStatuses } from './store/cases.ts';
import type { ContentTx } from './store/store.ts';

type ReviewDeps = Pick<Deps, 'store'> & ModeratorSources;

/** Determines again which waiting cases of a tribe only site admins may decide. */
const reviewDeciders = defineJob('reviewDeciders', { schema: z.object({ tribeId: z.int() }) });

/**
 * The same for every tribe: restrictions of moderators expire without an event, and cases opened by an older version
 * were never examined.
 */
const reviewAllDeciders = defineJob('reviewAllDeciders', { schedule: '47 * * * *' });

/** Tribes or cases per query. */
const batchSize = 200;

export const decidersReviewJobs = (deps: ReviewDeps): Job[] => [
  job(reviewDeciders, ({ tribeId }, { signal }) => reviewTribe(deps, tribeId, signal)),
  job(reviewAllDeciders, (_none, { signal }) => enqueueAllReviews(deps, signal)),
];

/** Call it when a tribe's moderators have changed. */
export async function enqueueDecidersReview(tx: Pick<ContentTx, 'enqueue' | 'waitingCases'>, tribeId: number) {
  if (await tx.waitingCases.exist(tribeId)) await tx.enqueue(reviewDeciders, { tribeId }, { key: String(tribeId) });
}

async function enqueueAllReviews({ store }: ReviewDeps, signal: AbortSignal): Promise<void> {
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const tribeIds = await store.waitingCases.listTribes(batchSize, after);
    const last = tribeIds.at(-1);
    if (last === undefined) return;
    await store.transaction(async (tx) => {
      for (const tribeId of tribeIds) await tx.enqueue(reviewDeciders, { tribeId }, { key: String(tribeId) });
    });
    after = last;
  }
}

async function reviewTribe(deps: ReviewDeps, tribeId: number, signal: AbortSignal): Promise<void> {
  const { store } = deps;
  const moderators = await listModerators(deps, { tribeId, scope: 'tribe' });
  for (let after: string | null = null; ; ) {
    const waiting = await store.waitingCases.list(tribeId, batchSize, after);
    for (const found of waiting) {
      signal.throwIfAborted();
      if ((await isLeftToSite(store, found, moderators)) !== found.awaitsSite)
        await store.transaction((tx) => reviewCase(tx, found.id, moderators));
    }
    const last = waiting.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function reviewCase(tx: ContentTx, id: string, moderators: TribeModerators): Promise<void> {
  const locked = await tx.cases.lock(id);
  if (!locked || locked.tribeId === null || !waitingStatuses.includes(locked.status)) return;
  // A deleted tribe has no moderators; its cases are about to be deleted.
  if (await tx.tribeTombstones.has(locked.tribeId)) return;
  const awaitsSite = await isLeftToSite(tx, locked, moderators);
  if (awaitsSite === locked.awaitsSite) return;
  await tx.cases.setAwaitsSite(id, awaitsSite);
  const [was, is] = [locked, { ...locked, awaitsSite }].map((each) => listQueues(each).includes('site'));
  if (was !== is) emitSiteQueue(tx, locked, { added: awaitsSite });
}
