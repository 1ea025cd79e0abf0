import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import type { ReactionAnswer } from '../api.ts';
import { getContributorAccess } from './access.ts';
import { deedOf } from './active-days.ts';
import { getVisibleComment, type PostRef } from './comments.ts';
import type { Deps } from './deps.ts';
import { dayOf } from './insight-numbers.ts';
import { lockVisiblePost } from './posts.ts';
import type { ReactionCounts, ReactionTarget } from './store/reactions.ts';
import type { ContentTx } from './store/store.ts';
import type { ReactionType } from './store/tables.ts';

/** The reaction that follows the present one. */
export type NextReaction = (before: ReactionType | undefined) => ReactionType | undefined;

/** A second tap takes it back; the other type replaces it (decisions.md 4). */
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

/** One row for each person and target, changed while `lock` locks the target: parallel taps follow one another. */
async function react(
  deps: Deps,
  actor: Actor,
  { ref, targetId }: { ref: PostRef; targetId: string },
  change: NextReaction,
  lock: (tx: ContentTx) => Promise<Subject>,
): Promise<ReactionAnswer> {
  const write = async (tx: ContentTx) => {
    const { target, ownerId } = await lock(tx);
    const known = await tx.reactions.find(target.id, actor.id);
    const before = known?.type;
    const after = change(before);
    const at = deps.ctx.clock.now();
    const counts = await tx.reactions.replace(target, actor.id, { before, after, at });
    if (before !== after) {
      const deed = deedOf(actor, ref.tribeId, at);
      // What is taken back on a later day was there on its own.
      const back = !after && known && dayOf(known.createdAt) === deed.day ? -1 : 0;
      await tx.activeDays.count(deed, { reactions: before ? back : 1 });
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
  const { counts, after } = await deps.reactionTurns.take(actor.id, targetId, () => deps.store.transaction(write));
  return { counts, total: totalOf(counts), myReactions: after ? [after] : [] };
}

const totalOf = ({ like, dislike }: ReactionCounts): number => like + dislike;
