import { defineJob, type JobRun } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { doSteps } from '@tribus/kit/postgres/portions.ts';
import { CommentDeleted } from '@tribus/proto/content/v1/events.ts';
import { z } from 'zod';
import { dropPicturesOf } from './case-closing.ts';
import { emitCasesDeleted } from './case-queue.ts';
import { outlivesAuthor } from './case-rules.ts';
import { dropMedia } from './media-deletion.ts';
import { deleteOrphansAfterCommit } from './orphan-deletion.ts';
import { emitPostsDeleted } from './post-deletion.ts';
import type { StoredCase } from './store/cases.ts';
import type { DeletedComment } from './store/comments.ts';
import type { ContentStore, ContentTx } from './store/store.ts';

/** Deletes the posts, comments, reactions and views of a deleted user. */
export const deleteUserContent = defineJob('deleteUserContent', {
  schema: z.object({ userId: z.string() }),
  maxAttempts: lastingAttempts,
});

/** Removes the actor first, so that nothing is written for them afterwards and the job finds all of it. */
export async function enqueueUserDeletion(
  tx: Pick<ContentTx, 'enqueue' | 'removeActor'>,
  userId: string,
): Promise<void> {
  await tx.removeActor(userId);
  await tx.enqueue(deleteUserContent, { userId }, { key: userId });
}

/**
 * Deletes a user's posts, pictures, comments, reactions and views. A comment with replies of others stays without its
 * text, for the replies.
 */
export async function deleteContentOfUser(
  store: ContentStore,
  userId: string,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  await doSteps(
    signal,
    steps.map((step) => (size: number) => store.transaction((tx) => step(tx, userId, size))),
  );
}

type Step = (tx: ContentTx, userId: string, size: number) => Promise<number>;

/**
 * Decisions stay in the log of the tribe; the user's content does not. An open case about an object that outlives its
 * author stays open.
 */
const forgetCases: Step = async (tx, authorId, size) => {
  const cases = await tx.caseErasure.lockOfAuthor(authorId, size);
  const isRetained = ({ status, kind }: StoredCase) => status === 'open' && outlivesAuthor(kind);
  const ended = cases.filter((each) => !isRetained(each));
  const endedIds = ended.map(({ id }) => id);
  const closedReports = await tx.reports.close(endedIds, size);
  // The next portion closes the remaining reports before the cases.
  if (closedReports === size) return closedReports;
  await tx.caseErasure.keepWithoutAuthor(cases.filter(isRetained).map(({ id }) => id));
  await tx.caseErasure.closeWithoutAuthor(endedIds);
  await dropPicturesOf(tx, ended);
  emitCasesDeleted(tx, ended);
  return cases.length;
};

const deletePosts: Step = async (tx, authorId, size) => {
  const posts = await tx.posts.deleteSome({ authorId }, size);
  await emitPostsDeleted(tx, posts);
  return posts.length;
};

const deleteMedia: Step = async (tx, uploaderId, size) => {
  const deleted = await tx.tribeMedia.deleteSome({ uploaderId }, size);
  await dropMedia(tx, deleted);
  return deleted.length;
};

const deleteReplies: Step = async (tx, authorId, size) =>
  announceComments(tx, authorId, await tx.comments.deleteSomeRepliesOf(authorId, size));

const deleteComments: Step = async (tx, authorId, size) =>
  announceComments(tx, authorId, await tx.comments.deleteSomeOf(authorId, size));

async function announceComments(
  tx: ContentTx,
  authorId: string,
  { count, deleted }: { count: number; deleted: readonly DeletedComment[] },
): Promise<number> {
  for (const { tribeId, postId, id: commentId } of deleted)
    tx.emit(CommentDeleted, CommentDeleted.fromPartial({ tribeId, postId, commentId, authorId }));
  if (count > 0) await deleteOrphansAfterCommit(tx);
  return count;
}

/** Emits no events: gamification revokes the points for these reactions on UserDeleted. */
const deleteReactions: Step = (tx, userId, size) => tx.reactions.deleteSomeOf(userId, size);

const deleteActiveDays: Step = (tx, userId, size) => tx.activeDays.deleteSome({ userId }, size);

const deleteHours: Step = (tx, userId, size) => tx.hourlyWriting.deleteSomeOf(userId, size);

const deleteViews: Step = (tx, userId, size) => tx.views.deleteSomeOf(userId, size);

/** In this order; content around reported objects last, so that none of it is reported again. */
const steps: readonly Step[] = [
  (tx, userId, size) => tx.reports.forgetReporter(userId, size),
  (tx, userId, size) => tx.reports.deleteDaysOf(userId, size),
  (tx, userId, size) => tx.caseErasure.unassign(userId, size),
  (tx, userId, size) => tx.caseErasure.forgetDecider(userId, size),
  (tx, userId, size) => tx.caseErasure.deleteNotesOf(userId, size),
  forgetCases,
  deletePosts,
  deleteMedia,
  deleteReplies,
  deleteComments,
  deleteReactions,
  deleteViews,
  deleteActiveDays,
  deleteHours,
  (tx, userId, size) => tx.caseErasure.forgetSurrounding(userId, size),
];
