import { expect, test } from '@jest/globals';
import { groupActivity } from './activity-groups.ts';

let count = 0;

function item(actorId: string, postId: string, action: { reaction: 'like' | 'dislike' } | { comment: string }) {
  count += 1;
  return { id: `a${count}`, actor: { id: actorId }, postId, reaction: null, comment: null, ...action };
}

test('the reaction and the comments of a person on a post are one group, in the place of its newest item', () => {
  const items = [
    item('ana', 'p1', { comment: 'tercero' }),
    item('beto', 'p1', { reaction: 'dislike' }),
    item('ana', 'p1', { reaction: 'like' }),
    item('ana', 'p2', { comment: 'otro' }),
    item('ana', 'p1', { comment: 'primero' }),
  ];
  expect(groupActivity(items)).toEqual([
    { item: items[0], reaction: 'like', comments: ['tercero', 'primero'] },
    { item: items[1], reaction: 'dislike', comments: [] },
    { item: items[3], reaction: null, comments: ['otro'] },
  ]);
});

test('deleted users, who all have the same id, are not grouped', () => {
  const items = [item('deleted', 'p1', { comment: 'uno' }), item('deleted', 'p1', { comment: 'dos' })];
  expect(groupActivity(items).map(({ comments }) => comments)).toEqual([['uno'], ['dos']]);
});
