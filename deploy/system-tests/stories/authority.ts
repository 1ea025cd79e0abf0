import { expect, test } from '@jest/globals';
import type { SharedSystem } from '../test-system.ts';

/** Decisions of the site in a tribe prevail over those of its moderators. */
export function authorityStories(system: () => SharedSystem): void {
  test('an officer cannot revert a ban, a removal or a hiding decided by the site', async () => {
    const names = ['duena', 'oficial', 'autor', 'avisa'];
    const [owner, officer, author, reporter] = await Promise.all(names.map((name) => system().newcomer(name)));
    if (!owner || !officer || !author || !reporter) throw new Error('registration failed');
    const admin = await system().admin();
    const tribe = await owner.createTribe('Los que obedecen', {});
    for (const person of [officer, author, reporter]) await person.join(tribe.id);
    const role = await owner.put(`/tribes/${tribe.id}/members/${officer.id}/role`, { role: 'officer' });
    expect(role.status).toBe(200);
    const reported = async (content: string) => {
      const post = await author.publish(tribe.id, { content });
      const sent = await reporter.post('/reports/post', { postId: post.id, reason: 'harassment' });
      expect(sent.status).toBe(201);
      const { items } = await admin.read(`/tribes/${tribe.id}/reports`);
      const found = items.find(({ objectId }: { objectId: string }) => objectId === post.id);
      return { path: `/tribes/${tribe.id}/posts/${post.id}`, caseId: found.id };
    };
    const resolve = (moderator: typeof owner, caseId: string, action: string) =>
      moderator.post(`/reports/${caseId}/resolve`, { action, message: 'Basta' });
    const above = [403, 'decided_above'];
    const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

    const [hidden, removed, banned] = [await reported('oculto'), await reported('fuera'), await reported('echado')];
    await resolve(admin, hidden.caseId, 'hide');
    expect((await officer.put(hidden.path, { content: 'oculto.' })).status).toBe(200);
    expect((await reporter.get(hidden.path)).status).toBe(404);

    await resolve(admin, removed.caseId, 'remove');
    const appeal = await author.post(`/reports/decisions/${removed.caseId}/appeal`, { text: 'No' });
    expect(appeal.status).toBe(200);
    expect(outcomeOf(await resolve(officer, removed.caseId, 'overturn'))).toEqual(above);
    expect((await officer.read(`/reports/${removed.caseId}`)).actions).toEqual([]);
    expect((await reporter.get(removed.path)).status).toBe(404);

    const ban = await admin.post(`/tribes/${tribe.id}/bans`, { userId: author.id, reason: 'Basta' });
    expect(ban.status).toBe(201);
    expect((await resolve(officer, banned.caseId, 'ban')).status).toBe(200);
    expect(outcomeOf(await officer.delete(`/tribes/${tribe.id}/bans/${author.id}`))).toEqual(above);
    const { items } = await officer.read(`/tribes/${tribe.id}/bans`);
    expect(items.map(({ authority }: { authority: string }) => authority)).toEqual(['admin']);
  });
}
