import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { type Bench, openBench, type SignedInUser } from './bench.ts';

const clock = new TestClock(new Date());
let bench: Bench;
beforeAll(async () => {
  bench = await openBench({}, clock);
});
afterAll(() => bench.close());

const admin = userActor('00000000-0000-7000-8000-00000000000a', { role: 'admin' });
const as = ({ actor }: SignedInUser) => bench.service.as(actor);
const sendHeartbeat = (user: SignedInUser) => as(user).post('/user/heartbeat');
const online = async (viewer: SignedInUser, ...ids: string[]): Promise<string[]> =>
  (await as(viewer).get(`/user/presence?ids=${ids.join(',')}`)).body.online;
const show = (user: SignedInUser, visible: boolean) => as(user).put('/auth/me/presence', { visible });

test('a user is online for two minutes after a heartbeat and active for an hour', async () => {
  const [ana, luis] = [await bench.register(), await bench.register()];
  const count = async () => (await bench.service.as(admin).get('/admin/online-count')).body;
  const before = await count();
  await sendHeartbeat(luis);
  expect(await online(ana, luis.id, ana.id)).toEqual([luis.id]);
  expect(await count()).toEqual({
    onlineNow: before.onlineNow + 1,
    activeLastHour: before.activeLastHour + 1,
    timestamp: clock.now().toISOString(),
  });
  clock.advance(121_000);
  expect(await online(ana, luis.id)).toEqual([]);
  expect(await count()).toMatchObject({ onlineNow: 0, activeLastHour: before.activeLastHour + 1 });
  clock.advance(hourMs);
  expect(await count()).toMatchObject({ activeLastHour: 0 });
});

test("a user who hides their presence sees no one else's", async () => {
  const [ana, luis, eva] = [await bench.register(), await bench.register(), await bench.register()];
  for (const user of [ana, luis, eva]) await sendHeartbeat(user);
  expect((await as(luis).get('/auth/me/presence')).body).toEqual({ visible: true });
  expect((await show(luis, false)).body).toEqual({ visible: false });
  expect((await as(luis).get('/auth/me/presence')).body).toEqual({ visible: false });
  expect(await online(ana, luis.id, eva.id)).toEqual([eva.id]);
  expect(await online(luis, ana.id, eva.id)).toEqual([]);
  await show(luis, true);
  expect(await online(ana, luis.id)).toEqual([luis.id]);
  expect(await online(luis, ana.id)).toEqual([ana.id]);
});

test('unknown ids are not online, and a request takes at most a hundred ids', async () => {
  const ana = await bench.register();
  expect(await online(ana, 'hidden-0123', "'", '00000000-0000-7000-8000-000000000000')).toEqual([]);
  const readMany = (count: number) => as(ana).get(`/user/presence?ids=${Array(count).fill(ana.id).join(',')}`);
  expect((await readMany(100)).status).toBe(200);
  expect((await readMany(101)).status).toBe(400);
  expect((await as(ana).get('/user/presence')).status).toBe(400);
  expect((await as(ana).put('/auth/me/presence', { visible: 'no' })).status).toBe(400);
  expect((await bench.service.as().get(`/user/presence?ids=${ana.id}`)).status).toBe(401);
  expect((await as(ana).get('/admin/online-count')).status).toBe(403);
});

test('other services get the users who are online and show it', async () => {
  const [ana, luis, eva] = [await bench.register(), await bench.register(), await bench.register()];
  for (const user of [ana, luis]) await sendHeartbeat(user);
  await show(luis, false);
  const { userIds } = await bench.rpc.listOnline({});
  expect(userIds).toContain(ana.id);
  for (const { id } of [luis, eva]) expect(userIds).not.toContain(id);
  clock.advance(121_000);
  expect((await bench.rpc.listOnline({})).userIds).toEqual([]);
});
