import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newAccountDayLimits, newAccountLimits } from '@tribus/community/limits.ts';
import { form, person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import { type Bench, openBench } from './bench.ts';

/** Defaults of `RATE_LIMIT_POSTS_PER_HOUR` and `RATE_LIMIT_COMMENTS_PER_HOUR`. */
const [postsPerHour, commentsPerHour] = [60, 300];

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clock.advance(hourMs - (bench.clock.now().getTime() % hourMs)));

const newcomer = () => userActor(unique('nueva'), { limitedUntil: bench.clock.now().getTime() + dayMs });
const joined = <A extends Actor>(tribeId: number, actor: A): A => {
  bench.tribes.setMembership(tribeId, actor);
  return actor;
};
const publish = (actor: Actor, tribeId: number, headers = {}, content = unique('texto')) =>
  bench.service.as(actor).post(`/tribes/${tribeId}/posts`, form({ content }), headers);
const postsIn = async (actor: Actor, tribeId: number): Promise<number> =>
  (await bench.service.as(actor).get(`/tribes/${tribeId}/posts?limit=100`)).body.items.length;
const codes = (answers: readonly { status: number; body: { code?: string } }[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status, body }) => body.code ?? String(status))].map(([code, of]) => [code, of.length]),
  );

test('a new account posts at most five times an hour in all tribes together, also concurrently', async () => {
  const [first, second] = [bench.tribes.createTribe(), bench.tribes.createTribe()];
  const ana = joined(second, joined(first, newcomer()));
  const answers = await Promise.all([first, second, first, second, first, second, first].map((id) => publish(ana, id)));
  expect(codes(answers)).toEqual({ 201: newAccountLimits.posts, new_account_posts: 2 });
  expect((await postsIn(ana, first)) + (await postsIn(ana, second))).toBe(newAccountLimits.posts);
  const refused = await publish(ana, first);
  const opensAt = new Date(bench.clock.now().getTime() + hourMs).toISOString();
  expect([refused.status, refused.headers.get('retry-after'), refused.body.details]).toEqual([
    429,
    '3600',
    [{ path: 'opensAt', message: opensAt }],
  ]);
  expect((await publish(userActor(ana.id), first)).status).toBe(201);
});

test('a refused post is accepted in the next hour with the same key, and a repeated one is not counted again', async () => {
  const tribeId = bench.tribes.createTribe();
  const ana = joined(tribeId, newcomer());
  const once = { 'idempotency-key': unique('una') };
  for (let i = 0; i < newAccountLimits.posts; i += 1) expect((await publish(ana, tribeId, once, 'a')).status).toBe(201);
  expect(await postsIn(ana, tribeId)).toBe(1);
  for (let i = 1; i < newAccountLimits.posts; i += 1) expect((await publish(ana, tribeId)).status).toBe(201);
  const late = { 'idempotency-key': unique('tarde') };
  expect((await publish(ana, tribeId, late, 'b')).body.code).toBe('new_account_posts');
  expect((await publish(ana, tribeId, once, 'a')).status).toBe(201);
  bench.clock.advance(hourMs);
  expect((await publish(ana, tribeId, late, 'b')).status).toBe(201);
});

test('neither a refused nor a deleted post allows another one, and a refused one leaves no picture', async () => {
  const tribeId = bench.tribes.createTribe();
  const ana = joined(tribeId, newcomer());
  const ids: string[] = [];
  for (let i = 0; i < newAccountLimits.posts; i += 1) ids.push((await publish(ana, tribeId)).body.id);
  expect((await bench.service.as(ana).delete(`/tribes/${tribeId}/posts/${ids[0]}`)).status).toBe(200);
  const withPicture = form({ content: 'con imagen' }, 1);
  const refused = await bench.service.as(ana).post(`/tribes/${tribeId}/posts`, withPicture);
  expect(refused.body.code).toBe('new_account_posts');
  const [upload] = bench.media.uploads.slice(-1);
  await bench.jobsDone();
  expect(bench.media.deleted).toContain(upload?.key);
});

test('a new account writes at most thirty comments an hour, and an agent’s are not counted', async () => {
  const tribeId = bench.tribes.createTribe();
  const ana = joined(tribeId, newcomer());
  const { id } = (await publish(ana, tribeId)).body;
  const comment = (actor: Actor) =>
    bench.service.as(actor).post(`/tribes/${tribeId}/posts/${id}/comments`, { content: unique('nota') });
  const answers = await Promise.all(Array.from({ length: newAccountLimits.comments + 2 }, () => comment(ana)));
  expect(codes(answers)).toEqual({ 201: newAccountLimits.comments, new_account_comments: 2 });
  const { body } = await bench.service.as(ana).get(`/tribes/${tribeId}/posts/${id}`);
  expect(body.counts.comments).toBe(newAccountLimits.comments);
  const agent = joined(tribeId, userActor(unique('agente'), { isAgent: true }));
  expect((await comment(agent)).status).toBe(201);
  const db = await bench.db();
  const hours = db.selectFrom('hourlyWriting').select(['posts', 'comments']);
  expect(await hours.where('userId', '=', agent.id).execute()).toEqual([]);
  expect(await hours.where('userId', '=', ana.id).execute()).toEqual([{ posts: 1, comments: 30 }]);
});

test('a new account has limits of posts and of comments a day, of which each hour frees its own', async () => {
  const tribeId = bench.tribes.createTribe();
  const ana = joined(tribeId, userActor(unique('nueva'), { limitedUntil: bench.clock.now().getTime() + 3 * dayMs }));
  const hourNow = () => bench.clock.now().getTime();
  const { id } = (await publish(joined(tribeId, person()), tribeId)).body;
  const comment = () => bench.service.as(ana).post(`/tribes/${tribeId}/posts/${id}/comments`, { content: 'nota' });
  const write = async (posts: number, comments: number, agoHours: number): Promise<void> => {
    const hour = new Date(hourNow() - agoHours * hourMs);
    await (await bench.db()).insertInto('hourlyWriting').values({ userId: ana.id, hour, posts, comments }).execute();
  };
  const day = newAccountDayLimits;
  // Before the last 24 hours: counts no more.
  await write(5, 30, 24);
  await write(4, 20, 23);
  await write(day.posts - 5, day.comments - 21, 3);
  const answers = await Promise.all([publish(ana, tribeId), publish(ana, tribeId), comment(), comment()]);
  expect(codes(answers)).toEqual({ 201: 2, new_account_posts_per_day: 1, new_account_comments_per_day: 1 });

  const refused = await publish(ana, tribeId);
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toMatchObject([
    429,
    '3600',
    {
      error: 'Tu cuenta es nueva: por ahora puedes publicar 20 veces al día. Confirma tu correo o espera 1 h.',
      details: [{ path: 'opensAt', message: new Date(hourNow() + hourMs).toISOString() }],
    },
  ]);
  expect((await publish(userActor(ana.id), tribeId)).status).toBe(201);

  bench.clock.advance(hourMs);
  const later = await Promise.all([1, 2, 3, 4].map(() => publish(ana, tribeId)));
  expect(codes(later)).toEqual({ 201: 3, new_account_posts_per_day: 1 });
  // Fifteen were written three hours before the first refusal: they end the day twenty hours from now.
  const { details } = (await publish(ana, tribeId)).body;
  expect(details).toEqual([{ path: 'opensAt', message: new Date(hourNow() + 20 * hourMs).toISOString() }]);
  expect((await comment()).status).toBe(201);
});

test('the limit of a day opens when the account is no longer new', async () => {
  const tribeId = bench.tribes.createTribe();
  const now = bench.clock.now().getTime();
  const ana = joined(tribeId, userActor(unique('nueva'), { limitedUntil: now + 14.5 * hourMs }));
  const values = { userId: ana.id, hour: new Date(now - hourMs), posts: newAccountDayLimits.posts, comments: 0 };
  await (await bench.db()).insertInto('hourlyWriting').values(values).execute();
  const refused = await bench.service
    .as({ ...ana, language: 'en' })
    .post(`/tribes/${tribeId}/posts`, form({ content: 'texto' }));
  expect(refused.body).toMatchObject({
    error: 'Your account is new: for now you can post 20 times a day. Confirm your email or wait 15 h.',
    details: [{ path: 'opensAt', message: new Date(now + 14.5 * hourMs).toISOString() }],
  });
});

test('everybody has a limit of posts and of comments an hour', async () => {
  const tribeId = bench.tribes.createTribe();
  const ana = joined(tribeId, person());
  const { id } = (await publish(ana, tribeId)).body;
  await (await bench.db())
    .updateTable('hourlyWriting')
    .set({ posts: postsPerHour - 1, comments: commentsPerHour - 1 })
    .where('userId', '=', ana.id)
    .execute();
  const comment = () => bench.service.as(ana).post(`/tribes/${tribeId}/posts/${id}/comments`, { content: 'nota' });
  expect([(await publish(ana, tribeId)).status, (await comment()).status]).toEqual([201, 201]);
  const refused = [await publish(ana, tribeId), await comment()];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [429, 'posts_per_hour'],
    [429, 'comments_per_hour'],
  ]);
  expect(refused[0]?.body.error).toBe('Puedes publicar 60 veces por hora. Espera 60 min.');
  bench.clock.advance(hourMs);
  expect([(await publish(ana, tribeId)).status, (await comment()).status]).toEqual([201, 201]);
});
