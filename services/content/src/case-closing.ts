import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { defineJob, type Job, type JobRun, job } from '@tribus/kit/jobs/definition.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { sweepEach } from '@tribus/kit/postgres/sweep.ts';
import { sweepIds } from '@tribus/kit/postgres/sweep-ids.ts';
import { CaseClosed } from '@tribus/proto/content/v1/events.ts';
import { caseTextDays } from '../limits.ts';
import { deleteCommentTx } from './comment-deletion.ts';
import type { Deps } from './deps.ts';
import { lockObject } from './hiding.ts';
import { deleteMediaTx } from './media-deletion.ts';
import { mediaKeysOf } from './pictures.ts';
import { deletePostTx } from './post-deletion.ts';
import type { StoredCase } from './store/cases.ts';
import { anyViewer } from './store/post-viewers.ts';
import type { ContentTx } from './store/store.ts';
import type { CaseAction } from './store/tables.ts';

/** Closes cases after the appeal period, and deletes the texts of those closed long ago. */
const closeCases = defineJob('closeCases', { schedule: '23 * * * *' });

const closingBatchSize = 50;
/** Cases emptied by one statement, each with up to kilobytes of text and 50 notes. */
const textsBatchSize = 20;

export const isRemoval = (action: CaseAction | undefined): boolean => action === 'remove' || action === 'ban';

type CaseDeps = Pick<Deps, 'ctx' | 'store'>;

export const caseJobs = (deps: CaseDeps): Job[] => [
  job(closeCases, (_payload, { signal }) =>
    sweepEach(signal, [() => closeDue(deps, signal), () => deleteTexts(deps, signal)]),
  ),
];

/** Closes a case and deletes the removed object. */
export async function closeCaseTx(tx: ContentTx, found: StoredCase, { removed, at }: { removed: boolean; at: Date }) {
  await tx.cases.change(found.id, { status: 'closed', changedAt: at, assigneeId: null, assignedAt: null });
  if (removed) await deleteRemoved(tx, found);
  const { id: caseId, kind, objectId } = found;
  tx.emit(CaseClosed, { caseId, kind, objectId, tribeId: found.tribeId ?? 0, removed });
}

async function deleteRemoved(tx: ContentTx, { kind, objectId, object, tribeId }: StoredCase): Promise<void> {
  if (kind === 'tribe_media') await deleteMediaTx(tx, objectId);
  if (kind === 'post') {
    const post = await tx.posts.find(objectId, anyViewer);
    if (post) await deletePostTx(tx, post);
  }
  if (kind === 'comment' && object.postId)
    await deleteCommentTx(tx, tribeId ?? 0, { id: objectId, postId: object.postId });
}

function closeDue(deps: CaseDeps, signal: JobRun['signal']): Promise<void> {
  const now = deps.ctx.clock.now();
  return sweepIds<string>(signal, {
    list: (exceptIds) => deps.store.cases.listToClose(now, closingBatchSize, exceptIds),
    process: async (ids) => {
      for (const id of ids) await closeOne(deps, id);
    },
  });
}

async function closeOne({ ctx, store }: CaseDeps, id: string): Promise<void> {
  const found = await store.cases.find(id);
  if (!found) return;
  await store.transaction(async (tx) => {
    await lockObject(tx, found);
    const locked = await tx.cases.lock(id);
    if (locked?.status !== 'decided') return;
    const removed = (await tx.caseDecisions.listOf(id)).some(({ action }) => isRemoval(action));
    await closeCaseTx(tx, locked, { removed, at: ctx.clock.now() });
  });
}

/** Deletes the texts of cases some time after they were closed; later while a decision hides a post until an edit. */
function deleteTexts({ ctx, store }: CaseDeps, signal: JobRun['signal']): Promise<void> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - caseTextDays * dayMs);
  return sweepIds<string>(signal, {
    list: (exceptIds) => store.caseErasure.listWithTexts(before, textsBatchSize, exceptIds),
    process: async (ids) => {
      // A case may have thousands of reports.
      await doInPortions(signal, (size) => store.caseErasure.deleteDescriptions(ids, size));
      await store.transaction(async (tx) => dropPicturesOf(tx, await tx.caseErasure.deleteTexts(ids, now)));
    },
  });
}

/** Enqueues the deletion of pictures that cases kept of deleted objects. */
export async function dropPicturesOf(tx: ContentTx, cases: readonly StoredCase[]): Promise<void> {
  const deleted = cases.filter(({ objectDeleted }) => objectDeleted);
  await dropAfterCommit(
    tx,
    deleted.flatMap(({ object }) => mediaKeysOf(object)),
  );
}
