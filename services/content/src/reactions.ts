import type { Actor } from '@tribus/kit/actor.ts';
import { fail } from '@tribus/kit/errors.ts';
import { ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import type { ReactionAnswer } from '../api.ts';
import { writerIn } from './access.ts';
import { commentFor, type Place } from './comments.ts';
import type { Parts } from './parts.ts';
import { postFor } from './posts.ts';
import { type Counts, lockTarget, reactionOf, type Target, writeReaction } from './store/reactions.ts';
import type { ReactionType } from './store/tables.ts';

/** What somebody shall feel, given what they feel now. */
export type Change = (before: ReactionType | undefined) => ReactionType | undefined;

/** A second tap takes it back; the other type replaces it (decisions.md 4). */
export const toggle =
  (type: ReactionType): Change =>
  (before) =>
    before === type ? undefined : type;

export async function reactToPost(parts: Parts, actor: Actor, place: Place, change: Change): Promise<ReactionAnswer> {
  const reader = await writerIn(parts.company, actor, place.tribeId);
  const post = await postFor(parts, reader, place.postId);
  return react(parts, actor, { target: { kind: 'post', id: post.id }, ownerId: post.authorId, place }, change);
}

export async function reactToComment(
  parts: Parts,
  actor: Actor,
  place: Place,
  commentId: string,
  change: Change,
): Promise<ReactionAnswer> {
  const reader = await writerIn(parts.company, actor, place.tribeId);
  const { comment } = await commentFor(parts, reader, place.postId, commentId);
  return react(parts, actor, { target: { kind: 'comment', id: comment.id }, ownerId: comment.authorId, place }, change);
}

interface Subject {
  target: Target;
  ownerId: string;
  place: Place;
}

/** One row for each person and target, changed under the target's lock: parallel taps follow one another. */
async function react(parts: Parts, actor: Actor, subject: Subject, change: Change): Promise<ReactionAnswer> {
  const { target, ownerId, place } = subject;
  const { counts, after } = await parts.postgres.transaction(async (tx) => {
    if (!(await lockTarget(tx.sql, target))) throw fail('not_found');
    const before = await reactionOf(tx.sql, target.id, actor.id);
    const after = change(before);
    const at = parts.ctx.clock.now();
    const counts = await writeReaction(tx.sql, target, actor.id, { before, after, at });
    if (before !== after) {
      tx.emit(ReactionChanged, {
        ...place,
        targetKind: target.kind,
        targetId: target.id,
        ownerId,
        userId: actor.id,
        userIsAgent: actor.isAgent,
        type: after ?? '',
        previousType: before ?? '',
      });
    }
    return { counts, after };
  });
  return { counts, total: totalOf(counts), myReactions: after ? [after] : [] };
}

const totalOf = ({ like, dislike }: Counts): number => like + dislike;
