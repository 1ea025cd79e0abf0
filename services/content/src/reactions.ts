import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import type { ReactionAnswer } from '../api.ts';
import { getContributorAccess } from './access.ts';
import { activeDayKey } from './active-days.ts';
import { getVisibleComment, type PostRef } from './comments.ts';
import type { Deps } from './deps.ts';
import { dayOf } from './insight-numbers.ts';
import { lockVisiblePost } from './posts.ts';
import type { ReactionCounts, ReactionTarget } from './store/reactions.ts';
import type { ContentTx } from './store/store.ts';
import type { ReactionType } from './store/tables.ts';

/** Computes the next reaction from the present one. */
export type NextReaction = (before: ReactionType | undefined) => ReactionType | undefined;

/** A second tap removes the reaction; the other type replaces it (decisions.md 4). */
export const toggle =
  (type: ReactionType): NextReaction =>
  (before) =>
    before === type ? undefined : type;

export async function reactToPost(
  deps: Deps,
  actor: Actor,
  ref: PostRef,
  change: NextReaction,
): Promise<ReactionAnswer> {
  const access = await getContributorAccess(deps.directory, actor, ref.tribeId);
  return react(deps, actor, { ref, targetId: ref.postId.toLowerCase() }, change, async (tx) => {
    const { id, authorId } = await lockVisiblePost(tx, access, ref.postId);
    return { target: { kind: 'post', id }, ownerId: authorId };
  });
}

export async function reactToComment(
  deps: Deps,
  actor: Actor,
  ref: PostRef,
  commentId: string,
  change: NextReaction,
): Promise<ReactionAnswer> {
  const access = await getContributorAccess(deps.directory, actor, ref.tribeId);
  const { comment } = await getVisibleComment(deps, access, ref.postId, commentId);
  return react(deps, actor, { ref, targetId: comment.id }, change, async (tx) => {
    if (!(await tx.comments.lock(comment.id))) throw fail('not_found');
    return { target: { kind: 'comment', id: comment.id }, ownerId: comment.authorId };
  });
}

interface Subject {
  target: ReactionTarget;
  ownerId: string;
}

/** Changes the row of the user and target while the target is locked, so that concurrent taps run sequentially. */
async function react(
  deps: Deps,
  actor: Actor,
  { ref, targetId }: { ref: PostRef; targetId: string },
  change: NextReaction,
  lock: (tx: ContentTx) => Promise<Subject>,
): Promise<ReactionAnswer> {
  const write = async (tx: ContentTx) => {
    const { target, ownerId } = await lock(tx);
    const existing = await tx.reactions.find(target.id, actor.id);
    const before = existing?.type;
    const after = change(before);
    const at = deps.ctx.clock.now();
    const counts = await tx.reactions.replace(target, actor.id, { before, after, at });
    if (before !== after) {
      const activity = activeDayKey(actor, ref.tribeId, at);
      // A reaction removed on a later day stays counted on its own day.
      const back = !after && existing && dayOf(existing.createdAt) === activity.day ? -1 : 0;
      await tx.activeDays.count(activity, { reactions: before ? back : 1 });
      tx.emit(ReactionChanged, {
        ...ref,
        targetKind: target.kind,
        targetId: target.id,
        ownerId,
        userId: actor.id,
        userIsAgent: actor.isAgent,
        type: after ?? 'none',
        previousType: before ?? 'none',
      });
    }
    return { counts, after };
  };
  const key = `${actor.id} ${targetId}`;
  const { counts, after } = await deps.reactionQueue.take(key, () => deps.store.transaction(write));
  return { counts, total: totalOf(counts), myReactions: after ? [after] : [] };
}

const totalOf = ({ like, dislike }: ReactionCounts): number => like + dislike;
