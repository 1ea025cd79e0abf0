import type { CommentAdded, PostPublished, ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import type { Contribution } from './store/contributions.ts';

/** A contribution that came to be; or a like that was taken back. */
export interface ContributionChange {
  contribution: Contribution;
  /** False for a like that was taken back. */
  given: boolean;
  /** Such a like does not count, but an earlier one can be taken back. */
  byAgent: boolean;
}

/** A post was deleted with its comments, or a comment; and with them their likes. */
export interface Deletion {
  kind: 'post' | 'comment';
  id: string;
  postId: string;
  tribeId: number;
}

/** Undefined for agents, who earn nothing. */
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
  return { contribution, given: true, byAgent: false };
}

/** Undefined for agents, who earn nothing. */
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
  return { contribution, given: true, byAgent: false };
}

/** Undefined for likes of one's own contributions, and for dislikes, which never cost points. */
export function likeChange(event: ReactionChanged): ContributionChange | undefined {
  const { tribeId, postId, targetKind, targetId, ownerId, userId, userIsAgent: byAgent, type, previousType } = event;
  const given = type === 'like';
  if (userId === ownerId || (!given && previousType !== 'like')) return undefined;
  const commentId = targetKind === 'comment' ? targetId : null;
  const id = `${targetId}:${userId}`;
  const contribution: Contribution = { kind: 'like', id, userId: ownerId, tribeId, postId, commentId, giverId: userId };
  return { contribution, given, byAgent };
}
