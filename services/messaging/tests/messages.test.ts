import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { testSecret } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { MessageSent } from '@tribus/proto/messaging/v1/events.ts';
import { MemberLevelChanged, TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const send = async (from: Actor, to: Actor | string, tribeId: number, content = 'hola', headers = {}) => {
  bench.clock.advance(1_000);
  const toUserId = typeof to === 'string' ? to : to.id;
  return bench.service.as(from).post('/messages', { toUserId, tribeId, content }, headers);
};
const withOther = (actor: Actor, other: Pick<Actor, 'id'>, tribeId: number, more = '') =>
  bench.service.as(actor).get(`/messages/with/${other.id}?tribeId=${tribeId}${more}`);
const recent = async (actor: Actor) => (await bench.service.as(actor).get('/messages/recent')).body.items;
const notificationsOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items;

test('members of one level exchange messages in order and read them by pages', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const { status, body } = await send(ana, leo, id, ' hola ');
  expect([status, body]).toMatchObject([
    201,
    { from: { id: ana.id }, to: { id: leo.id, name: `Nombre de ${leo.id}` }, content: 'hola', tribe: { id } },
  ]);
  await send(leo, ana, id, '¿qué tal?');
  await send(ana, leo, id, 'bien');
  const last = (await withOther(leo, ana, id, '&limit=2')).body;
  expect(last).toMatchObject({ user: { id: ana.id }, tribe: { id, name: `Tribu ${id}` }, canWrite: true });
  const texts = (page: { items: { content: string }[] }) => page.items.map(({ content }) => content);
  expect(texts(last)).toEqual(['¿qué tal?', 'bien']);
  const first = (await withOther(leo, ana, id, `&limit=2&before=${last.nextBefore}`)).body;
  expect([texts(first), first.nextBefore]).toEqual([['hola'], null]);
  expect((await withOther(leo, bench.tribes.addMember(id), id, `&before=${last.nextBefore}`)).body.code).toBe(
    'bad_cursor',
  );
});

test('a message to oneself, a non-member or a pending requester, or by a non-member, is rejected', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const waiting = bench.tribes.addMember(id, { status: 'pending', levelOrder: 0 });
  expect((await send(ana, ana, id)).body).toMatchObject({ code: 'cannot_message_self' });
  for (const [from, to] of [
    [ana, person()],
    [ana, waiting],
    [waiting, ana],
    [person(), leo],
  ] as const) {
    const { status, body } = await send(from, to, id);
    expect([status, body.code]).toEqual([403, 'message_not_allowed']);
  }
  expect((await send(ana, leo, bench.tribes.createTribe())).body.code).toBe('message_not_allowed');
  expect((await send(ana, leo, 7)).status).toBeGreaterThanOrEqual(403);
  expect((await send(ana, leo, id, '')).body.code).toBe('message_empty');
  expect((await send(ana, leo, id, 'x'.repeat(2_001))).body.code).toBe('message_length');
  expect((await withOther(waiting, ana, id)).body.code).toBe('membership_required');
});

test('members of different levels cannot exchange messages; moderators can with all members', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const officer = bench.tribes.addMember(id, { role: 'officer', levelOrder: 2 });
  const [low, high] = [bench.tribes.addMember(id), bench.tribes.addMember(id, { levelOrder: 3 })];
  for (const [from, to] of [
    [low, high],
    [high, low],
  ] as const)
    expect((await send(from, to, id)).body.code).toBe('message_not_allowed');
  expect((await withOther(high, low, id)).body.canWrite).toBe(false);
  for (const moderator of [owner, officer])
    for (const member of [low, high]) {
      expect((await send(moderator, member, id)).status).toBe(201);
      expect((await send(member, moderator, id)).status).toBe(201);
    }
});

test('a hidden person is not found by their real id, and neither side can write to the other', async () => {
  const id = bench.tribes.createTribe();
  const [low, high] = [bench.tribes.addMember(id), bench.tribes.addMember(id, { levelOrder: 3 })];
  const pseudonym = new UserPresenter(testSecret).pseudonyms.of(low, high.id, id);
  const { status, body } = await withOther(low, high, id);
  expect([status, body.code, JSON.stringify(body).includes('hidden-')]).toEqual([404, 'not_found', false]);
  for (const known of [high.id, pseudonym]) expect((await send(low, known, id)).body.code).toBe('message_not_allowed');
  const unwritten = (await withOther(low, { id: pseudonym }, id)).body;
  expect(unwritten).toMatchObject({ items: [], user: { id: 'deleted' }, canWrite: false });
});

test('a conversation is readable from the list and the notification after one of the two became hidden', async () => {
  const id = bench.tribes.createTribe();
  const [low, risen] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  await send(risen, low, id, 'antes');
  await until(async () => (await notificationsOf(low)).length === 1, 'they are notified');
  bench.tribes.setMembership(id, risen, { levelOrder: 3 });
  await bench.publish(MemberLevelChanged, {
    tribeId: id,
    userId: risen.id,
    levelOrder: 3,
    previousLevelOrder: 1,
    cause: 'none',
  });
  await until(async () => (await recent(low))[0].user.restrictedHigher, 'messaging received the change');
  const [{ withUserId, user, unread }] = await recent(low);
  expect([withUserId, unread]).toEqual([user.id, 1]);
  expect((await notificationsOf(low))[0].data.fromUserId).toBe(withUserId);
  const read = (await withOther(low, { id: withUserId }, id)).body;
  expect(read).toMatchObject({ items: [{ content: 'antes', fromUserId: withUserId }], canWrite: false });
  expect(JSON.stringify(read)).not.toContain(risen.id);
  await until(async () => (await recent(low))[0].unread === 0, 'it is read');

  bench.tribes.setMembership(id, low, { levelOrder: 3 });
  const levelled = { tribeId: id, userId: low.id, levelOrder: 3, previousLevelOrder: 1, cause: 'none' } as const;
  await bench.publish(MemberLevelChanged, levelled);
  await until(async () => !(await recent(low))[0].user.restrictedHigher, 'the other is shown by name');
  // Their messages would reveal whose pseudonym it was.
  expect((await withOther(low, { id: withUserId }, id)).body).toMatchObject({ items: [], user: { id: 'deleted' } });
});

test('reading an older page leaves newer messages unread, with their notification', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  for (const content of ['una', 'dos']) await send(leo, ana, id, content);
  const { nextBefore } = (await withOther(ana, leo, id, '&limit=1')).body;
  await bench.notified();
  expect(await notificationsOf(ana)).toEqual([]);
  await send(leo, ana, id, 'tres');
  await bench.notified();
  const older = (await withOther(ana, leo, id, `&limit=1&before=${nextBefore}`)).body;
  expect(older.items).toMatchObject([{ content: 'una' }]);
  expect(await recent(ana)).toMatchObject([{ unread: 1 }]);
  expect(await notificationsOf(ana)).toMatchObject([{ type: 'message' }]);
  await withOther(ana, leo, id);
  expect([await recent(ana), await notificationsOf(ana)]).toMatchObject([[{ unread: 0 }], []]);
});

test('each conversation is listed once, the newest first, with its unread count until it is read', async () => {
  const [one, two] = [bench.tribes.createTribe(), bench.tribes.createTribe()];
  const [ana, leo, eva] = [bench.tribes.addMember(one), bench.tribes.addMember(one), bench.tribes.addMember(one)];
  for (const actor of [ana, leo]) bench.tribes.setMembership(two, actor);
  await send(leo, ana, one, 'uno');
  await send(leo, ana, one, 'dos');
  await send(eva, ana, one, 'yo también');
  await send(leo, ana, two, 'en la otra');
  const items = await recent(ana);
  expect(items).toMatchObject([
    { user: { id: leo.id }, tribe: { id: two }, lastMessage: { content: 'en la otra' }, unread: 1 },
    { user: { id: eva.id }, tribe: { id: one }, lastMessage: { fromUserId: eva.id }, unread: 1 },
    { user: { id: leo.id }, tribe: { id: one }, lastMessage: { content: 'dos' }, unread: 2 },
  ]);
  expect(await recent(leo)).toMatchObject([{ unread: 0 }, { unread: 0, lastMessage: { fromUserId: leo.id } }]);
  expect((await bench.rpc.getUnreadCounts({ userIds: [ana.id, leo.id] })).counts).toMatchObject([
    { userId: ana.id, messages: 4 },
    { userId: leo.id, messages: 0, notifications: 0 },
  ]);
  await withOther(ana, leo, one);
  expect((await recent(ana)).map(({ unread }: { unread: number }) => unread)).toEqual([1, 1, 0]);
});

test('answering marks earlier messages of that conversation only as read', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo, eva] = [bench.tribes.addMember(id), bench.tribes.addMember(id), bench.tribes.addMember(id)];
  for (const content of ['una', 'dos']) await send(leo, ana, id, content);
  await send(eva, ana, id, 'yo también');
  await bench.notified();
  await send(ana, leo, id, 'voy');
  expect(await recent(ana)).toMatchObject([
    { user: { id: leo.id }, lastMessage: { content: 'voy' }, unread: 0 },
    { user: { id: eva.id }, unread: 1 },
  ]);
  expect(await notificationsOf(ana)).toMatchObject([{ type: 'message', data: { fromUserId: eva.id } }]);
  expect(await recent(leo)).toMatchObject([{ unread: 1 }]);
  await send(leo, ana, id, 'tres');
  expect(await recent(ana)).toMatchObject([{ unread: 1, lastMessage: { content: 'tres' } }, { unread: 1 }]);
});

test('unread messages are counted separately, also after notifications are seen', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const counts = async () => (await bench.service.as(ana).get('/notifications/count')).body;
  expect(await counts()).toEqual({ count: 0, messages: 0 });
  for (const content of ['una', 'dos']) await send(leo, ana, id, content);
  await bench.notified();
  expect(await counts()).toEqual({ count: 1, messages: 2 });
  await bench.service.as(ana).post('/notifications/seen');
  expect(await counts()).toEqual({ count: 0, messages: 2 });
  await withOther(ana, leo, id);
  expect(await counts()).toEqual({ count: 0, messages: 0 });
});

test('messages raise one notification until they are read, and another afterwards', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  await send(leo, ana, id);
  await send(leo, ana, id);
  await until(async () => (await notificationsOf(ana)).length > 0, 'she is notified');
  expect(await notificationsOf(ana)).toMatchObject([
    { type: 'message', seen: false, data: { fromUserId: leo.id, fromUserName: `Nombre de ${leo.id}`, tribeId: id } },
  ]);
  await until(
    async () => bench.received(MessageSent).filter(({ toUserId }) => toUserId === ana.id).length === 2,
    'both are published',
  );
  await until(async () => {
    await withOther(ana, leo, id);
    return (await notificationsOf(ana)).length === 0;
  }, 'reading deletes the notification');
  await send(leo, ana, id);
  await until(async () => (await notificationsOf(ana)).length === 1, 'she is notified again');
  expect(await notificationsOf(leo)).toEqual([]);
});

test('a message repeated twenty times concurrently is written and published once', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const key = { 'idempotency-key': unique('message') };
  const responses = await Promise.all(Array.from({ length: 20 }, () => send(ana, leo, id, 'una vez', key)));
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect((await withOther(leo, ana, id)).body.items).toHaveLength(1);
  await send(ana, leo, id, 'la última');
  const about = () => bench.received(MessageSent).filter(({ toUserId }) => toUserId === leo.id);
  await until(() => about().length >= 2, 'both are published');
  expect(about()).toHaveLength(2);
  expect((await send(ana, leo, id, 'otra cosa', key)).body.code).toBe('idempotency_conflict');
});

test('deleting a tribe deletes its conversations, and the list works during the deletion', async () => {
  const [deletedTribe, otherTribe] = [bench.tribes.createTribe(), bench.tribes.createTribe()];
  const ana = bench.tribes.addMember(deletedTribe);
  bench.tribes.setMembership(otherTribe, ana);
  const [leo, eva] = [bench.tribes.addMember(deletedTribe), bench.tribes.addMember(otherTribe)];
  await send(leo, ana, deletedTribe);
  await send(eva, ana, otherTribe);
  bench.tribes.removeTribe(deletedTribe);
  const left = async () => (await recent(ana)).map(({ tribe }: { tribe: { id: number } }) => tribe.id);
  // Cached for at most three seconds; absent then, and after the event.
  await bench.publish(TribeDeleted, { tribeId: deletedTribe });
  await until(async () => (await left()).length === 1, 'the conversation is deleted');
  expect(await left()).toEqual([otherTribe]);
  await until(async () => (await withOther(ana, leo, deletedTribe)).status === 404, 'the tribe is no longer cached');
});
