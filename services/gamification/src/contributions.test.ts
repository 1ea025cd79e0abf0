import { expect, test } from '@jest/globals';
import { CommentAdded, PostPublished, ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import { commentChange, likeChange, postChange } from './contributions.ts';
import { levelFor } from './levels.ts';
import { countWorth } from './tally.ts';

const reaction = (more: Partial<ReactionChanged>) =>
  likeChange(
    ReactionChanged.fromPartial({
      tribeId: 100,
      postId: 'p',
      targetId: 'p',
      ownerId: 'author',
      userId: 'fan',
      ...more,
    }),
  );

test('posts and comments by people count, those by agents do not', () => {
  expect(postChange(PostPublished.fromPartial({ authorId: 'a', postId: 'p' }))).toMatchObject({
    contribution: { userId: 'a' },
  });
  expect(commentChange(CommentAdded.fromPartial({ authorId: 'a', commentId: 'c' }))).toMatchObject({
    contribution: { id: 'c' },
  });
  expect(postChange(PostPublished.fromPartial({ authorIsAgent: true }))).toBeUndefined();
  expect(commentChange(CommentAdded.fromPartial({ authorIsAgent: true }))).toBeUndefined();
});

test.each<[string, Partial<ReactionChanged>, boolean]>([
  ['a like is added', { type: 'like' }, true],
  ['a like is removed', { type: 'none', previousType: 'like' }, false],
  ['a like changed to a dislike is removed', { type: 'dislike', previousType: 'like' }, false],
  ['a dislike changed to a like is added', { type: 'like', previousType: 'dislike' }, true],
])('%s', (_what, event, isAdded) => {
  expect(reaction(event)).toMatchObject({ isAdded, contribution: { id: 'p:fan', userId: 'author' } });
});

test.each<[string, Partial<ReactionChanged>]>([
  ['a dislike costs no points', { type: 'dislike' }],
  ['a removed dislike gives no points', { type: 'none', previousType: 'dislike' }],
  ["one's own like gives no points", { type: 'like', userId: 'author' }],
])('%s', (_what, event) => {
  expect(reaction(event)).toBeUndefined();
});

test.each([
  ['post', 1, 5],
  ['post', 10, 50],
  ['post', 12, 50],
  ['comment', 30, 60],
  ['comment', 31, 60],
  ['like', 50, 50],
  ['like', 51, 50],
] as const)('for kind %s, %i contributions on a day are worth %i points', (kind, membership, points) => {
  expect(countWorth(kind, membership)).toBe(points);
});

test.each([
  [0, 1],
  [99, 1],
  [100, 2],
  [299, 2],
  [300, 3],
  [1_499, 4],
  [1_500, 5],
  [99_999, 5],
])('%i points are level %i', (points, level) => {
  expect(levelFor(points)).toBe(level);
});
