import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { TestService } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { SlowModeChanged } from '@tribus/proto/messaging/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

function scene() {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [ana, officer] = [bench.tribes.addMember(id), bench.tribes.addMember(id, { role: 'officer' })];
  return { id, owner, ana, officer };
}

const as = (actor: Actor) => bench.service.as(actor);
const slow = (actor: Actor, id: number, seconds: unknown) => as(actor).put(`/tribes/${id}/chat/slow-mode`, { seconds });
const write = (actor: Actor, id: number, content = 'hola') => as(actor).post(`/tribes/${id}/chat`, { content });
const codes = (answers: { status: number; body: { code?: string } }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status, body }) => body.code ?? status)].map(([k, v]) => [k, v.length]),
  );

test("a member's second message in slow mode returns the remaining wait; moderators are exempt", async () => {
  const { id, owner, ana, officer } = scene();
  expect((await slow(officer, id, 30)).body).toEqual({ seconds: 30 });
  expect((await bench.events(SlowModeChanged)).at(-1)).toEqual({ tribeId: id, seconds: 30 });
  expect((await write(ana, id)).status).toBe(201);
  bench.clock.advance(12_000);
  const refused = await write(ana, id, 'otra');
  const opensAt = new Date(bench.clock.now().getTime() + 18_000).toISOString();
  expect([refused.status, refused.body.code, refused.headers.get('retry-after'), refused.body.details]).toEqual([
    429,
    'slow_mode',
    '18',
    [{ path: 'opensAt', message: opensAt }],
  ]);
  const pace = async (actor: Actor) => {
    const { slowSeconds, waitSeconds, canSetSlowMode } = (await as(actor).get(`/tribes/${id}/chat`)).body;
    return [slowSeconds, waitSeconds, canSetSlowMode];
  };
  expect([await pace(ana), await pace(owner)]).toEqual([
    [30, 18, false],
    [30, 0, true],
  ]);
  for (const moderator of [owner, owner, officer, officer]) expect((await write(moderator, id)).status).toBe(201);
  bench.clock.advance(18_000);
  expect((await write(ana, id, 'otra')).status).toBe(201);
});

test("only one of a member's 20 concurrent messages is written, and repeating it succeeds", async () => {
  const { id, owner, ana } = scene();
  await slow(owner, id, 300);
  expect(codes(await Promise.all(Array.from({ length: 20 }, () => write(ana, id))))).toEqual({ 201: 1, slow_mode: 19 });
  const beto = bench.tribes.addMember(id);
  const key = { 'idempotency-key': randomUUID() };
  const repeat = () => as(beto).post(`/tribes/${id}/chat`, { content: 'una vez' }, key);
  const [first, second] = [await repeat(), await repeat()];
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
});

test('slow mode applies to one chat, from when it is set until it is switched off', async () => {
  const { id, owner, ana } = scene();
  await write(ana, id);
  await slow(owner, id, 60);
  expect((await write(ana, id)).status).toBe(201);
  expect((await write(ana, id)).status).toBe(429);
  const other = bench.tribes.createTribe(person());
  bench.tribes.setMembership(other, ana, { levelOrder: 1 });
  expect(codes([await write(ana, other), await write(ana, other)])).toEqual({ 201: 2 });
  await slow(owner, id, 0);
  expect(codes([await write(ana, id), await write(ana, id)])).toEqual({ 201: 2 });
});

test('slow mode that one replica of the service sets applies to the other as well', async () => {
  const { id, owner, ana } = scene();
  const other = await bench.startReplica();
  const slowSecondsAt = async (service: TestService) =>
    (await service.as(ana).get(`/tribes/${id}/chat`)).body.slowSeconds;
  expect([await slowSecondsAt(bench.service), await slowSecondsAt(other)]).toEqual([0, 0]);
  expect((await other.as(owner).put(`/tribes/${id}/chat/slow-mode`, { seconds: 60 })).status).toBe(200);
  expect(await slowSecondsAt(other)).toBe(60);
  await until(async () => (await slowSecondsAt(bench.service)) === 60, 'the first replica has received the change');
  expect(codes([await write(ana, id), await write(ana, id)])).toEqual({ 201: 1, slow_mode: 1 });
});

test('only moderators and site admins set slow mode, to one of its intervals', async () => {
  const { id, ana } = scene();
  expect((await slow(admin, id, 10)).status).toBe(200);
  expect((await slow(ana, id, 10)).status).toBe(403);
  for (const seconds of [5, -10, '10', null]) expect((await slow(admin, id, seconds)).status).toBe(400);
  expect((await slow(person(), 9_999_999, 10)).status).toBe(404);
});
