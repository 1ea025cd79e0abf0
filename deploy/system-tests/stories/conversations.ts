import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { HttpClient, type Person } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';

/** Communication: follows, chats, messages, vibes, streams, sessions, agents. */
export function conversationStories(system: () => SharedSystem): void {
  async function two(): Promise<{ ana: Person; beto: Person; tribe: { id: number } }> {
    const [ana, beto] = await Promise.all([system().newcomer('ana'), system().newcomer('beto')]);
    const tribe = await ana.createTribe(`Juntas ${ana.id}`);
    await beto.join(tribe.id);
    return { ana, beto, tribe };
  }

  test('a follower is notified of the next post, in the list, in the count, and live', async () => {
    const { ana, beto, tribe } = await two();
    await ana.publish(tribe.id, { content: 'Antes' });
    expect((await beto.post(`/auth/users/${ana.id}/follow`)).body).toMatchObject({
      following: true,
      followersCount: 1,
    });
    expect((await beto.read('/auth/me/following')).users).toMatchObject([{ id: ana.id }]);
    const { ticket } = (await beto.post('/stream/ticket')).body;
    const stream = await new HttpClient(beto.url).listen(`/stream?ticket=${ticket}`);
    await system().settled();
    const post = await ana.publish(tribe.id, { content: 'Después' });
    const pushed = await stream.waitFor('notification', ({ type }) => type === 'follow_post');
    stream.close();
    const [notice, ...others] = await beto.notifications();
    expect(notice).toMatchObject({
      id: pushed.data.notificationId,
      type: 'follow_post',
      seen: false,
      data: { postId: post.id, tribeId: tribe.id, authorId: ana.id, authorName: ana.name },
    });
    expect(others).toEqual([]);
    expect(await beto.read('/notifications/count')).toEqual({ count: 1, messages: 0 });
    await beto.post('/notifications/seen');
    expect(await beto.read('/notifications/count')).toEqual({ count: 0, messages: 0 });
    expect((await beto.delete(`/auth/users/${ana.id}/follow`)).body.following).toBe(false);
  });

  test('a follower is not notified of a post with a muted word or tag, but of the next one', async () => {
    const { ana, beto, tribe } = await two();
    await beto.post(`/auth/users/${ana.id}/follow`);
    await beto.put('/auth/me/mutes/words', { word: 'SPÓILERS' });
    await beto.put('/auth/me/mutes/tags', { tag: 'final' });
    await system().settled();
    await ana.publish(tribe.id, { content: 'Ojo: spoilers' });
    await ana.publish(tribe.id, { content: 'Sin decir nada', tags: 'final' });
    const notifiedPosts = await ana.publish(tribe.id, { content: 'Otra cosa' });
    await system().settled();
    expect((await beto.notifications()).map(({ type, data }) => [type, data.postId])).toEqual([
      ['follow_post', notifiedPosts.id],
    ]);
  });

  test('the owner enables slow mode in a chat, members are notified live and can write once per interval', async () => {
    const { ana, beto, tribe } = await two();
    const stream = await beto.listen('/stream');
    const slow = (by: Person, seconds: number) => by.put(`/tribes/${tribe.id}/chat/slow-mode`, { seconds });
    expect((await slow(beto, 300)).status).toBe(403);
    expect((await slow(ana, 300)).status).toBe(200);
    await stream.waitFor('slowMode', (event) => event.tribeId === tribe.id && event.seconds === 300);
    const write = (by: Person) => by.post(`/tribes/${tribe.id}/chat`, { content: 'Hola' });
    const responses = await Promise.all([1, 2, 3, 4].map(() => write(beto)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 429, 429, 429]);
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe('slow_mode');
    const retryAfter = Number(refused?.headers.get('retry-after'));
    expect([retryAfter > 0, retryAfter <= 300]).toEqual([true, true]);
    expect([(await write(ana)).status, (await write(ana)).status]).toEqual([201, 201]);
    await slow(ana, 0);
    await stream.waitFor('slowMode', (event) => event.seconds === 0);
    stream.close();
    expect((await write(beto)).status).toBe(201);
  });

  test('a chat message and a direct message can be read and answered', async () => {
    const { ana, beto, tribe } = await two();
    const sent = await ana.post(`/tribes/${tribe.id}/chat`, { content: '¿Quién hay?' });
    expect((await beto.read(`/tribes/${tribe.id}/chat`)).items).toMatchObject([
      { content: '¿Quién hay?', user: { id: ana.id } },
    ]);
    const answered = await beto.post(`/tribes/${tribe.id}/chat`, { content: 'Yo', parentId: sent.body.id });
    expect(answered.body.parentId).toBe(sent.body.id);
    const liked = await beto.post(`/tribes/${tribe.id}/chat/${sent.body.id}/reaction`, { type: 'like' });
    expect(liked.body).toEqual({ likesCount: 1, dislikesCount: 0, reactions: [{ type: 'like' }] });

    const stream = await beto.listen('/stream');
    await ana.post('/messages', { toUserId: beto.id, tribeId: tribe.id, content: 'Solo a ti' });
    await stream.waitFor('message', ({ withUserId }) => withUserId === ana.id);
    stream.close();
    expect((await beto.read('/messages/recent')).items).toMatchObject([{ user: { id: ana.id }, unread: 1 }]);
    const talk = await beto.read(`/messages/with/${ana.id}?tribeId=${tribe.id}`);
    expect(talk).toMatchObject({ items: [{ content: 'Solo a ti', fromUserId: ana.id }], canWrite: true });
    expect((await beto.read('/messages/recent')).items[0].unread).toBe(0);
    await beto.post('/messages', { toUserId: ana.id, tribeId: tribe.id, content: 'Gracias' });
    await system().settled();
    expect((await ana.notifications()).map(({ type }) => type)).toEqual(['message']);
    const seen = await ana.read(`/messages/with/${beto.id}?tribeId=${tribe.id}`);
    expect(seen.items.map(({ content }: { content: string }) => content)).toEqual(['Solo a ti', 'Gracias']);
    expect(await ana.notifications()).toEqual([]);
  });

  test('a tap on a vibe reaches its viewers, and is counted', async () => {
    const { ana, beto, tribe } = await two();
    const vibe = await ana.publish(tribe.id, { kind: 'story', tags: 'chill', pictures: [await png()] });
    expect(vibe).toMatchObject({ kind: 'story', tags: ['chill', 'vibe'], mood: 'chill' });
    const watching = await ana.listen(`/vibes/${vibe.id}/stream`);
    const tap = await beto.post(`/vibes/${vibe.id}/reactions`, { emoji: '❤️' });
    expect([tap.status, tap.body.total]).toEqual([201, 1]);
    const { data } = await watching.waitFor('reaction', ({ emoji }) => emoji === '❤️');
    expect(data).toMatchObject({ vibeId: vibe.id, userId: beto.id });
    watching.close();
    expect(await ana.read(`/vibes/${vibe.id}/reactions/count`)).toEqual({ total: 1, lastTs: data.ts });
    await ana.post(`/vibes/${vibe.id}/reactions`, { emoji: '✨' });
    expect((await beto.read(`/vibes/${vibe.id}/reactions/count`)).total).toBe(1);
    expect(await beto.read(`/vibes/${vibe.id}/reactions?since=${data.ts - 1}`)).toMatchObject([
      { emoji: '❤️' },
      { emoji: '✨' },
    ]);
  });

  test('a logout ends the requests and streams of only that session', async () => {
    const ana = await system().newcomer('ana');
    const otherDevice = await ana.signInAgain();
    const [ending, staying] = await Promise.all([ana.listen('/stream'), otherDevice.listen('/stream')]);
    expect([ending.status, staying.status]).toEqual([200, 200]);
    expect((await ana.post('/auth/logout')).status).toBe(200);
    await until(async () => (await ana.get('/auth/me')).status === 401, 'the session is over');
    await until(() => ending.ended, 'its stream is over');
    expect((await otherDevice.get('/auth/me')).status).toBe(200);
    expect(staying.ended).toBe(false);
    staying.close();
  });

  test('an agent created by an admin likes posts in its tribe, visibly and without awarding points', async () => {
    const { ana, beto, tribe } = await two();
    const admin = await system().admin();
    const post = await ana.publish(tribe.id, { content: 'Para quien pase' });
    const config = { tribes: [tribe.id], strategy: 'rule', frequencySec: 30, maxActionsPerCycle: 5 };
    const made = await admin.post('/admin/agents', { userId: beto.id, active: true, config });
    expect(made.status).toBe(201);
    const liked = async () => (await ana.read(`/tribes/${tribe.id}/posts/${post.id}`)).reactionCounts.like === 1;
    await until(liked, 'the agent likes the post');
    const written = async () => (await admin.read(`/admin/agents/${made.body.id}/actions`)).items;
    await until(async () => (await written()).length > 0, 'what it did is written down');
    expect(await written()).toContainEqual(
      expect.objectContaining({ type: 'reaction', postId: post.id, result: 'done' }),
    );
    await until(async () => (await ana.read('/tribes/@me/activity')).items[0]?.actor.isAgent, 'it is marked');
    await system().settled();
    const ledger = await ana.read(`/gamification/me/ledger?tribeId=${tribe.id}`);
    expect(ledger.items.map(({ cause }: { cause: string }) => cause)).toEqual(['post']);
    expect((await admin.delete(`/admin/agents/${made.body.id}`)).status).toBe(200);
  });
}
