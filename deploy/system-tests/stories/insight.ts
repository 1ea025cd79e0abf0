import { expect, test } from '@jest/globals';
import type { SharedSystem } from '../test-system.ts';

/** Statistics of a tribe over time, for its owners. */
export function insightStories(system: () => SharedSystem): void {
  test('the owner of a tribe gets statistics of joins, departures, active members and popular content', async () => {
    const [owner, ana, beto] = [
      await system().newcomer('duena'),
      await system().newcomer('ana'),
      await system().newcomer('beto'),
    ];
    const tribe = await owner.createTribe('Los que cuentan', {});
    for (const person of [ana, beto]) await person.join(tribe.id);
    const post = await ana.publish(tribe.id, { content: 'Contadme algo' });
    await beto.post(`/tribes/${tribe.id}/posts/${post.id}/comments`, { content: 'Una cosa' });
    await beto.post(`/tribes/${tribe.id}/posts/${post.id}/reactions`, { type: 'like' });
    await beto.post(`/tribes/${tribe.id}/leave`);
    await system().settled();
    const insight = await owner.read(`/tribes/${tribe.id}/insight?days=7`);
    expect(insight.days.at(-1)).toMatchObject({ joined: 3, left: 1, members: 2, active: 2, posts: 1, comments: 1 });
    expect(insight.days).toHaveLength(7);
    expect(insight.totals).toMatchObject({ members: { value: 2, before: 0 }, reactions: { value: 1, before: 0 } });
    // Former members are also counted.
    expect(insight.cohorts).toMatchObject([{ joined: 3, followed: 3, active: [2] }]);
    expect(insight.bestPosts).toMatchObject([{ id: post.id, user: { id: ana.id }, counts: { reactions: 1 } }]);

    expect((await ana.get(`/tribes/${tribe.id}/insight`)).status).toBe(403);
    const admin = await system().admin();
    const site = await admin.read('/admin/insight?days=28');
    expect(site.days).toHaveLength(28);
    expect(site.totals.posts.value).toBeGreaterThanOrEqual(1);
    expect(site.totals.members.value).toBeGreaterThanOrEqual(3);
    expect((await owner.get('/admin/insight')).status).toBe(403);
  });

  test('site admins, and nobody else, get the numbers of the posts of a period by tribe and by tag', async () => {
    const owner = await system().newcomer('duena');
    const name = `Quienes cuentan ${owner.id}`;
    const tribe = await owner.createTribe(name, {});
    const tag = `t-${owner.id.slice(-8)}`;
    const post = await owner.publish(tribe.id, { content: 'Una cuenta', tags: tag });
    await owner.post(`/tribes/${tribe.id}/posts/${post.id}/comments`, { content: 'Y dos' });
    const admin = await system().admin();
    const numbers = { posts: 1, comments: 1, reactions: 0, views: 0 };
    const tribes = await admin.read('/admin/post-stats?by=tribe');
    expect(tribes.items).toContainEqual({ key: String(tribe.id), name, ...numbers });
    const tags = await admin.read('/admin/post-stats?by=tag');
    expect(tags.items).toContainEqual({ key: tag, name: tag, ...numbers });
    expect((await owner.get('/admin/post-stats')).status).toBe(403);
  });
}
