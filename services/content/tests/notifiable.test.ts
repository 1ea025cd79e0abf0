import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { notifiableMax } from '../limits.ts';
import { type Bench, openBench, unknownId } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** A post in a new tribe. */
async function publish(content: string, tags = '') {
  const author = person();
  return bench.publishPost(author, bench.tribes.createTribe(author), { content, tags });
}

/** The indexes of the users with these mutes who may be notified of the post. */
async function notifiableAmong(postId: string, mutes: readonly { mutedWords?: string[]; mutedTags?: string[] }[]) {
  const users = mutes.map((each) => {
    const { id } = person();
    bench.identity.mute(id, each);
    return id;
  });
  const { userIds } = await bench.rpc.listNotifiable({ postId, userIds: users });
  return userIds.map((id) => users.indexOf(id));
}

test('a user who muted a word or a tag of a post may not be notified of it, and all others may', async () => {
  const post = await publish('Hoy hay POLÍTICA y\n  fútbol sala en la mesa', 'futbol');
  const notifiable = await notifiableAmong(post.id, [
    {},
    { mutedWords: ['politica'] },
    { mutedTags: ['futbol'] },
    { mutedWords: ['politico', 'oliti'], mutedTags: ['futbolsala'] },
    { mutedWords: ['nada', 'futbol sala'] },
    { mutedTags: ['politica'] },
  ]);
  expect(notifiable).toEqual([0, 3, 5]);
});

test('a word of a script without spaces matches anywhere, and special characters match literally', async () => {
  const post = await publish('今天看足球比赛, a+b(c%_');
  const mutes = [{ mutedWords: ['足球'] }, { mutedWords: ['a+b(c'] }, { mutedWords: ['a.b'] }];
  expect(await notifiableAmong(post.id, mutes)).toEqual([2]);
});

test('muted words are matched with the present text of the post', async () => {
  const author = person();
  const tribeId = bench.tribes.createTribe(author);
  const { id } = await bench.publishPost(author, tribeId, { content: 'sin nada' });
  expect(await notifiableAmong(id, [{ mutedWords: ['final'] }])).toEqual([0]);
  await bench.service.as(author).put(`/tribes/${tribeId}/posts/${id}`, { content: 'el final' });
  expect(await notifiableAmong(id, [{ mutedWords: ['final'] }])).toEqual([]);
});

test('the level that a post requires now is returned with its notifiable users', async () => {
  const author = person();
  const tribeId = bench.tribes.createTribe(author);
  const { id } = await bench.publishPost(author, tribeId, { content: 'hola' });
  const user = person();
  expect(await bench.rpc.listNotifiable({ postId: id, userIds: [user.id] })).toEqual({
    userIds: [user.id],
    minLevelOrder: 1,
  });
  await bench.service.as(author).put(`/tribes/${tribeId}/posts/${id}`, { content: 'hola', minLevelOrder: 3 });
  expect(await bench.rpc.listNotifiable({ postId: id, userIds: [user.id] })).toMatchObject({ minLevelOrder: 3 });
});

test('nobody may be notified of a post that was removed while its audience was being notified', async () => {
  const author = person();
  const tribeId = bench.tribes.createTribe(author);
  const officer = bench.tribes.addMember(tribeId, { role: 'officer', levelOrder: 2 });
  const post = await bench.publishPost(bench.tribes.addMember(tribeId), tribeId);
  expect(await notifiableAmong(post.id, [{}])).toEqual([0]);
  const removal = { reason: 'hate', message: 'Sin insultos' };
  expect((await bench.service.as(officer).delete(`/tribes/${tribeId}/posts/${post.id}`, removal)).status).toBe(200);
  expect(await notifiableAmong(post.id, [{}])).toEqual([]);
});

test('nobody may be notified of an unknown post, and too many users per request are an error', async () => {
  for (const id of [unknownId, 'p-1']) expect(await notifiableAmong(id, [{}])).toEqual([]);
  const userIds = Array.from({ length: notifiableMax + 1 }, () => person().id);
  await expect(bench.rpc.listNotifiable({ postId: unknownId, userIds })).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

test('the maximum number of muted words is matched for the maximum number of users', async () => {
  const post = await publish('palabra '.repeat(270));
  const users = Array.from({ length: notifiableMax }, (_, index) => ({
    mutedWords: Array.from({ length: 200 }, (_each, word) => `palabra palabra ${index}x${word}`),
  }));
  expect(await notifiableAmong(post.id, users)).toHaveLength(notifiableMax);
});
