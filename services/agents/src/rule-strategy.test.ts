import { expect, test } from '@jest/globals';
import { RecentPost } from '@tribus/proto/content/v1/service.ts';
import { actionId, ruleStrategy } from './rule-strategy.ts';

const agent = { id: 'agent-1', userId: 'u-agent', tags: [] as string[] };
const posts = Array.from({ length: 400 }, (_, index) =>
  RecentPost.fromPartial({ id: `post-${index}`, tribeId: 38, authorId: 'u-1', tags: index % 2 ? ['fuego'] : ['mar'] }),
);

test('the rule strategy likes every post once and comments on about three in ten', () => {
  const intended = ruleStrategy(agent, posts);
  expect(intended.filter(({ type }) => type === 'reaction')).toHaveLength(400);
  const comments = intended.filter(({ type }) => type === 'comment').length;
  expect(comments).toBeGreaterThan(80);
  expect(comments).toBeLessThan(160);
});

test('decisions about a post are the same in every run', () => {
  expect(ruleStrategy(agent, posts)).toEqual(ruleStrategy(agent, posts));
  const [first] = ruleStrategy(agent, posts);
  if (!first) throw new Error('nothing was intended');
  expect(actionId(agent.id, first)).toBe(actionId(agent.id, first));
  expect(actionId('another', first)).not.toBe(actionId(agent.id, first));
});

test('an agent skips its own posts and those it has reacted to and commented on', () => {
  const own = RecentPost.fromPartial({ id: 'own', authorId: 'u-agent' });
  const known = posts.map((post) => ({ ...post, myReaction: 'like' as const, myComments: 1 }));
  expect(ruleStrategy(agent, [own, ...known])).toEqual([]);
});

test('an agent with tags acts only on posts with one of them', () => {
  const intended = ruleStrategy({ ...agent, tags: ['fuego'] }, posts);
  expect(intended.filter(({ type }) => type === 'reaction')).toHaveLength(200);
});
