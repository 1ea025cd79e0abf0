import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, visitorActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import {
  ChatModerated,
  ChatPosted,
  MessageModerated,
  MessageSent,
  NotificationRaised,
} from '@tribus/proto/messaging/v1/events.ts';
import { heart, ticketsPerUser } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import type { Listener } from './listener.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const react = (actor: Actor, id: string) => bench.service.as(actor).post(`/vibes/${id}/reactions`, { emoji: heart });
const ticketOf = async (actor: Actor) => (await bench.service.as(actor).post('/stream/ticket')).body.ticket;
const notification = ({ id: userId }: Actor, notificationId: string, more: Partial<NotificationRaised> = {}) =>
  NotificationRaised.fromPartial({ userId, notificationId, type: 'follow', audience: 'anyone', ...more });
const received = (listener: Listener, count: number) =>
  until(() => listener.events.length >= count, `${count} events arrived`);
const open = () => bench.connections();

test("a reaction is delivered to the vibe's watchers and author, each with the name visible to them", async () => {
  const [author, low, high] = [bench.addMember(2), bench.addMember(), bench.addMember(4)];
  const id = bench.content.addVibe(author);
  const watching = await Promise.all([low, high].map((actor) => bench.listen(actor, `/vibes/${id}/stream`)));
  const personal = await bench.listen(author, '/stream');
  const other = bench.content.addVibe(author);
  const otherVibe = await bench.listen(low, `/vibes/${other}/stream`);
  const { event } = (await react(high, id)).body;
  for (const listener of [...watching, personal]) await received(listener, 1);
  const [below, own] = watching;
  expect(own?.events).toEqual([{ id: String(event.ts), event: 'reaction', data: event }]);
  for (const listener of [below, personal]) {
    expect(listener?.events[0]?.data).toMatchObject({ id: event.id, userName: 'Miembro de nivel superior' });
    expect(JSON.stringify(listener?.events)).not.toContain(high.id);
  }
  const { event: ofOther } = (await react(high, other)).body;
  await received(otherVibe, 1);
  expect(otherVibe.events.map(({ data }) => data.id)).toEqual([ofOther.id]);
  expect(own?.headers.get('content-type')).toContain('text/event-stream');
  expect(own?.headers.get('cache-control')).toBe('no-store');
});

test('a reconnecting browser receives missed reactions, by header and by query', async () => {
  const { clock } = bench;
  const [fan, watcher] = [bench.addMember(), bench.addMember()];
  const id = bench.content.addVibe(bench.addMember());
  const before = await bench.listen(bench.addMember(), `/vibes/${id}/stream`);
  const stamps: number[] = [];
  for (let times = 0; times < 3; times++) {
    clock.advance(10);
    stamps.push((await react(fan, id)).body.event.ts);
  }
  // A stream opened before the service receives a reaction delivers it.
  await received(before, 3);
  const resumed = await bench.listen(watcher, `/vibes/${id}/stream`, { 'last-event-id': String(stamps[0]) });
  const byQuery = await bench.listen(watcher, `/vibes/${id}/stream?since=${stamps[1]}`);
  const lateStream = await bench.listen(watcher, `/vibes/${id}/stream`);
  clock.advance(10);
  stamps.push((await react(fan, id)).body.event.ts);
  for (const [listener, from] of [
    [resumed, 1],
    [byQuery, 2],
    [lateStream, 3],
  ] as const) {
    await received(listener, 4 - from);
    const got = new Set(listener.events.map((event) => Number(event.id)));
    expect([...got]).toEqual(stamps.slice(from));
  }
});

test('a personal stream contains the user’s events with ids and without texts', async () => {
  const [ana, leo, outsider] = [bench.addMember(), bench.addMember(), person()];
  const [anaStream, leoStream, foreignStream] = await Promise.all(
    [ana, leo, outsider].map((actor) => bench.listen(actor, '/stream')),
  );
  await bench.publishOnly(NotificationRaised, notification(ana, 'n1'));
  await bench.publishOnly(MessageSent, { messageId: 'm1', fromUserId: leo.id, toUserId: ana.id, tribeId: 100 });
  await bench.publishOnly(ChatPosted, { tribeId: 100, messageId: 'c1', parentId: '', userId: leo.id });
  if (!anaStream || !leoStream || !foreignStream) throw new Error('no stream');
  await received(anaStream, 3);
  await received(leoStream, 2);
  const byName = (listener: Listener) =>
    listener.events.toSorted((a, b) => ((a.event ?? '') < (b.event ?? '') ? -1 : 1));
  expect(byName(anaStream)).toEqual([
    { event: 'chat', data: { tribeId: 100, messageId: 'c1' } },
    { event: 'message', data: { messageId: 'm1', withUserId: leo.id, tribeId: 100 } },
    { event: 'notification', data: { notificationId: 'n1', type: 'follow' } },
  ]);
  expect(byName(leoStream)).toMatchObject([{ event: 'chat' }, { event: 'message', data: { withUserId: ana.id } }]);
  expect(await bench.receivedBy(foreignStream, outsider)).toEqual([]);
});

test('open streams receive the removal and the restoration of a message', async () => {
  const [ana, leo, outsider] = [bench.addMember(), bench.addMember(), person()];
  const [anaStream, foreignStream] = await Promise.all([ana, outsider].map((actor) => bench.listen(actor, '/stream')));
  if (!anaStream || !foreignStream) throw new Error('no stream');
  const message = { messageId: 'm2', fromUserId: leo.id, toUserId: ana.id, tribeId: 100 };
  const chat = { tribeId: 100, messageId: 'c2', userId: leo.id };
  let count = 0;
  for (const removed of [true, false]) {
    await bench.publishOnly(MessageModerated, { ...message, removed });
    await received(anaStream, ++count);
    await bench.publishOnly(ChatModerated, { ...chat, removed });
    await received(anaStream, ++count);
  }
  expect(anaStream.events).toEqual([
    { event: 'message', data: { messageId: 'm2', withUserId: leo.id, tribeId: 100, removed: true } },
    { event: 'chat', data: { tribeId: 100, messageId: 'c2', removed: true } },
    { event: 'message', data: { messageId: 'm2', withUserId: leo.id, tribeId: 100 } },
    { event: 'chat', data: { tribeId: 100, messageId: 'c2' } },
  ]);
  expect(await bench.receivedBy(foreignStream, outsider)).toEqual([]);
});

test('exactly one of twenty concurrent uses of one ticket succeeds', async () => {
  const actor = bench.addMember();
  const ticket = await ticketOf(actor);
  const requestIds = Array.from({ length: 20 }, () => unique('entry'));
  const tries = await Promise.all(
    requestIds.map((id) => bench.listen(visitorActor(), `/stream?ticket=${ticket}`, { 'x-request-id': id })),
  );
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(401)]);
  await bench.publishOnly(NotificationRaised, notification(actor, 'n'));
  const inside = tries.find(({ status }) => status === 200);
  if (inside) await received(inside, 1);
  inside?.close();
  await until(() => requestIds.every(bench.isLogged), 'all are in the log');
  const log = bench.service.logged.join('');
  expect(log).toContain('/stream');
  expect(log).not.toContain(ticket);
});

test('a personal stream needs a ticket, which is valid for a minute', async () => {
  const actor = bench.addMember();
  const { status, body } = await bench.service.as(actor).post('/stream/ticket');
  expect([status, body]).toEqual([201, { ticket: expect.stringMatching(/^[\w-]{43}$/), expiresInSec: 60 }]);
  bench.clock.advance(60_000);
  for (const path of [`/stream?ticket=${body.ticket}`, '/stream?ticket=inventado', '/stream']) {
    const { status: refused } = await bench.service.as().get(path);
    expect([path, refused]).toEqual([path, 401]);
  }
  expect((await bench.service.as().get('/stream?ticket=x')).body.code).toBe('ticket_invalid');
  expect((await bench.service.as().post('/stream/ticket')).status).toBe(401);
});

test('a ticket is invalid once its session has ended or its owner is suspended', async () => {
  const { service } = bench;
  const [leaving, suspended] = [bench.addMember(), bench.addMember()];
  const id = bench.content.addVibe(bench.addMember());
  const tickets = [await ticketOf(leaving), await ticketOf(leaving), await ticketOf(suspended)];
  bench.identity.endedSessions.add(leaving.sessionId);
  bench.identity.openSession(suspended.id, { sessionId: suspended.sessionId, status: 'suspended' });
  const [first, second, third] = tickets;
  for (const path of [`/stream?ticket=${first}`, `/vibes/${id}/stream?ticket=${second}`, `/stream?ticket=${third}`]) {
    const { status, body } = await service.as().get(path);
    expect([status, body.code]).toEqual([401, 'ticket_invalid']);
  }
});

test("a ticket gives its owner's role at the time of use", async () => {
  const { service } = bench;
  const id = bench.content.addVibe(bench.addMember());
  const formerAdmin = { ...person(), role: 'admin' as const };
  const refused = await service.as().get(`/vibes/${id}/stream?ticket=${await ticketOf(formerAdmin)}`);
  expect(refused.status).toBe(404);
});

test('only the newest tickets of a person are valid, as many as the allowed streams', async () => {
  const actor = bench.addMember();
  const tickets: string[] = [];
  for (let count = 0; count < ticketsPerUser + 3; count++) {
    tickets.push(await ticketOf(actor));
    bench.clock.advance(1);
  }
  for (const ticket of tickets.slice(0, 3)) {
    expect((await bench.service.as().get(`/stream?ticket=${ticket}`)).status).toBe(401);
  }
  const opened = await Promise.all(
    tickets.slice(3).map((ticket) => bench.listen(visitorActor(), `/stream?ticket=${ticket}`)),
  );
  expect(opened.map(({ status }) => status)).toEqual(Array(ticketsPerUser).fill(200));
});

test('a vibe stream opened with a ticket belongs to its owner, who needs access', async () => {
  const id = bench.content.addVibe(bench.addMember());
  const ticket = await ticketOf(bench.addMember());
  const watching = await bench.listen(visitorActor(), `/vibes/${id}/stream?ticket=${ticket}`);
  await react(bench.addMember(), id);
  await received(watching, 1);
  const refused = await bench.service.as().get(`/vibes/${id}/stream?ticket=${await ticketOf(person())}`);
  expect(refused.status).toBe(404);
});

test('visitors behind one address have at most twenty streams, and do not affect others', async () => {
  const id = bench.content.addVibe(bench.addMember(), { tribeId: 38 });
  const visit = (mark: string) => bench.listen(visitorActor('es', mark), `/vibes/${id}/stream`);
  const [address, before] = [unique('address'), await open()];
  const streams = await Promise.all(Array.from({ length: 40 }, () => visit(address)));
  const refused = streams.filter(({ status }) => status !== 200);
  for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([429, '30']);
  expect(await open()).toBe(before + 20);
  expect((await visit(unique('address'))).status).toBe(200);
  expect((await bench.listen(bench.addMember(), '/stream')).status).toBe(200);
});

test('a person has at most twelve open streams', async () => {
  const actor = bench.addMember();
  const before = await open();
  const streams = await Promise.all(Array.from({ length: 12 }, () => bench.listen(actor, '/stream')));
  expect(await open()).toBe(before + 12);
  const { status, body, headers } = await bench.service.as(actor).get('/stream');
  expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'too_many_streams', '30']);
  streams[0]?.close();
  await until(async () => (await open()) === before + 11, 'one is closed');
  expect((await bench.listen(actor, '/stream')).status).toBe(200);
});
