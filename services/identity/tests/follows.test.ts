import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { UserFollowed } from '@tribus/proto/identity/v1/events.ts';
import { sql } from 'kysely';
import { type Bench, openBench, type SignedInUser } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const twoPeople = async (): Promise<[SignedInUser, SignedInUser]> => [await bench.register(), await bench.register()];
const as = ({ actor }: SignedInUser) => bench.service.as(actor);

/** Emitted follow events of a pair: true for a start, false for an end. */
async function followEvents(follower: SignedInUser, followed: SignedInUser): Promise<boolean[]> {
  const events = await bench.events(UserFollowed);
  return events
    .filter(({ userId, followedId }) => userId === follower.id && followedId === followed.id)
    .map(({ following }) => following);
}

test('following and unfollowing are visible on both sides and emit one event each', async () => {
  const [ana, luis] = await twoPeople();
  const path = `/auth/users/${luis.id}/follow`;
  const followed = { following: true, followersCount: 1, followingCount: 0 };
  expect((await as(ana).post(path)).body).toEqual(followed);
  expect((await as(ana).post(path)).body).toEqual(followed);
  expect((await as(ana).get(`${path}/status`)).body).toEqual(followed);
  expect((await as(luis).get(`/auth/users/${ana.id}/follow/status`)).body).toEqual({
    following: false,
    followersCount: 0,
    followingCount: 1,
  });
  const unfollowed = { following: false, followersCount: 0, followingCount: 0 };
  expect((await as(ana).delete(path)).body).toEqual(unfollowed);
  expect((await as(ana).delete(path)).body).toEqual(unfollowed);
  expect(await followEvents(ana, luis)).toEqual([true, false]);
});

test('twenty concurrent follows create one follow and one event', async () => {
  const [ana, luis] = await twoPeople();
  const responses = await Promise.all(Array.from({ length: 20 }, () => as(ana).post(`/auth/users/${luis.id}/follow`)));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(responses.every(({ body }) => body.followersCount === 1)).toBe(true);
  expect(await followEvents(ana, luis)).toEqual([true]);
});

test('two people who follow each other concurrently both succeed', async () => {
  const [ana, luis] = await twoPeople();
  const responses = await Promise.all([
    as(ana).post(`/auth/users/${luis.id}/follow`),
    as(luis).post(`/auth/users/${ana.id}/follow`),
  ]);
  expect(responses.map(({ body }) => body.following)).toEqual([true, true]);
});

test('nobody can follow themselves or an unknown user', async () => {
  const ana = await bench.register();
  const self = await as(ana).post(`/auth/users/${ana.id}/follow`);
  expect([self.status, self.body.code]).toEqual([400, 'cannot_follow_self']);
  for (const id of ['00000000-0000-7000-8000-000000000000', 'nobody', '%27'])
    for (const call of [
      as(ana).post(`/auth/users/${id}/follow`),
      as(ana).delete(`/auth/users/${id}/follow`),
      as(ana).get(`/auth/users/${id}/follow/status`),
    ])
      expect((await call).status).toBe(404);
});

test('following requires a session', async () => {
  const { id } = await bench.register();
  const visitor = bench.service.as();
  const responses = [
    await visitor.post(`/auth/users/${id}/follow`),
    await visitor.delete(`/auth/users/${id}/follow`),
    await visitor.get(`/auth/users/${id}/follow/status`),
    await visitor.get('/auth/me/following'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
});

test('the list of followed users is paged newest first, without email addresses', async () => {
  const ana = await bench.register();
  const people = [await bench.register(), await bench.register(), await bench.register()];
  for (const { id } of people) await as(ana).post(`/auth/users/${id}/follow`);
  const first = (await as(ana).get('/auth/me/following?limit=2')).body;
  const second = (await as(ana).get(`/auth/me/following?limit=2&cursor=${first.nextCursor}`)).body;
  expect([...first.users, ...second.users].map(({ id }) => id)).toEqual(people.map(({ id }) => id).reverse());
  expect(first.users[0]).toEqual({
    id: people[2]?.id,
    name: people[2]?.email.split('@')[0],
    avatarUrl: null,
    createdAt: expect.any(String),
  });
  expect(second.nextCursor).toBeNull();
  expect(Date.parse(first.ts)).not.toBeNaN();
});

test('a single request returns the followed users of several', async () => {
  const [ana, luis] = await twoPeople();
  const eva = await bench.register();
  await as(ana).post(`/auth/users/${luis.id}/follow`);
  const among = (...ids: string[]) => as(ana).get(`/auth/me/following/among?ids=${ids.join(',')}`);
  expect((await among(luis.id, eva.id, 'hidden-1')).body).toEqual({ following: [luis.id] });
  expect((await among(...Array<string>(101).fill(eva.id))).status).toBe(400);
});

test('a modified cursor, or one of another user’s list, is rejected', async () => {
  const [ana, luis] = await twoPeople();
  for (const { id } of await twoPeople()) await as(ana).post(`/auth/users/${id}/follow`);
  const { nextCursor } = (await as(ana).get('/auth/me/following?limit=1')).body;
  for (const [person, cursor] of [
    [luis, nextCursor],
    [ana, `x${nextCursor}`],
    [ana, 'nonsense'],
  ] as const) {
    const response = await as(person).get(`/auth/me/following?limit=1&cursor=${cursor}`);
    expect([response.status, response.body.code]).toEqual([400, 'bad_cursor']);
  }
});

test('peers read all followers page by page', async () => {
  const star = await bench.register();
  const fans = [await bench.register(), await bench.register(), await bench.register()];
  for (const fan of fans) await as(fan).post(`/auth/users/${star.id}/follow`);
  const first = await bench.rpc.listFollowers({ userId: star.id, cursor: '', limit: 2, asOf: '' });
  const second = await bench.rpc.listFollowers({ userId: star.id, cursor: first.nextCursor, limit: 2, asOf: '' });
  expect([...first.userIds, ...second.userIds].sort()).toEqual(fans.map(({ id }) => id).sort());
  expect(second.nextCursor).toBe('');
  expect(await bench.rpc.listFollowers({ userId: 'nobody', cursor: '', limit: 0, asOf: '' })).toEqual({
    userIds: [],
    nextCursor: '',
  });
  await expect(bench.rpc.listFollowers({ userId: star.id, cursor: 'x', limit: 0, asOf: '' })).rejects.toMatchObject({
    code: 'bad_cursor',
  });
});

test('peers read the followers whom a user does not follow, newest first among the newest thousand', async () => {
  const clock = new TestClock(new Date());
  const own = await openBench({}, clock);
  const star = await own.register();
  const [oldest, middle, newest] = [await own.register(), await own.register(), await own.register()];
  const follow = ({ actor }: SignedInUser, { id }: SignedInUser) =>
    own.service.as(actor).post(`/auth/users/${id}/follow`);
  for (const fan of [oldest, middle, newest]) {
    clock.advance(1);
    await follow(fan, star);
  }
  const unreturned = async (userId: string, limit = 0) =>
    (await own.rpc.listUnreturnedFollowers({ userId, limit })).userIds;
  expect(await unreturned(star.id)).toEqual([newest.id, middle.id, oldest.id]);
  expect(await unreturned(star.id, 1)).toEqual([newest.id]);
  await follow(star, middle);
  expect(await unreturned(star.id)).toEqual([newest.id, oldest.id]);
  expect(await unreturned('nobody')).toEqual([]);
  const { db } = await own.openDatabase();
  await sql`
    with fan as (
      insert into users (id, email, name, role, created_at)
      select gen_random_uuid(), n || '@tribus.test', 'Fan', 'user', now() from generate_series(1, 999) as n returning id
    ), follower as (
      insert into follows (user_id, followed_id, created_at)
      select id, ${star.id}::uuid, now() + interval '1 day' from fan
    )
    insert into follows (user_id, followed_id, created_at) select ${star.id}::uuid, id, now() from fan`.execute(db);
  expect(await unreturned(star.id)).toEqual([newest.id]);
  await own.close();
});

test('peers can read the followers at an earlier time', async () => {
  const clock = new TestClock(new Date());
  const own = await openBench({}, clock);
  const [star, early, late] = [await own.register(), await own.register(), await own.register()];
  const follow = ({ actor }: SignedInUser) => own.service.as(actor).post(`/auth/users/${star.id}/follow`);
  await follow(early);
  const then = clock.now();
  clock.advance(1);
  await follow(late);
  const followers = async (asOf: string) =>
    (await own.rpc.listFollowers({ userId: star.id, cursor: '', limit: 0, asOf })).userIds;
  expect(await followers(then.toISOString())).toEqual([early.id]);
  expect(await followers('')).toHaveLength(2);
  await expect(followers('yesterday')).rejects.toMatchObject({ code: 'invalid_input' });
  await own.close();
});
