import { expect, test } from '@jest/globals';
import type { Person } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';
import { TribeFixture } from '../tribe-fixture.ts';

/** Private content is visible to members only, and an id is valid only under its own parent. */
export function attackPrivacy(system: () => SharedSystem): void {
  test('a non-member gets no content of a private tribe, even with all ids', async () => {
    const secret = await TribeFixture.createTribe(system(), 'private', await system().admin());
    const [owner, member] = [await secret.person('owner'), await secret.person('member')];
    const id = secret.tribeId;
    const [postId, commentId, messageId, vibeId] = [
      await secret.postId(),
      await secret.commentId(),
      await secret.messageId(),
      await secret.vibeId(),
    ];
    await member.post('/messages', { toUserId: owner.id, tribeId: id, content: 'De su dueña' });
    await member.post(`/tribes/${id}/posts/${postId}/reactions`, { type: 'like' });
    await member.post(`/vibes/${vibeId}/reactions`, { emoji: '✨' });
    const mediaKey = await secret.mediaKey();

    for (const role of ['outsider', 'pending', 'former'] as const) {
      const outsider = await secret.person(role);
      await outsider.post(`/auth/users/${owner.id}/follow`);
      await system().settled();
      const stream = await outsider.listen('/stream');
      const later = await owner.publish(id, { content: 'De su dueña, después' });
      await owner.post(`/tribes/${id}/chat`, { content: 'De su dueña' });
      await system().settled();
      const paths = [
        '/tribes?pageSize=100',
        `/tribes?q=${encodeURIComponent('De su dueña')}`,
        `/tribes/${id}`,
        `/tribes/${id}/posts`,
        `/tribes/${id}/posts?tag=chill`,
        `/tribes/${id}/posts/${postId}`,
        `/tribes/38/posts/${postId}`,
        `/tribes/38/posts/${postId}/comments`,
        `/tribes/${id}/posts/${postId}/comments`,
        `/tribes/${id}/members`,
        `/tribes/${id}/members?q=${member.name.slice(0, 4)}`,
        `/tribes/${id}/config`,
        `/tribes/${id}/progress`,
        `/tribes/${id}/chat`,
        `/messages/with/${owner.id}?tribeId=${id}`,
        '/messages/recent',
        '/notifications',
        '/tribes/@me/activity',
        '/tribes/@me/memberships',
        `/gamification/me/ledger?tribeId=${id}`,
        '/gamification/me/by-tribe',
        '/public/hominini/posts',
        `/vibes/${vibeId}/reactions`,
        `/vibes/${vibeId}/reactions/count`,
        `/vibes/${later.id}/stream`,
        `/proxy-media?key=${mediaKey}`,
      ];
      const responses = await Promise.all(paths.map(async (path) => [path, await (await outsider.fetch(path)).text()]));
      const words = ['De su dueña', postId, commentId, messageId, vibeId, later.id, member.id, mediaKey, owner.id];
      const leaks = responses.filter(([, text]) => words.some((word) => text?.includes(word)));
      expect([role, leaks]).toEqual([role, []]);
      const profile = await outsider.read(`/auth/public/${owner.id}`);
      expect(JSON.stringify(profile.tribes ?? [])).not.toContain(`${id}`);
      expect(stream.received).toEqual([]);
      stream.close();
    }
    // Their requests change no counter, either.
    expect((await owner.read(`/tribes/${id}/posts/${postId}`)).counts).toMatchObject({ views: 0, reactions: 1 });
  });

  test('an id under another parent is not found', async () => {
    const [a, b] = [await createTribeWithPost(system()), await createTribeWithPost(system())];
    // A member of both, so that only the parent is wrong.
    const beto = await system().newcomer('beto');
    await beto.join(a.tribe.id);
    await beto.join(b.tribe.id);
    const ownPost = await beto.publish(a.tribe.id, { content: 'Mía' });
    const comment = (await beto.post(`/tribes/${a.tribe.id}/posts/${ownPost.id}/comments`, { content: 'Mío' })).body;
    const message = (await beto.post(`/tribes/${a.tribe.id}/chat`, { content: 'Mío' })).body;
    const otherParent = `/tribes/${b.tribe.id}/posts/${ownPost.id}`;
    const otherPost = `/tribes/${a.tribe.id}/posts/${a.post.id}`;
    const calls: [string, string, unknown?][] = [
      ['GET', otherParent],
      ['PUT', otherParent, { content: 'Otra' }],
      ['DELETE', otherParent],
      ['POST', `${otherParent}/view`, {}],
      ['POST', `${otherParent}/reactions`, { type: 'like' }],
      ['GET', `${otherParent}/comments`],
      ['POST', `${otherParent}/comments`, { content: 'Hola' }],
      ['DELETE', `${otherParent}/comments/${comment.id}`],
      ['DELETE', `${otherPost}/comments/${comment.id}`],
      ['POST', `${otherPost}/comments/${comment.id}/reactions`, { type: 'like' }],
      ['POST', `${otherPost}/comments`, { content: 'Hola', parentId: comment.id }],
      ['POST', `/tribes/${b.tribe.id}/chat/${message.id}/reaction`, { type: 'like' }],
      ['POST', `/tribes/${b.tribe.id}/chat`, { content: 'Hola', parentId: message.id }],
      ['GET', `/vibes/${ownPost.id}/reactions`],
      ['GET', '/tribes/99999999/posts'],
      ['GET', '/tribes/38e0/posts'],
      ['GET', '/tribes/038/posts'],
    ];
    for (const [method, path, body] of calls) {
      const { status } = await beto.call(method, path, body);
      expect([method, path, status]).toEqual([method, path, 404]);
    }
    expect((await beto.read(`/tribes/${a.tribe.id}/posts/${ownPost.id}`)).counts.comments).toBe(1);
  });

  test("a person cannot remove another's notification or session", async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    await beto.post(`/auth/users/${ana.id}/follow`);
    await system().settled();
    const [notice] = await ana.notifications();
    const [session] = (await ana.read('/auth/sessions')).items;
    expect((await beto.delete(`/notifications/${notice.id}`)).status).toBe(404);
    expect((await beto.delete(`/auth/sessions/${session.id}`)).status).toBe(404);
    expect(await ana.notifications()).toHaveLength(1);
  });
}

async function createTribeWithPost(
  system: SharedSystem,
): Promise<{ owner: Person; tribe: { id: number }; post: { id: string } }> {
  const owner = await system.newcomer('ana');
  const tribe = await owner.createTribe(`Vecinas ${owner.id}`);
  return { owner, tribe, post: await owner.publish(tribe.id, { content: 'Suya', pictures: [await png(60, 40)] }) };
}
