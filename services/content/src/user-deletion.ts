import { defineJob, type JobRun } from '@tribus/kit/jobs/definition.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { CommentDeleted } from '@tribus/proto/content/v1/events.ts';
import { z } from 'zod';
import { dropPicturesOf } from './case-closing.ts';
import { tellCasesGone } from './case-queue.ts';
import { dropMedia } from './media-deletion.ts';
import { announceDeleted } from './post-deletion.ts';
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
  await store.transaction(async (tx) => {
    await tx.reports.forgetReporter(userId);
    await tx.caseErasure.forgetBystander(userId);
  });
  const steps = [forgetCases, deletePosts, deleteMedia, deleteComments, deleteReactions, deleteViews, deleteActiveDays];
  for (const step of steps) await doInPortions(signal, (size) => store.transaction((tx) => step(tx, userId, size)));
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

const deleteComments: Step = async (tx, authorId, size) => {
  const { count, deleted } = await tx.comments.deleteSomeOf(authorId, size);
  for (const { tribeId, postId, id } of deleted) tx.emit(CommentDeleted, { tribeId, postId, commentId: id, authorId });
  return count;
};

/** Points for them are taken back by whoever counts points: the user is gone. */
const deleteReactions: Step = (tx, userId, size) => tx.reactions.deleteSomeOf(userId, size);

const deleteActiveDays: Step = (tx, userId, size) => tx.activeDays.deleteSome({ userId }, size);

const deleteViews: Step = (tx, userId, size) => tx.views.deleteSomeOf(userId, size);
