import type { CommentAdded, PostPublished, ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import type { Contribution } from './store/contributions.ts';

/** A new contribution, or a removed like. */
export interface ContributionChange {
  contribution: Contribution;
  /** False for a removed like. */
  isAdded: boolean;
  /** An agent's like does not count, but an earlier one can be removed. */
  byAgent: boolean;
}

/** A deleted post with its comments, or a deleted comment; in either case with their likes. */
export interface Deletion {
  kind: 'post' | 'comment';
  id: string;
  postId: string;
  tribeId: number;
}

/** Undefined for agents, who earn no points. */
export function postChange(event: PostPublished): ContributionChange | undefined {
  if (event.authorIsAgent) return undefined;
  const { postId, authorId: userId, tribeId } = event;
  const contribution: Contribution = {
    kind: 'post',
    id: postId,
    userId,
    tribeId,
    postId,
    commentId: null,
    giverId: null,
  };
  return { contribution, isAdded: true, byAgent: false };
}

/** Undefined for agents, who earn no points. */
export function commentChange(event: CommentAdded): ContributionChange | undefined {
  if (event.authorIsAgent) return undefined;
  const { commentId, postId, authorId: userId, tribeId } = event;
  const contribution: Contribution = {
    kind: 'comment',
    id: commentId,
    userId,
    tribeId,
    postId,
    commentId,
    giverId: null,
  };
  return { contribution, isAdded: true, byAgent: false };
}

/** Undefined for likes of one's own contributions, and for dislikes, which never cost points. */
export function likeChange(event: ReactionChanged): ContributionChange | undefined {
  const { tribeId, postId, targetKind, targetId, ownerId, userId, userIsAgent: byAgent, type, previousType } = event;
  const isAdded = type === 'like';
  if (userId === ownerId || (!isAdded && previousType !== 'like')) return undefined;
  const commentId = targetKind === 'comment' ? targetId : null;
  const id = `${targetId}:${userId}`;
  const contribution: Contribution = { kind: 'like', id, userId: ownerId, tribeId, postId, commentId, giverId: userId };
  return { contribution, isAdded, byAgent };
}
