import { afterAll, beforeAll, expect } from '@jest/globals';
import { dayMs, hourMs, minuteMs } from '@tribus/kit/core/durations.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { HttpClient } from './people.ts';
import { png } from './pictures.ts';
import { testWithOwnSystem as test } from './targets.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

const clock = new TestClock(new Date());
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ topology: 'one', clock });
});
afterAll(() => system.close());

test('an author can edit for eight hours, a moderator at any time', async () => {
  const [ana, beto] = [await system.newcomer('ana'), await system.newcomer('beto')];
  const tribe = await ana.createTribe(`Horas ${ana.id}`);
  await beto.join(tribe.id);
  const path = `/tribes/${tribe.id}/posts/${(await beto.publish(tribe.id, { content: 'Borrador' })).id}`;
  clock.advance(8 * hourMs);
  expect((await beto.put(path, { content: 'A tiempo' })).status).toBe(200);
  clock.advance(1);
  expect((await beto.read(path)).canEdit).toBe(false);
  const late = await beto.put(path, { content: 'Tarde' });
  expect([late.status, late.body.code]).toEqual([403, 'edit_window_closed']);
  expect((await ana.put(path, { content: 'De la dueña' })).status).toBe(200);
  expect((await beto.read(path)).content).toBe('De la dueña');
});

test("the address of a private tribe's picture expires", async () => {
  const ana = await system.newcomer('ana');
  const tribe = await ana.createTribe(`Vence ${ana.id}`, { isPrivate: true });
  const post = await ana.publish(tribe.id, { pictures: [await png()] });
  const address = post.images[0].url;
  clock.advance(4 * minuteMs);
  expect((await system.visitor.fetch(address)).status).toBe(200);
  clock.advance(7 * minuteMs);
  expect((await system.visitor.get(address)).body.code).toBe('signature_invalid');
  const [again] = (await ana.read(`/tribes/${tribe.id}/posts`)).items;
  expect((await system.visitor.fetch(again.images[0].url)).status).toBe(200);
});

test('a view counts once a day, and at most ten posts a day earn points', async () => {
  const [ana, beto] = [await system.newcomer('ana'), await system.newcomer('beto')];
  const post = await ana.publish(38, { content: 'Miren' });
  const path = `/tribes/38/posts/${post.id}`;
  for (const viewer of [beto, beto, system.visitor, system.visitor]) await viewer.post(`${path}/view`);
  expect((await ana.read(path)).counts.views).toBe(2);
  for (let more = 0; more < 11; more += 1) await ana.publish(38, { content: `Y ${more}` });
  await system.settled();
  expect((await ana.read('/gamification/me')).points).toBe(50);
  clock.advance(dayMs);
  await beto.post(`${path}/view`);
  expect((await ana.read(path)).counts.views).toBe(3);
  await ana.publish(38, { content: 'Otro día' });
  await system.settled();
  expect((await ana.read('/gamification/me')).points).toBe(55);
});

test('a stream ticket is valid for a minute, a session for thirty days', async () => {
  const ana = await system.newcomer('ana');
  const { ticket } = (await ana.post('/stream/ticket')).body;
  clock.advance(minuteMs);
  const stream = await new HttpClient(ana.url).listen(`/stream?ticket=${ticket}`);
  expect(stream.status).toBe(401);
  clock.advance(30 * dayMs - 2 * minuteMs);
  expect((await ana.get('/auth/me')).status).toBe(200);
  clock.advance(2 * minuteMs);
  expect((await ana.get('/auth/me')).status).toBe(401);
  expect((await ana.signInAgain()).id).toBe(ana.id);
});
