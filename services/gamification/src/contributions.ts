import type { CommentAdded, PostPublished, ReactionChanged } from '@tribus/proto/content/v1/events.ts';

export type ContributionKind = 'post' | 'comment' | 'like';

/** Something for whose existence a user earns points (decisions.md 3). */
export interface Contribution {
  kind: ContributionKind;
  /** Unique among its kind. */
  id: string;
  /** Who earns. */
  userId: string;
  tribeId: number;
  postId: string;
  /** The comment itself, or the comment that is liked. */
  commentId: string | null;
  /** Who likes. */
  giverId: string | null;
}

/** Undefined for agents, who earn nothing. */
export function postContribution(event: PostPublished): Contribution | undefined {
  if (event.authorIsAgent) return undefined;
  const { postId, authorId: userId, tribeId } = event;
  return { kind: 'post', id: postId, userId, tribeId, postId, commentId: null, giverId: null };
}

/** Undefined for agents, who earn nothing. */
export function commentContribution(event: CommentAdded): Contribution | undefined {
  if (event.authorIsAgent) return undefined;
  const { commentId, postId, authorId: userId, tribeId } = event;
  return { kind: 'comment', id: commentId, userId, tribeId, postId, commentId, giverId: null };
}

/** A like that was given, or taken back. */
export interface LikeChange {
  like: Contribution;
  given: boolean;
}

/** Undefined for likes of one's own contributions, and for dislikes, which never cost points. */
export function likeChange(event: ReactionChanged): LikeChange | undefined {
  const { tribeId, postId, targetKind, targetId, ownerId, userId, type, previousType } = event;
  const given = type === 'like';
  if (userId === ownerId || (!given && previousType !== 'like')) return undefined;
  const commentId = targetKind === 'comment' ? targetId : null;
  const id = `${targetId}:${userId}`;
  return { given, like: { kind: 'like', id, userId: ownerId, tribeId, postId, commentId, giverId: userId } };
}
