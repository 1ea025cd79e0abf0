import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import { type Actor, visitorActor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { CompiledQuery } from 'kysely';
import type { Insight } from '../api/insight.ts';
import { sumUpDaysBefore } from '../src/active-days.ts';
import { openContentStore } from '../src/store/store.ts';
import type { ContentDb } from '../src/store/tables.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
/** A separate connection to the service's database. */
let database: Postgres<ContentDb>;
beforeAll(async () => {
  bench = await openBench();
  database = await openPostgres<ContentDb>(bench.peer, { url: bench.stores.env.POSTGRES_URL ?? '', migrations });
  bench.tribes.history = ({ from }) => ({ days: daysFrom(from) });
});
afterAll(() => bench.close());

const migrations = join(import.meta.dirname, '../migrations');

const dayAt = (offset: number) => new Date(bench.clock.now().getTime() + offset * dayMs).toISOString().slice(0, 10);
const as = (actor: Actor) => bench.service.as(actor);
/** Reads more than a minute after the last time, so that the cache has expired. */
const read = async (actor: Actor, path: string): Promise<Insight> => {
  bench.clock.advance(61_000);
  const { status, body } = await as(actor).get(path);
  expect(status).toBe(200);
  return body;
};

/** The days that tribes would return, with five members on each. */
function daysFrom(from: string) {
  const count = (Date.parse(dayAt(0)) - Date.parse(from)) / dayMs + 1;
  return Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
    joined: 0,
    left: 0,
    members: 5,
  }));
}

/** Advances to midday, so that the following hours are on one day. */
const nextMidday = () => bench.clock.advance(dayMs - ((bench.clock.now().getTime() - dayMs / 2) % dayMs));

test('each day has the numbers of its activity, or zeros, and the totals are compared with as many days before', async () => {
  nextMidday();
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [ana, beto] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const old = await bench.publishPost(ana, id);
  bench.clock.advance(8 * dayMs);
  const post = await bench.publishPost(owner, id);
  const path = `/tribes/${id}/posts/${post.id}`;
  await as(ana).post(`${path}/comments`, { content: 'Sí' });
  await as(ana).post(`${path}/reactions`, { type: 'like' });
  await as(ana).post(`${path}/reactions`, { type: 'dislike' });
  bench.clock.advance(2 * dayMs);
  await as(beto).post(`/tribes/${id}/posts/${old.id}/view`);
  const insight = await read(owner, `/tribes/${id}/insight?days=7`);
  expect([insight.from, insight.to, insight.days.length]).toEqual([dayAt(-6), dayAt(0), 7]);
  const noActivity = { members: 5, joined: 0, left: 0, active: 0, posts: 0, comments: 0, reactions: 0 };
  expect(insight.days.slice(4)).toEqual([
    { ...noActivity, day: dayAt(-2), active: 2, posts: 1, comments: 1, reactions: 1 },
    { ...noActivity, day: dayAt(-1) },
    { ...noActivity, day: dayAt(0), active: 1 },
  ]);
  expect(insight.totals).toMatchObject({
    members: { value: 5, before: 5 },
    active: { value: 3, before: 1 },
    posts: { value: 1, before: 1 },
    comments: { value: 1, before: 0 },
    reactions: { value: 1, before: 0 },
  });
});

test('a reaction removed on the same day is not counted, and one removed later is counted', async () => {
  nextMidday();
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const post = await bench.publishPost(owner, id);
  const react = () => as(owner).post(`/tribes/${id}/posts/${post.id}/reactions`, { type: 'like' });
  const counted = async () => (await read(owner, `/tribes/${id}/insight`)).totals.reactions.value;
  await react();
  expect(await counted()).toBe(1);
  await react();
  expect(await counted()).toBe(0);
  await react();
  bench.clock.advance(dayMs);
  await react();
  expect(await counted()).toBe(1);
});

test('agents and visitors are not counted as active, and an agent’s posts are counted', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const agent: Actor = { ...person(), isAgent: true };
  bench.identity.agents.add(agent.id);
  bench.tribes.setMembership(id, agent);
  await bench.publishPost(agent, id);
  const { totals } = await read(owner, `/tribes/${id}/insight`);
  expect(totals).toMatchObject({ active: { value: 0 }, posts: { value: 1 } });
});

test.each(['of a tribe for four weeks', 'of all of Tribus for a year'])(
  'twenty concurrent requests for the insight %s count it once, and again after a minute',
  async (what) => {
    nextMidday();
    const owner = person();
    const id = bench.tribes.createTribe(owner);
    const [path, viewers] = what.startsWith('of a tribe')
      ? [`/tribes/${id}/insight?days=28`, [owner, admin]]
      : ['/admin/insight?days=365', [admin]];
    const original = bench.tribes.history;
    let counted = 0;
    bench.tribes.history = (request) => {
      counted += 1;
      return original(request);
    };
    try {
      bench.clock.advance(60_000);
      const ask = () => Promise.all(viewers.map((viewer) => as(viewer).get(path)));
      const responses = (await Promise.all(Array.from({ length: 20 / viewers.length }, ask))).flat();
      expect([responses.length, new Set(responses.map(({ status }) => status)), counted]).toEqual([
        20,
        new Set([200]),
        1,
      ]);
      expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      bench.clock.advance(59_000);
      await ask();
      expect(counted).toBe(1);
      bench.clock.advance(2_000);
      await ask();
      expect(counted).toBe(2);
    } finally {
      bench.tribes.history = original;
    }
  },
);

test('the best posts are selected per viewer, also while the numbers are cached', async () => {
  nextMidday();
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const author = bench.tribes.addMember(id);
  const post = await bench.publishPost(author, id);
  const path = `/tribes/${id}/posts/${post.id}`;
  await as(owner).post(`${path}/reactions`, { type: 'like' });
  const insight = await read(owner, `/tribes/${id}/insight`);
  expect(insight.bestPosts.map((best) => best.id)).toEqual([post.id]);
  expect((await as(author).delete(path)).status).toBe(200);
  const { bestPosts, totals } = (await as(owner).get(`/tribes/${id}/insight`)).body;
  expect([bestPosts, totals]).toEqual([[], insight.totals]);
});

test('concurrent comments are counted once each', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const post = await bench.publishPost(owner, id);
  const path = `/tribes/${id}/posts/${post.id}`;
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => as(owner).post(`${path}/comments`, { content: `Número ${index}` })),
  );
  expect((await read(owner, `/tribes/${id}/insight`)).totals.comments.value).toBe(8);
});

test('only the owner and site admins can read insight, and an invisible tribe is not found by non-members', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const status = async (actor: Actor, path = `/tribes/${id}/insight`) => (await as(actor).get(path)).status;
  expect(await status(owner)).toBe(200);
  expect(await status(admin)).toBe(200);
  expect(await status(bench.tribes.addMember(id, { role: 'officer' }))).toBe(403);
  expect(await status(bench.tribes.addMember(id))).toBe(403);
  expect(await status(person())).toBe(403);
  expect(await status(visitorActor())).toBe(401);
  const invisible = bench.tribes.createTribe(owner, { isPrivate: true, isInvisible: true });
  expect(await status(person(), `/tribes/${invisible}/insight`)).toBe(404);
  expect(await status(owner, '/admin/insight')).toBe(403);
  expect(await status(admin, '/admin/insight')).toBe(200);
  expect(await status(owner, `/tribes/${id}/insight?days=30`)).toBe(400);
});

test('the best posts have the most reactions and comments, and no removed post is among them', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const posts: { id: string }[] = [];
  for (let index = 0; index < 4; index += 1) posts.push(await bench.publishPost(owner, id, { content: `n${index}` }));
  const [none, some, most, removed] = posts.map((post) => post.id);
  for (const postId of [some, most, most, removed, removed, removed])
    await as(bench.tribes.addMember(id)).post(`/tribes/${id}/posts/${postId}/reactions`, { type: 'like' });
  await as(bench.tribes.addMember(id)).post(`/tribes/${id}/posts/${most}/comments`, { content: 'Bien' });
  await as(bench.tribes.addMember(id)).post('/reports/post', { postId: removed, reason: 'spam' });
  const [found] = (await as(admin).get(`/tribes/${id}/reports`)).body.items;
  await as(admin).post(`/reports/${found.id}/resolve`, { action: 'remove', version: found.version });
  const { bestPosts } = await read(owner, `/tribes/${id}/insight`);
  expect(bestPosts.map((post) => post.id)).toEqual([most, some]);
  expect(bestPosts[0]).toMatchObject({ counts: { reactions: 2, comments: 1 }, user: { id: owner.id }, tribe: { id } });
  const site = (await read(admin, '/admin/insight')).bestPosts.map((post) => post.id);
  expect(site).toContain(most);
  expect(site).not.toContain(removed);
  expect(site).not.toContain(none);
});

test('a cohort has the number of its active users in each week since joining, without their ids', async () => {
  nextMidday();
  while (bench.clock.now().getUTCDay() !== 1) bench.clock.advance(dayMs);
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [ana, beto, cora] = [bench.tribes.addMember(id), bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const week = dayAt(0);
  const post = await bench.publishPost(ana, id);
  const view = (actor: Actor) => as(actor).post(`/tribes/${id}/posts/${post.id}/view`);
  await view(beto);
  bench.clock.advance(7 * dayMs);
  await view(ana);
  bench.clock.advance(dayMs);
  await view(ana);
  bench.clock.advance(7 * dayMs);
  await view(beto);
  const before = bench.tribes.history;
  bench.tribes.history = (request) => ({
    ...before(request),
    arrivals: [
      { week, joined: 5, userIds: [ana.id, beto.id, cora.id] },
      { week: dayAt(-1), joined: 1, userIds: [person().id] },
    ],
  });
  const insight = await read(owner, `/tribes/${id}/insight?days=7`);
  bench.tribes.history = before;
  expect(insight.cohorts).toEqual([
    { week, joined: 5, followed: 3, active: [2, 1, 1] },
    { week: dayAt(-1), joined: 1, followed: 1, active: [0] },
  ]);
  expect(JSON.stringify({ ...insight, bestPosts: [] })).not.toContain(ana.id);
});

test('the activity of a deleted account is no longer counted', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const ana = bench.tribes.addMember(id);
  await bench.publishPost(ana, id);
  expect((await read(owner, `/tribes/${id}/insight`)).totals.posts.value).toBe(1);
  await bench.publish(UserDeleted, { userId: ana.id });
  const isForgotten = async () => (await read(owner, `/tribes/${id}/insight`)).totals.active.value === 0;
  await until(isForgotten, 'the activity of the account is deleted');
});

test('past days are summed up once, with the same numbers as before', async () => {
  const { db } = database;
  nextMidday();
  const [first, second] = [person(), person()];
  const [id, other] = [bench.tribes.createTribe(first), bench.tribes.createTribe(second)];
  bench.tribes.setMembership(other, first);
  await bench.publishPost(first, id);
  await bench.publishPost(first, other);
  bench.clock.advance(2 * dayMs);
  await bench.publishPost(second, other);
  const paths = [`/tribes/${id}/insight`, `/tribes/${other}/insight`, '/admin/insight'];
  const all = () => Promise.all(paths.map((path) => read(admin, path)));
  const before = await all();
  const [{ days: ofSite } = { days: [] }] = before.slice(2);
  expect(ofSite.at(-3)).toMatchObject({ day: dayAt(-2), posts: 2, active: 1 });
  const { signal } = new AbortController();
  const store = openContentStore(database);
  for (let times = 0; times < 2; times += 1) await sumUpDaysBefore(store, dayAt(0), signal);
  expect(await store.tribeDays.lastSummed()).toBe(dayAt(-1));
  expect(await all()).toEqual(before);
  await db.deleteFrom('tribeDays').execute();
});

test('the migration counts earlier activity by its dates', async () => {
  const { db } = database;
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const ana = bench.tribes.addMember(id);
  const post = await bench.publishPost(owner, id);
  const path = `/tribes/${id}/posts/${post.id}`;
  const { body: comment } = await as(ana).post(`${path}/comments`, { content: 'Sí' });
  await as(owner).post(`${path}/comments/${comment.id}/reactions`, { type: 'like' });
  await as(ana).post(`${path}/reactions`, { type: 'like' });
  await as(bench.tribes.addMember(id)).post(`${path}/view`);
  const days = () => db.selectFrom('activeDays').selectAll().where('tribeId', '=', id).orderBy('userId').execute();
  const counted = await days();
  expect(counted).toHaveLength(3);
  await db.deleteFrom('activeDays').execute();
  const migration = await readFile(join(migrations, '0010-active-days.sql'), 'utf8');
  await db.executeQuery(CompiledQuery.raw(migration.slice(migration.indexOf('INSERT INTO active_days'))));
  expect(await days()).toEqual(counted);
});
