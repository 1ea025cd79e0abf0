import type { Schema } from '../../lib/contract.ts';

export type ReactionType = Schema<'ReactionType'>;

/** The reactions of a post or a comment. */
export type Reactable = Pick<Schema<'Post'>, 'reactionCounts' | 'myReactions'>;

/** Returns the state after a reaction: the same again removes it, the other type replaces it. */
export function withReaction<T extends Reactable>(target: T, type: ReactionType): T {
  const before = target.myReactions[0];
  const after = before === type ? undefined : type;
  const count = (kind: ReactionType): number =>
    target.reactionCounts[kind] + Number(after === kind) - Number(before === kind);
  return {
    ...target,
    reactionCounts: { like: count('like'), dislike: count('dislike') },
    myReactions: after ? [after] : [],
  };
}
