import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** Advances to the start of an hour, so that a test does not span two windows. */
function newcomer(): Actor {
  bench.clock.advance(hourMs - (bench.clock.now().getTime() % hourMs));
  return userActor(unique('nueva'), { limitedUntil: bench.clock.now().getTime() + dayMs });
}

const codes = (answers: { status: number; body: { code?: string } }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status, body }) => body.code ?? status)].map(([k, v]) => [k, v.length]),
  );

test('only 30 of 40 concurrent messages by a new account are written, and the error contains the time of a retry', async () => {
  const ana = newcomer();
  const id = bench.tribes.createTribe(person());
  bench.tribes.setMembership(id, ana, { levelOrder: 1 });
  const write = () => bench.service.as(ana).post(`/tribes/${id}/chat`, { content: 'hola' });
  const responses = await Promise.all(Array.from({ length: 40 }, write));
  expect(codes(responses)).toEqual({ 201: 30, new_account_messages: 10 });
  const refused = await write();
  const opensAt = new Date(bench.clock.now().getTime() + hourMs).toISOString();
  expect([refused.status, refused.headers.get('retry-after'), refused.body.details]).toEqual([
    429,
    '3600',
    [{ path: 'opensAt', message: opensAt }],
  ]);
  expect((await bench.service.as(ana).get(`/tribes/${id}/chat?limit=100`)).body.items).toHaveLength(30);
  bench.clock.advance(hourMs);
  expect((await write()).status).toBe(201);
});

test('chat and direct messages share one limit, and a repeated message counts once', async () => {
  const ana = newcomer();
  const [id, beto] = [bench.tribes.createTribe(person()), person()];
  for (const member of [ana, beto]) bench.tribes.setMembership(id, member, { levelOrder: 1 });
  const client = bench.service.as(ana);
  const key = { 'idempotency-key': randomUUID() };
  const repeat = () => client.post(`/tribes/${id}/chat`, { content: 'una vez' }, key);
  await Promise.all([repeat(), repeat()]);
  for (let count = 1; count < 30; count += 1) await client.post(`/tribes/${id}/chat`, { content: `m${count}` });
  const direct = () => client.post('/messages', { toUserId: beto.id, tribeId: id, content: 'hola' });
  expect((await direct()).body.code).toBe('new_account_messages');
  expect((await repeat()).status).toBe(201);
});

test("a new account's message has at most two links, in chats and directly, and a rejected one does not count", async () => {
  const ana = newcomer();
  const [id, beto] = [bench.tribes.createTribe(person()), person()];
  for (const member of [ana, beto]) bench.tribes.setMembership(id, member, { levelOrder: 1 });
  const sendEverywhere = (by: Actor, content: string) => [
    bench.service.as(by).post(`/tribes/${id}/chat`, { content }),
    bench.service.as(by).post('/messages', { toUserId: by === ana ? beto.id : ana.id, tribeId: id, content }),
  ];
  const three = 'Mira https://a.es, www.b.com y c.org/d';
  for (let count = 0; count < 15; count += 1)
    for (const { status, headers, body } of await Promise.all(sendEverywhere(ana, three))) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([403, 'new_account_links', String(24 * 3_600)]);
      expect(body.details).toEqual([{ path: 'opensAt', message: new Date(ana.limitedUntil).toISOString() }]);
    }
  expect(codes(await Promise.all(sendEverywhere(ana, 'Mira https://a.es y www.b.com')))).toEqual({ 201: 2 });
  expect(codes(await Promise.all(sendEverywhere(beto, three)))).toEqual({ 201: 2 });
});

test('an older account has no limit', async () => {
  const ana = person();
  const id = bench.tribes.createTribe(ana);
  const write = () => bench.service.as(ana).post(`/tribes/${id}/chat`, { content: 'hola' });
  expect(codes(await Promise.all(Array.from({ length: 40 }, write)))).toEqual({ 201: 40 });
});
