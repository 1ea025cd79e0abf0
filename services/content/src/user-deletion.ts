import { defineJob, type JobRun } from '@tribus/kit/jobs/definition.ts';
import { doSteps } from '@tribus/kit/postgres/portions.ts';
import { CommentDeleted } from '@tribus/proto/content/v1/events.ts';
import { z } from 'zod';
import { dropPicturesOf } from './case-closing.ts';
import { tellCasesGone } from './case-queue.ts';
import { dropMedia } from './media-deletion.ts';
import { deleteOrphansAfterCommit } from './orphan-deletion.ts';
import { announceDeleted } from './post-deletion.ts';
import type { DeletedComment } from './store/comments.ts';
import type { ContentStore, ContentTx } from './store/store.ts';

/** All that a user who is gone has written, liked and seen. */
export const deleteUserContent = defineJob('deleteUserContent', { schema: z.object({ userId: z.string() }) });

/** From then on nothing of theirs is written any more, so the job finds all of it. */
export async function enqueueUserDeletion(
  tx: Pick<ContentTx, 'enqueue' | 'removeActor'>,
  userId: string,
): Promise<void> {
  await tx.removeActor(userId);
  await tx.enqueue(deleteUserContent, { userId }, { key: userId });
}

/**
 * Deletes a user's posts, pictures, comments, reactions and views. A comment under which others replied stays, without its text:
 * their replies are theirs.
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

/** What was decided stays in the log of the tribe; what they wrote does not. */
const forgetCases: Step = async (tx, authorId, size) => {
  const cases = await tx.caseErasure.forgetAuthor(authorId, size);
  await dropPicturesOf(tx, cases);
  await tellCasesGone(tx, cases);
  return cases.length;
};

const deletePosts: Step = async (tx, authorId, size) => {
  const posts = await tx.posts.deleteSome({ authorId }, size);
  await announceDeleted(tx, posts);
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
  for (const { tribeId, postId, id } of deleted) tx.emit(CommentDeleted, { tribeId, postId, commentId: id, authorId });
  await deleteOrphansAfterCommit(tx);
  return count;
}

/** Points for them are taken back by whoever counts points: the user is gone. */
const deleteReactions: Step = (tx, userId, size) => tx.reactions.deleteSomeOf(userId, size);

const deleteActiveDays: Step = (tx, userId, size) => tx.activeDays.deleteSome({ userId }, size);

const deleteViews: Step = (tx, userId, size) => tx.views.deleteSomeOf(userId, size);

/** In the order in which they are done; what was said around a reported object last, so that nothing of it is reported anew. */
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
  (tx, userId, size) => tx.caseErasure.forgetBystander(userId, size),
];
