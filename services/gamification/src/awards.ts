import type { CommentAdded, PostPublished, ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import { dailyCaps, pointsFor } from '../limits.ts';

/** Points that an event gives somebody, or takes back (decisions.md 3). */
export interface Award {
  userId: string;
  tribeId: number;
  cause: 'post' | 'comment' | 'like' | 'like_removed';
  /** What makes it unique among its cause. */
  causeId: string;
  points: number;
  postId: string;
  /** How many of this cause count in a day and tribe. */
  dailyCap?: number;
}

/** Agents earn nothing. */
export function awardForPost(event: PostPublished): Award | undefined {
  if (event.authorIsAgent) return undefined;
  return {
    userId: event.authorId,
    tribeId: event.tribeId,
    cause: 'post',
    causeId: event.postId,
    points: pointsFor.post,
    postId: event.postId,
    dailyCap: dailyCaps.post,
  };
}

export function awardForComment(event: CommentAdded): Award | undefined {
  if (event.authorIsAgent) return undefined;
  return {
    userId: event.authorId,
    tribeId: event.tribeId,
    cause: 'comment',
    causeId: event.commentId,
    points: pointsFor.comment,
    postId: event.postId,
    dailyCap: dailyCaps.comment,
  };
}

/**
 * A like received is a point, and taken back with the like. One's own likes and those of agents give none; dislikes
 * never cost. `eventId` tells a like given again from the one before.
 */
export function awardForReaction(event: ReactionChanged, eventId: string): Award | undefined {
  if (event.userIsAgent || event.userId === event.ownerId) return undefined;
  const given = event.type === 'like';
  if (!given && event.previousType !== 'like') return undefined;
  return {
    userId: event.ownerId,
    tribeId: event.tribeId,
    cause: given ? 'like' : 'like_removed',
    causeId: eventId,
    points: given ? pointsFor.like : -pointsFor.like,
    postId: event.postId,
  };
}
