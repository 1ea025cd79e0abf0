import { expect, test } from '@jest/globals';
import { CommentAdded, PostPublished, ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import { awardForComment, awardForPost, awardForReaction } from './awards.ts';
import { levelFor } from './levels.ts';

const reaction = (more: Partial<ReactionChanged>) =>
  awardForReaction(
    ReactionChanged.fromPartial({ tribeId: 100, postId: 'p', ownerId: 'author', userId: 'fan', ...more }),
    'event-1',
  );

test('a post gives five points and a comment two, to people', () => {
  expect(awardForPost(PostPublished.fromPartial({ authorId: 'a', postId: 'p' }))).toMatchObject({
    points: 5,
    dailyCap: 10,
  });
  expect(awardForComment(CommentAdded.fromPartial({ authorId: 'a', commentId: 'c' }))).toMatchObject({
    points: 2,
    dailyCap: 30,
  });
});

test('agents earn nothing and their likes give nothing', () => {
  expect(awardForPost(PostPublished.fromPartial({ authorIsAgent: true }))).toBeUndefined();
  expect(awardForComment(CommentAdded.fromPartial({ authorIsAgent: true }))).toBeUndefined();
  expect(reaction({ type: 'like', userIsAgent: true })).toBeUndefined();
});

test.each([
  ['a like gives its receiver a point', { type: 'like' }, 1],
  ['a like taken back takes the point back', { type: '', previousType: 'like' }, -1],
  ['a like turned into a dislike takes the point back', { type: 'dislike', previousType: 'like' }, -1],
  ['a dislike turned into a like gives a point', { type: 'like', previousType: 'dislike' }, 1],
])('%s', (_what, event, points) => {
  expect(reaction(event)).toMatchObject({ userId: 'author', points });
});

test.each([
  ['a dislike costs nothing', { type: 'dislike' }],
  ['a dislike taken back gives nothing', { type: '', previousType: 'dislike' }],
  ["one's own like gives nothing", { type: 'like', userId: 'author' }],
])('%s', (_what, event) => {
  expect(reaction(event)).toBeUndefined();
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
