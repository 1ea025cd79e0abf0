import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { makeDisposableFolder } from '../stores/disposable-folder.ts';
import type { LocalStore } from '../stores/local-store.ts';
import { startNats } from '../stores/nats.ts';
import type { Person } from './people.ts';
import { testWithOwnSystem as test } from './targets.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

let folder: string;
let nats: LocalStore;
let system: TestSystem;

beforeAll(async () => {
  folder = makeDisposableFolder('tribus-kills-');
  nats = await startNats({ dataDir: folder, env: process.env });
  system = await startTestSystem({ topology: 'many', env: { NATS_URL: nats.url } });
});

afterAll(async () => {
  await system.close();
  await nats.stop();
  await rm(folder, { recursive: true, force: true });
});

async function postsOf(author: Person, tribeId: number): Promise<string[]> {
  return (await author.read(`/tribes/${tribeId}/posts?limit=100`)).items.map(({ id }: { id: string }) => id);
}

/** Returns the posts with points; one entry for each award. */
async function rewarded(author: Person, tribeId: number, of = 'post'): Promise<string[]> {
  const { items } = await author.read(`/gamification/me/ledger?tribeId=${tribeId}&limit=100`);
  return items.filter(({ cause }: { cause: string }) => cause === of).map(({ postId }: { postId: string }) => postId);
}

async function everyPostIsRewardedOnce(author: Person, tribeId: number): Promise<void> {
  const isRestored = async () => (await author.get(`/tribes/${tribeId}/posts`)).status === 200;
  await until(isRestored, 'content is back');
  const posts = await postsOf(author, tribeId);
  const all = async () => (await rewarded(author, tribeId).catch(() => [])).length >= posts.length;
  await until(all, 'every post has its points');
  await system.settled();
  expect((await rewarded(author, tribeId)).sort()).toEqual(posts.sort());
}

test('a service killed between commit and publish emits every event once when it is back', async () => {
  const [ana, beto] = await Promise.all([system.newcomer('ana'), system.newcomer('beto')]);
  const tribe = await ana.createTribe(`Tenaces ${ana.id}`);
  await beto.join(tribe.id);
  await beto.post(`/auth/users/${ana.id}/follow`);
  await system.settled();
  const port = Number(new URL(nats.url).port);
  await nats.stop();
  const wishes = Array.from({ length: 8 }, (_, index) => ({ content: `Escrita ${index}` }));
  const committed = await Promise.all(wishes.map((wish) => ana.publish(tribe.id, wish)));
  const unpublished = 'select count(*)::int as n from outbox where published_at is null';
  expect(await system.sql('content', unpublished)).toEqual([{ n: committed.length }]);
  await system.system.service('content').kill();
  nats = await startNats({ dataDir: folder, env: process.env, port });
  await system.system.service('content').start();

  await everyPostIsRewardedOnce(ana, tribe.id);
  expect(await postsOf(ana, tribe.id)).toHaveLength(committed.length);
  const notified = async () => (await beto.notifications()).filter(({ type }) => type === 'follow_post');
  await until(async () => (await notified()).length >= committed.length, 'the follower is notified');
  expect((await notified()).map(({ data }) => data.postId).sort()).toEqual(committed.map(({ id }) => id).sort());
});

test('killed services lose no acknowledged write and repeat no effect', async () => {
  const ana = await system.newcomer('ana');
  const tribe = await ana.createTribe(`Tercas ${ana.id}`);
  await system.settled();
  const acknowledged: string[] = [];
  const writing = Array.from({ length: 9 }, async (_, index) => {
    const post = await ana.publish(tribe.id, { content: `A la vez ${index}` }).catch(() => undefined);
    if (post) acknowledged.push(post.id);
  });
  await Promise.race(writing);
  await Promise.all(['content', 'gamification'].map((name) => system.system.service(name).kill()));
  await Promise.all(writing);
  await Promise.all(['content', 'gamification'].map((name) => system.system.service(name).start()));
  const back = async () => (await ana.get(`/tribes/${tribe.id}/posts`)).status === 200;
  await until(back, 'content is back');
  expect(await postsOf(ana, tribe.id)).toEqual(expect.arrayContaining(acknowledged));
  await everyPostIsRewardedOnce(ana, tribe.id);
});

test('a service killed during a backlog handles each event once', async () => {
  const ana = await system.newcomer('ana');
  const tribe = await ana.createTribe(`Queridas ${ana.id}`);
  const posts = await Promise.all(
    Array.from({ length: 8 }, (_, index) => ana.publish(tribe.id, { content: `Querida ${index}` })),
  );
  await system.settled();
  const gamification = system.system.service('gamification');
  await gamification.kill();
  // Fewer likes than the daily limit.
  const fans = await Promise.all(Array.from({ length: 6 }, (_, index) => system.newcomer(`fan${index}`)));
  for (const fan of fans) {
    await fan.join(tribe.id);
    await Promise.all(posts.map(({ id }) => fan.post(`/tribes/${tribe.id}/posts/${id}/reactions`, { type: 'like' })));
  }
  const counted = `select count(*)::int as n from ledger where user_id = $1 and cause = 'like'`;
  const begun = async () => Number((await system.sql('gamification', counted, [ana.id]))[0]?.n) > 0;
  expect(await begun()).toBe(false);
  await gamification.start();
  await until(begun, 'it has begun');
  await gamification.kill();
  await gamification.start();
  const all = async () => (await rewarded(ana, tribe.id, 'like').catch(() => [])).length >= posts.length * fans.length;
  await until(all, 'every like counts');
  await system.settled();
  expect((await rewarded(ana, tribe.id, 'like')).sort()).toEqual(posts.flatMap(({ id }) => fans.map(() => id)).sort());
});
