import { expect, test } from '@jest/globals';
import type { Person } from '../people.ts';
import type { SharedSystem } from '../test-system.ts';

/** Posts announced to all members of a tribe. */
export function announcementStories(system: () => SharedSystem): void {
  async function tribeOf(names: readonly string[]): Promise<{ ana: Person; members: Person[]; tribeId: number }> {
    const [ana, ...members] = await Promise.all(['ana', ...names].map((name) => system().newcomer(name)));
    if (!ana) throw new Error('registration failed');
    const { id: tribeId } = await ana.createTribe(`Plaza ${ana.id}`);
    for (const each of members) await each.join(tribeId);
    return { ana, members, tribeId };
  }

  const mark = (by: Person, tribeId: number, postId: string, announced = true) =>
    by.put(`/tribes/${tribeId}/posts/${postId}/announcement`, { announced });
  const announcedTo = async (person: Person): Promise<string[]> =>
    (await person.notifications()).flatMap(({ type, data }) => (type === 'announcement' ? data.postId : []));

  test('an announcement reaches each member once, except those with a mute or a block', async () => {
    const { ana, members, tribeId } = await tribeOf(['beto', 'muda', 'eva', 'ida']);
    const [beto, muting, blocking, left] = members as [Person, Person, Person, Person];
    const outsider = await system().newcomer('otra');
    const post = await ana.publish(tribeId, { content: 'Asamblea el viernes' });
    await muting.put(`/auth/me/mutes/tribes/${tribeId}`);
    await blocking.put(`/auth/me/blocks/users/${ana.id}`);
    await left.post(`/tribes/${tribeId}/leave`);
    await system().settled();
    const stream = await beto.listen('/stream');
    expect((await mark(beto, tribeId, post.id)).status).toBe(403);
    expect((await mark(ana, tribeId, post.id)).body).toMatchObject({ id: post.id, isAnnouncement: true });
    await stream.waitFor('notification', ({ type }) => type === 'announcement');
    stream.close();
    for (const announced of [false, true]) await mark(ana, tribeId, post.id, announced);
    await system().settled();
    expect(await beto.notifications()).toMatchObject([
      { type: 'announcement', data: { tribeId, postId: post.id, tribeName: `Plaza ${ana.id}` } },
    ]);
    for (const other of [ana, muting, blocking, left, outsider]) expect(await announcedTo(other)).toEqual([]);
    expect((await beto.read(`/tribes/${tribeId}/posts`)).items).toMatchObject([{ id: post.id, isAnnouncement: true }]);
  });

  test('one of ten concurrent announcements succeeds, and members below its level are not notified', async () => {
    const { ana, members, tribeId } = await tribeOf(['beto']);
    const [beto] = members as [Person];
    const posts = [];
    for (let index = 0; index < 10; index++) posts.push(await ana.publish(tribeId, { content: `Aviso ${index}` }));
    const responses = await Promise.all(posts.map(({ id }) => mark(ana, tribeId, id)));
    const [won, ...refused] = responses.toSorted((one, other) => one.status - other.status);
    expect(won?.status).toBe(200);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(9).fill([409, 'announced_recently']));
    await system().settled();
    expect(await announcedTo(beto)).toEqual([won?.body.id]);
    expect((await ana.delete(`/tribes/${tribeId}/posts/${won?.body.id}`)).status).toBe(200);
    await system().settled();
    expect(await announcedTo(beto)).toEqual([]);

    const high = await tribeOf(['caro']);
    const [caro] = high.members as [Person];
    const secret = await high.ana.publish(high.tribeId, { content: 'MARCA de arriba', minLevelOrder: 2 });
    expect((await mark(high.ana, high.tribeId, secret.id)).status).toBe(200);
    await system().settled();
    expect(await caro.notifications()).toEqual([]);
    expect(await caro.read('/notifications/count')).toEqual({ count: 0, messages: 0 });
  });
}
