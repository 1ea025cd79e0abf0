import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { makeDisposableFolder } from '../stores/disposable-folder.ts';
import type { LocalStore } from '../stores/local-store.ts';
import { startNats } from '../stores/nats.ts';
import { startRedis } from '../stores/redis.ts';
import type { Person, TestResponse } from './people.ts';
import { testWithOwnSystem as test } from './targets.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

let folder: string;
let nats: LocalStore;
let redis: LocalStore;
let system: TestSystem;

beforeAll(async () => {
  folder = makeDisposableFolder('tribus-faults-');
  [nats, redis] = await Promise.all([
    startNats({ dataDir: folder, env: process.env }),
    startRedis({ dataDir: folder, env: process.env }),
  ]);
  system = await startTestSystem({
    topology: 'one',
    env: { NATS_URL: nats.url, REDIS_URL: redis.url },
  });
});

afterAll(async () => {
  await system.close();
  await Promise.all([nats.stop(), redis.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const portOf = ({ url }: LocalStore): number => Number(new URL(url).port);

async function isRefused(act: () => Promise<TestResponse>): Promise<void> {
  const { status, body, headers } = await act();
  expect([status, body.code, body.error === '']).toEqual([503, 'unavailable', false]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

async function authorWithFollower(): Promise<{ ana: Person; beto: Person; tribe: { id: number } }> {
  const [ana, beto] = await Promise.all([system.newcomer('ana'), system.newcomer('beto')]);
  const tribe = await ana.createTribe(`Firmes ${ana.id}`);
  await beto.join(tribe.id);
  await beto.post(`/auth/users/${ana.id}/follow`);
  await system.settled();
  return { ana, beto, tribe };
}

async function notifiedPostsOf(follower: Person): Promise<string[]> {
  return (await follower.notifications()).filter(({ type }) => type === 'follow_post').map(({ data }) => data.postId);
}

async function pointsOf(person: Person): Promise<number> {
  return (await person.read('/gamification/me')).points;
}

test('sessions remain valid after a restart of the gateway', async () => {
  const ana = await system.newcomer('ana');
  const gateway = system.system.service('gateway');
  await gateway.stop();
  await expect(ana.get('/auth/me')).rejects.toThrow('fetch failed');
  await gateway.start();
  expect((await ana.get('/auth/me')).status).toBe(200);
});

test('other services work without messaging, and pending notifications arrive once when it is back', async () => {
  const { ana, beto, tribe } = await authorWithFollower();
  const messaging = system.system.service('messaging');
  await messaging.stop();
  await isRefused(() => beto.get('/notifications'));
  await isRefused(() => beto.post(`/tribes/${tribe.id}/chat`, { content: '¿Hay alguien?' }));
  const posts: string[] = [];
  for (const content of ['uno', 'dos', 'tres']) {
    const { id } = await ana.publish(tribe.id, { content });
    posts.push(id);
    const like = await beto.post(`/tribes/${tribe.id}/posts/${id}/reactions`, { type: 'like' });
    expect(like.status).toBe(200);
  }
  const carla = await system.newcomer('carla');
  expect((await carla.join(tribe.id)).status).toBe(200);
  const down = async () => (await system.visitor.read('/health')).services.messaging === 'down';
  await until(down, 'health reports it');

  await messaging.start();
  await until(async () => (await beto.get('/notifications')).status === 200, 'messaging is back');
  await until(async () => (await notifiedPostsOf(beto)).length >= posts.length, 'all notifications have arrived');
  await system.settled();
  expect((await notifiedPostsOf(beto)).sort()).toEqual(posts.sort());
  expect(await pointsOf(ana)).toBe(3 * 5 + 3);
});

test('requests that need identity are refused without it, and sessions are valid when it is back', async () => {
  const { ana, beto, tribe } = await authorWithFollower();
  const identity = system.system.service('identity');
  await identity.stop();
  await isRefused(() => system.visitor.post('/auth/login', { email: ana.email, password: 'x' }));
  // The people in the response are cached, or must be requested.
  expect([200, 503]).toContain((await ana.get(`/tribes/${tribe.id}`)).status);
  expect((await system.visitor.get('/health')).status).toBe(200);
  await identity.start();
  for (const person of [ana, beto])
    await until(async () => (await person.get('/auth/me')).status === 200, 'the session holds');
  expect((await ana.signInAgain()).id).toBe(ana.id);
  expect((await beto.get(`/tribes/${tribe.id}/posts`)).status).toBe(200);
});

test('people can log in and read without Redis, and its loss ends no session', async () => {
  const { ana, beto, tribe } = await authorWithFollower();
  const port = portOf(redis);
  await redis.stop();
  const otherSession = await ana.signInAgain();
  expect((await otherSession.publish(tribe.id, { content: 'Sin Redis' })).content).toBe('Sin Redis');
  expect((await beto.read(`/tribes/${tribe.id}/posts`)).items).toHaveLength(1);
  expect((await system.visitor.get('/public/hominini/posts')).status).toBe(200);
  expect([200, 503]).toContain((await beto.post('/user/heartbeat')).status);
  redis = await startRedis({ dataDir: folder, env: process.env, port });
  for (const person of [ana, otherSession, beto]) expect((await person.get('/auth/me')).status).toBe(200);
  const acceptsHeartbeat = async () => (await beto.post('/user/heartbeat')).status === 200;
  await until(acceptsHeartbeat, 'presence is counted again');
  expect((await ana.post('/auth/logout')).status).toBe(200);
  await until(async () => (await ana.get('/auth/me')).status === 401, 'a logout acts');
  expect((await otherSession.get('/auth/me')).status).toBe(200);
});

test('an outage of NATS refuses no request, and pending events are handled after it', async () => {
  const { ana, beto, tribe } = await authorWithFollower();
  const port = portOf(nats);
  await nats.stop();
  const posts: string[] = [];
  for (const content of ['uno', 'dos', 'tres', 'cuatro']) posts.push((await ana.publish(tribe.id, { content })).id);
  await beto.post(`/tribes/${tribe.id}/posts/${posts[0]}/reactions`, { type: 'like' });
  await beto.post(`/tribes/${tribe.id}/posts/${posts[0]}/comments`, { content: 'Aquí' });
  expect(await notifiedPostsOf(beto)).toEqual([]);
  expect(await pointsOf(ana)).toBe(0);
  nats = await startNats({ dataDir: folder, env: process.env, port });
  await until(async () => (await notifiedPostsOf(beto)).length >= posts.length, 'the follower is notified');
  await until(async () => (await pointsOf(ana)) >= posts.length * 5 + 1, 'points are given');
  await system.settled();
  expect((await notifiedPostsOf(beto)).sort()).toEqual(posts.sort());
  expect([await pointsOf(ana), await pointsOf(beto)]).toEqual([posts.length * 5 + 1, 2]);
});

test('no service logged a fault', async () => {
  expect(await system.faults()).toEqual([]);
});
