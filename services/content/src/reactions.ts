import type { Tx } from '@tribus/kit/postgres/postgres.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import type { ReactionAnswer } from '../api.ts';
import { writerIn } from './access.ts';
import { commentFor, type Place } from './comments.ts';
import type { Parts } from './deps.ts';
import { heldPostFor } from './posts.ts';
import { holdComment } from './store/comments.ts';
import { type Counts, reactionOf, type Target, writeReaction } from './store/reactions.ts';
import type { ContentDb, ReactionType } from './store/tables.ts';

/** What somebody shall feel, given what they feel now. */
export type Change = (before: ReactionType | undefined) => ReactionType | undefined;

/** A second tap takes it back; the other type replaces it (decisions.md 4). */
export const toggle =
  (type: ReactionType): Change =>
  (before) =>
    before === type ? undefined : type;

export async function reactToPost(parts: Parts, actor: Actor, place: Place, change: Change): Promise<ReactionAnswer> {
  const reader = await writerIn(parts.company, actor, place.tribeId);
  return react(parts, actor, place, change, async (tx) => {
    const { id, authorId } = await heldPostFor(tx, reader, place.postId);
    return { target: { kind: 'post', id }, ownerId: authorId };
  });
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
  return react(parts, actor, place, change, async (tx) => {
    if (!(await holdComment(tx.sql, comment.id))) throw fail('not_found');
    return { target: { kind: 'comment', id: comment.id }, ownerId: comment.authorId };
  });
}

interface Subject {
  target: Target;
  ownerId: string;
}

/** One row for each person and target, changed while `hold` holds the target: parallel taps follow one another. */
async function react(
  parts: Parts,
  actor: Actor,
  place: Place,
  change: Change,
  hold: (tx: Tx<ContentDb>) => Promise<Subject>,
): Promise<ReactionAnswer> {
  const { counts, after } = await parts.postgres.transaction(async (tx) => {
    const { target, ownerId } = await hold(tx);
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
