import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { notifiableAtATime } from '../limits.ts';
import { type Bench, nobody, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** A post of somebody in a tribe of theirs. */
async function publish(content: string, tags = '') {
  const author = person();
  return bench.publishPost(author, bench.tribes.createTribe(author), { content, tags });
}

/** Which of those who muted these words and tags may be notified of the post, by their place. */
async function toldOf(postId: string, mutes: readonly { mutedWords?: string[]; mutedTags?: string[] }[]) {
  const users = mutes.map((each) => {
    const { id } = person();
    bench.identity.mute(id, each);
    return id;
  });
  const { userIds } = await bench.rpc.listNotifiable({ postId, userIds: users });
  return userIds.map((id) => users.indexOf(id));
}

test('who muted a word or a tag of a post is not to be notified of it, and everybody else is', async () => {
  const post = await publish('Hoy hay POLÍTICA y\n  fútbol sala en la mesa', 'futbol');
  const told = await toldOf(post.id, [
    {},
    { mutedWords: ['politica'] },
    { mutedTags: ['futbol'] },
    { mutedWords: ['politico', 'oliti'], mutedTags: ['futbolsala'] },
    { mutedWords: ['nada', 'futbol sala'] },
    { mutedTags: ['politica'] },
  ]);
  expect(told).toEqual([0, 3, 5]);
});

test('a word of a script without spaces is found anywhere, and signs are taken as they are', async () => {
  const post = await publish('今天看足球比赛, a+b(c%_');
  const told = await toldOf(post.id, [{ mutedWords: ['足球'] }, { mutedWords: ['a+b(c'] }, { mutedWords: ['a.b'] }]);
  expect(told).toEqual([2]);
});

test('what holds is the text as it stands when it is asked', async () => {
  const author = person();
  const tribeId = bench.tribes.createTribe(author);
  const { id } = await bench.publishPost(author, tribeId, { content: 'sin nada' });
  expect(await toldOf(id, [{ mutedWords: ['final'] }])).toEqual([0]);
  await bench.service.as(author).put(`/tribes/${tribeId}/posts/${id}`, { content: 'el final' });
  expect(await toldOf(id, [{ mutedWords: ['final'] }])).toEqual([]);
});

test('of a post that is not there nobody is notified, and of more people than it answers for it says so', async () => {
  for (const id of [nobody, 'p-1']) expect(await toldOf(id, [{}])).toEqual([]);
  const userIds = Array.from({ length: notifiableAtATime + 1 }, () => person().id);
  await expect(bench.rpc.listNotifiable({ postId: nobody, userIds })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('as many words as people may mute are answered for at once', async () => {
  const post = await publish('palabra '.repeat(270));
  const users = Array.from({ length: notifiableAtATime }, (_, place) => ({
    mutedWords: Array.from({ length: 200 }, (_each, word) => `palabra palabra ${place}x${word}`),
  }));
  expect(await toldOf(post.id, users)).toHaveLength(notifiableAtATime);
});
