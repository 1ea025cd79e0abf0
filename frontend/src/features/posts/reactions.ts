import type { ReactionCounts } from '@api/content';

export type ReactionType = 'like' | 'dislike';

export interface Reactable {
  reactionCounts: ReactionCounts;
  myReactions: ReactionType[];
}

/** What a tap will come to: a second tap takes it back, the other type replaces it. */
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
