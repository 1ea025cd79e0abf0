import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TagFollowed } from '@tribus/proto/identity/v1/events.ts';
import { followedLabelsMax } from '../limits.ts';
import { type Bench, openBench, type SignedInUser } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = ({ actor }: SignedInUser) => bench.service.as(actor);
const path = (kind: 'tags' | 'places', typed: string) => `/auth/me/follows/${kind}/${encodeURIComponent(typed)}`;
const followed = async (user: SignedInUser) => (await as(user).get('/auth/me/follows')).body;

/** Emitted events of a user: the kind, and whether it was a start. */
const eventsOf = async ({ id }: SignedInUser) =>
  (await bench.events(TagFollowed)).flatMap(({ userId, kind, following }) =>
    userId === id ? [[kind, following]] : [],
  );

test('tags and places are followed and unfollowed as posts have them, with one event for each change', async () => {
  const ana = await bench.register();
  for (const typed of ['#Pan Casero', 'pan-casero', 'amasar'])
    expect((await as(ana).post(path('tags', typed))).body).toEqual({ following: true });
  for (const typed of ['Peña de los Ángeles', 'pena-de-los-angeles'])
    expect((await as(ana).post(path('places', typed))).body).toEqual({ following: true });
  expect(await followed(ana)).toEqual({ tags: ['amasar', 'pan-casero'], places: ['pena-de-los-angeles'] });
  for (const call of [path('tags', 'PAN casero'), path('tags', 'pan-casero'), path('places', 'pena-de-los-angeles')])
    expect((await as(ana).delete(call)).body).toEqual({ following: false });
  expect(await followed(ana)).toEqual({ tags: ['amasar'], places: [] });
  expect((await eventsOf(ana)).toSorted()).toEqual(
    [
      ['tag', true],
      ['tag', true],
      ['place', true],
      ['tag', false],
      ['place', false],
    ].toSorted(),
  );
});

test('a tag and a place of the same name are followed separately, and by one user only', async () => {
  const [ana, luis] = [await bench.register(), await bench.register()];
  await as(ana).post(path('tags', 'madrid'));
  await as(luis).post(path('places', 'madrid'));
  expect(await followed(ana)).toEqual({ tags: ['madrid'], places: [] });
  expect(await followed(luis)).toEqual({ tags: [], places: ['madrid'] });
});

test('a place is followed in any script', async () => {
  const ana = await bench.register();
  expect((await as(ana).post(path('places', '北京'))).body).toEqual({ following: true });
  expect(await followed(ana)).toEqual({ tags: [], places: ['北京'] });
});

test('a name without letters and digits is refused with the reason', async () => {
  const ana = await bench.register();
  const calls = [path('tags', '火'), path('tags', '###'), path('places', '🏔️'), path('places', '###')];
  for (const call of calls.flatMap((each) => [as(ana).post(each), as(ana).delete(each)])) {
    const { status, body } = await call;
    expect([status, body.code]).toEqual([400, 'label_empty']);
  }
  expect(await followed(ana)).toEqual({ tags: [], places: [] });
});

test('concurrent requests follow no more tags than the limit, and places have their own', async () => {
  const ana = await bench.register();
  const names = Array.from({ length: followedLabelsMax - 1 }, (_each, index) => `etiqueta-${index}`);
  for (const name of names) await as(ana).post(path('tags', name));
  const responses = await Promise.all(['a', 'b', 'c', 'd'].map((name) => as(ana).post(path('tags', name))));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403]);
  expect(responses.find(({ status }) => status === 403)?.body.code).toBe('label_limit');
  expect((await followed(ana)).tags).toHaveLength(followedLabelsMax);
  expect((await as(ana).post(path('tags', 'etiqueta-0'))).status).toBe(200);
  expect((await as(ana).post(path('places', 'vigo'))).status).toBe(200);
});

test('following tags and places requires a session', async () => {
  const visitor = bench.service.as();
  for (const call of [
    visitor.get('/auth/me/follows'),
    visitor.post(path('tags', 'pan')),
    visitor.delete(path('places', 'vigo')),
  ])
    expect((await call).status).toBe(401);
});

test('peers read what several users follow in one call', async () => {
  const [ana, luis, eva] = [await bench.register(), await bench.register(), await bench.register()];
  await as(ana).post(path('tags', 'pan'));
  await as(ana).post(path('places', 'vigo'));
  for (const { id } of [luis, eva]) await as(ana).post(`/auth/users/${id}/follow`);
  await as(luis).post(path('tags', 'rock'));
  const { users } = await bench.rpc.getFollows({ userIds: [ana.id, luis.id, ana.id, 'nobody'] });
  expect(users.map(({ followedIds, ...user }) => ({ ...user, followedIds: followedIds.toSorted() }))).toEqual([
    { userId: ana.id, tags: ['pan'], places: ['vigo'], followedIds: [luis.id, eva.id].toSorted() },
    { userId: luis.id, tags: ['rock'], places: [], followedIds: [] },
    { userId: 'nobody', tags: [], places: [], followedIds: [] },
  ]);
});
