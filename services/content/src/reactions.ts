import type { Tx } from '@tribus/kit/postgres/postgres.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import type { ReactionAnswer } from '../api.ts';
import { requireMember } from './access.ts';
import { getVisibleComment, type PostRef } from './comments.ts';
import type { Deps } from './deps.ts';
import { lockVisiblePost } from './posts.ts';
import { lockComment } from './store/comments.ts';
import { type Counts, reactionOf, type Target, writeReaction } from './store/reactions.ts';
import type { ContentDb, ReactionType } from './store/tables.ts';

/** What somebody shall feel, given what they feel now. */
export type NextReaction = (before: ReactionType | undefined) => ReactionType | undefined;

/** A second tap takes it back; the other type replaces it (decisions.md 4). */
export const toggle =
  (type: ReactionType): NextReaction =>
  (before) =>
    before === type ? undefined : type;

export async function reactToPost(
  deps: Deps,
  actor: Actor,
  place: PostRef,
  change: NextReaction,
): Promise<ReactionAnswer> {
  const reader = await requireMember(deps.directory, actor, place.tribeId);
  return react(deps, actor, place, change, async (tx) => {
    const { id, authorId } = await lockVisiblePost(tx, reader, place.postId);
    return { target: { kind: 'post', id }, ownerId: authorId };
  });
}

export async function reactToComment(
  deps: Deps,
  actor: Actor,
  place: PostRef,
  commentId: string,
  change: NextReaction,
): Promise<ReactionAnswer> {
  const reader = await requireMember(deps.directory, actor, place.tribeId);
  const { comment } = await getVisibleComment(deps, reader, place.postId, commentId);
  return react(deps, actor, place, change, async (tx) => {
    if (!(await lockComment(tx.db, comment.id))) throw fail('not_found');
    return { target: { kind: 'comment', id: comment.id }, ownerId: comment.authorId };
  });
}

interface Subject {
  target: Target;
  ownerId: string;
}

/** One row for each person and target, changed while `hold` holds the target: parallel taps follow one another. */
async function react(
  deps: Deps,
  actor: Actor,
  place: PostRef,
  change: NextReaction,
  hold: (tx: Tx<ContentDb>) => Promise<Subject>,
): Promise<ReactionAnswer> {
  const { counts, after } = await deps.postgres.transaction(async (tx) => {
    const { target, ownerId } = await hold(tx);
    const before = await reactionOf(tx.db, target.id, actor.id);
    const after = change(before);
    const at = deps.ctx.clock.now();
    const counts = await writeReaction(tx.db, target, actor.id, { before, after, at });
    if (before !== after) {
      tx.emit(ReactionChanged, {
        ...place,
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
  });
  return { counts, total: totalOf(counts), myReactions: after ? [after] : [] };
}

const totalOf = ({ like, dislike }: Counts): number => like + dislike;
