import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const today = (offset = 0) => new Date(bench.clock.now().getTime() + offset * dayMs).toISOString().slice(0, 10);
const leave = (tribeId: number, actor: Actor) => bench.service.as(actor).post(`/tribes/${tribeId}/leave`);
const historyOf = (tribeId: number, from: string, more: { arrivalsFrom?: string; arrivalsLimit?: number } = {}) =>
  bench.rpc.getMemberHistory({ tribeId, from, arrivalsFrom: '', arrivalsLimit: 100, ...more });

test('joins and leaves are returned by days, with the number of members at the end of each', async () => {
  const [owner, ana, beto, cora] = [person(), person(), person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, ana);
  bench.clock.advance(2 * dayMs);
  await bench.join(id, beto, cora);
  await leave(id, ana);
  bench.clock.advance(dayMs);
  await bench.join(id, ana);
  expect((await historyOf(id, today(-4))).days).toEqual([
    { day: today(-4), joined: 0, left: 0, members: 0 },
    { day: today(-3), joined: 2, left: 0, members: 2 },
    { day: today(-2), joined: 0, left: 0, members: 2 },
    { day: today(-1), joined: 2, left: 1, members: 3 },
    { day: today(), joined: 1, left: 0, members: 4 },
  ]);
});

test('requests count once approved, and removed and banned members count as left', async () => {
  const [owner, ana, beto] = [person(), person(), person()];
  const id = await bench.createTribe(owner, { requiresApproval: true });
  await bench.service.as(ana).post(`/tribes/${id}/join-request`);
  await bench.service.as(beto).post(`/tribes/${id}/join-request`);
  expect((await historyOf(id, today())).days).toMatchObject([{ joined: 1, left: 0, members: 1 }]);
  await bench.service.as(owner).post(`/tribes/${id}/members/${ana.id}/approve`);
  await bench.service.as(owner).post(`/tribes/${id}/members/${beto.id}/approve`);
  await bench.service.as(owner).delete(`/tribes/${id}/members/${ana.id}`);
  await bench.service.as(owner).post(`/tribes/${id}/bans`, { userId: beto.id, reason: 'Por molestar' });
  expect((await historyOf(id, today())).days).toMatchObject([{ joined: 3, left: 2, members: 1 }]);
});

test('arrivals are returned by weeks from Monday, with the first people of each', async () => {
  const [owner, ana, beto] = [person(), person(), person()];
  while (bench.clock.now().getUTCDay() !== 0) bench.clock.advance(dayMs);
  const id = await bench.createTribe(owner);
  const sunday = today();
  bench.clock.advance(dayMs);
  await bench.join(id, ana, beto);
  await leave(id, ana);
  const arrivalsFrom = new Date(Date.parse(sunday) - 6 * dayMs).toISOString().slice(0, 10);
  expect((await historyOf(id, today(), { arrivalsFrom })).arrivals).toEqual([
    { week: arrivalsFrom, joined: 1, userIds: [owner.id] },
    { week: today(), joined: 2, userIds: [ana.id, beto.id] },
  ]);
  const [, second] = (await historyOf(id, today(), { arrivalsFrom, arrivalsLimit: 1 })).arrivals;
  expect(second).toEqual({ week: today(), joined: 2, userIds: [ana.id] });
});

test('a deleted account is counted without its id', async () => {
  const [owner, ana] = [person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, ana);
  await bench.removeUser(ana);
  const { days, arrivals } = await historyOf(id, today(), { arrivalsFrom: today(-7) });
  expect(days).toMatchObject([{ joined: 2, left: 1, members: 1 }]);
  expect(arrivals).toMatchObject([{ joined: 2, userIds: [owner.id] }]);
});

test('concurrent joins and leaves of one person leave at most one open stay', async () => {
  const [owner, ana] = [person(), person()];
  const id = await bench.createTribe(owner);
  await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      index % 2 ? leave(id, ana) : bench.service.as(ana).post(`/tribes/${id}/join`),
    ),
  );
  const [{ members = 0 } = {}] = (await historyOf(id, today())).days;
  const open = await bench.sql('select user_id from stays where tribe_id = $1 and left_at is null', [id]);
  expect(open).toHaveLength(members);
});

test.each([
  ['no day', 'ayer'],
  ['a day ahead', '2999-01-01'],
  ['a day too far back', '2001-01-01'],
])('%s is rejected', async (_what, from) => {
  await expect(historyOf(38, from)).rejects.toMatchObject({ code: 'invalid_input' });
});

test('an unknown tribe has no history', async () => {
  await expect(historyOf(4, today())).rejects.toMatchObject({ code: 'not_found' });
});
