import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostDeleted, PostPublished } from '@tribus/proto/content/v1/events.ts';
import { UserFollowed } from '@tribus/proto/identity/v1/events.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import { JoinRequested, JoinResolved, MemberLevelChanged, TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  bench.tribes.addTribe({ id: 38, name: 'hominini', isHominini: true });
});
afterAll(() => bench.close());

const notificationsOf = async (actor: Actor, more = '') =>
  (await bench.service.as(actor).get(`/notifications${more}`)).body.items;
const unseen = async (actor: Actor) => (await bench.service.as(actor).get('/notifications/count')).body.count;
const follow = (from: Actor, to: Actor) =>
  bench.publish(UserFollowed, { userId: from.id, followedId: to.id, following: true });

const raisedTo = ({ id }: Actor) => bench.received(NotificationRaised).filter(({ userId }) => userId === id);

test('a pending request to join is always listed, also after cancelled requests; five an hour are pushed', async () => {
  const [owner, requester] = [person(), person()];
  const id = bench.tribes.createTribe(owner, { isPrivate: true });
  const request = { tribeId: id, userId: requester.id };
  const counts: number[] = [];
  for (let round = 0; round < 7; round++) {
    await bench.publish(JoinRequested, request);
    counts.push(await unseen(owner));
    // A notification that is deleted at once may never be pushed.
    if (round < 5) await until(() => raisedTo(owner).length > round, 'it is pushed');
    await bench.publish(JoinResolved, { ...request, status: 'cancelled', resolvedById: requester.id });
    expect(await notificationsOf(owner)).toEqual([]);
  }
  expect(counts).toEqual(Array(7).fill(1));
  const last = await bench.publish(JoinRequested, request);
  await bench.redeliver(last);
  expect(await notificationsOf(owner)).toMatchObject([
    { type: 'join_request', data: { tribeId: id, requesterId: requester.id } },
  ]);
  bench.clock.advance(hourMs);
  await bench.publish(JoinResolved, { ...request, status: 'cancelled', resolvedById: requester.id });
  await bench.publish(JoinRequested, request);
  expect(await notificationsOf(owner)).toHaveLength(1);
  // Events are handled in order: after the last event all earlier events are handled.
  await until(() => raisedTo(owner).length >= 6, 'the request of the next hour is pushed');
  expect(raisedTo(owner)).toHaveLength(6);
});

test('all moderators of a large tribe are notified of a request to join', async () => {
  const id = bench.tribes.createTribe(person(), { isPrivate: true });
  const officers = Array.from({ length: 205 }, () => bench.tribes.addMember(id, { role: 'officer' }));
  await bench.publish(JoinRequested, { tribeId: id, userId: person().id });
  for (const officer of [officers[0], officers[204]]) expect(await unseen(officer as Actor)).toBe(1);
});

test('followers are notified of at most twenty posts of one author an hour', async () => {
  const [author, follower] = [person(), person()];
  bench.identity.followers.set(author.id, [follower.id]);
  const publish = (postId: string) =>
    bench.publish(PostPublished, PostPublished.fromPartial({ tribeId: 38, postId, authorId: author.id }));
  for (let index = 0; index < 22; index++) await publish(`p${index}`);
  expect(await unseen(follower)).toBe(20);
});

test('a deleted notification is not restored by a redelivered event', async () => {
  const [ana, leo] = [person(), person()];
  const event = await follow(leo, ana);
  const [notification] = await notificationsOf(ana);
  expect((await bench.service.as(ana).delete(`/notifications/${notification.id}`)).body).toEqual({ ok: true });
  await bench.redeliver(event);
  expect(await notificationsOf(ana)).toEqual([]);
  expect((await bench.service.as(ana).delete(`/notifications/${notification.id}`)).status).toBe(404);
});

test('moderators are notified of a request to join until it is resolved, the requester of the result', async () => {
  const [owner, requester] = [person(), person()];
  const id = bench.tribes.createTribe(owner, { isPrivate: true });
  const officer = bench.tribes.addMember(id, { role: 'officer' });
  const member = bench.tribes.addMember(id);
  const request = { tribeId: id, userId: requester.id };
  for (const status of ['approved', 'rejected', 'cancelled'] as const) {
    const event = await bench.publish(JoinRequested, request);
    await bench.redeliver(event);
    for (const moderator of [owner, officer]) {
      expect(await notificationsOf(moderator)).toMatchObject([
        {
          type: 'join_request',
          data: { tribeId: id, requesterId: requester.id, requesterName: `Nombre de ${requester.id}` },
        },
      ]);
    }
    const resolved = await bench.publish(JoinResolved, { ...request, status, resolvedById: owner.id });
    await bench.redeliver(resolved);
    for (const actor of [owner, officer, member]) expect(await notificationsOf(actor)).toEqual([]);
  }
  const results = await notificationsOf(requester);
  expect(results.map(({ type }: { type: string }) => type)).toEqual(['join_request_result', 'join_request_result']);
  expect(results.map(({ data }: { data: { status: string } }) => data.status).toSorted()).toEqual([
    'approved',
    'rejected',
  ]);
  expect(results[0].data).toMatchObject({ tribeId: id, tribeName: `Tribu ${id}` });
});

test('a post notifies the followers who may see it, and its deletion deletes the notifications', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner, { isPrivate: true });
  const author = bench.tribes.addMember(id);
  const [equal, high] = [bench.tribes.addMember(id), bench.tribes.addMember(id, { levelOrder: 3 })];
  const officer = bench.tribes.addMember(id, { role: 'officer' });
  const waiting = bench.tribes.addMember(id, { status: 'pending', levelOrder: 0 });
  const followers = [equal, high, officer, waiting, person(), owner, author];
  bench.identity.followers.set(
    author.id,
    followers.map((each) => each.id),
  );
  const publish = (postId: string, minLevelOrder: number) =>
    bench.publish(
      PostPublished,
      PostPublished.fromPartial({ tribeId: id, postId, authorId: author.id, kind: 'post', minLevelOrder }),
    );
  const notifiedAbout = async (postId: string) => {
    const all = await Promise.all(followers.map(async (each) => [each, await notificationsOf(each)] as const));
    return all
      .filter(([, items]) => items.some((item: { data: { postId: string } }) => item.data.postId === postId))
      .map(([each]) => each);
  };
  const event = await publish('abierta', 1);
  await bench.redeliver(event);
  expect(await notifiedAbout('abierta')).toEqual([equal, high, officer, owner]);
  expect(await notificationsOf(equal)).toHaveLength(1);
  await publish('alta', 3);
  expect(await notifiedAbout('alta')).toEqual([high, officer, owner]);
  await bench.publish(PostDeleted, PostDeleted.fromPartial({ tribeId: id, postId: 'abierta' }));
  expect(await notifiedAbout('abierta')).toEqual([]);
});

test('a post in hominini notifies followers without a tribe', async () => {
  const [author, follower] = [person(), person()];
  bench.identity.followers.set(author.id, [follower.id]);
  await bench.publish(
    PostPublished,
    PostPublished.fromPartial({ tribeId: 38, postId: 'p', authorId: author.id, minLevelOrder: 1 }),
  );
  expect(await notificationsOf(follower)).toMatchObject([
    { type: 'follow_post', data: { postId: 'p', tribeName: 'hominini', authorId: author.id } },
  ]);
});

test('a person who follows after the publication is not notified, also by a late event', async () => {
  const [author, before, since] = [person(), person(), person()];
  bench.identity.followers.set(author.id, [before.id, since.id]);
  bench.identity.followsSince.set(before.id, bench.clock.now());
  bench.identity.followsSince.set(since.id, new Date(bench.clock.now().getTime() + 1));
  await bench.publish(PostPublished, PostPublished.fromPartial({ tribeId: 38, postId: 'q', authorId: author.id }));
  expect(await notificationsOf(before)).toHaveLength(1);
  expect(await notificationsOf(since)).toEqual([]);
});

test('names are resolved as currently visible to the viewer', async () => {
  const id = bench.tribes.createTribe();
  const [low, risen] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  await bench.service.as(risen).post('/messages', { toUserId: low.id, tribeId: id, content: 'hola' });
  const fromOf = async (viewer: Actor) => (await notificationsOf(viewer))[0]?.data.fromUserName;
  await until(async () => (await fromOf(low)) === `Nombre de ${risen.id}`, 'they are notified');
  bench.tribes.setMembership(id, risen, { levelOrder: 4 });
  const level = { levelOrder: 4, previousLevelOrder: 1 };
  await bench.publish(MemberLevelChanged, { tribeId: id, userId: risen.id, cause: 'none', ...level });
  await until(async () => (await fromOf(low)) === 'Miembro de nivel superior', 'messaging received the change');
  const [notification] = await notificationsOf(low);
  expect(notification.data.fromUserAvatarUrl).toBe('emoji:🕶️');
  expect(JSON.stringify(notification)).not.toContain(risen.id);
  expect(await fromOf(userActor(low.id, { language: 'en' }))).toBe('Higher-level member');
});

test('notifications are counted, marked as seen and paged for their owner only', async () => {
  const [ana, other] = [person(), person()];
  for (let index = 0; index < 5; index++) {
    bench.clock.advance(1_000);
    await follow(person(`seguidor-${index}`), ana);
  }
  expect(await unseen(ana)).toBe(5);
  const first = (await bench.service.as(ana).get('/notifications?limit=3')).body;
  const names = (items: { data: { fromUserId: string } }[]) => items.map(({ data }) => data.fromUserId);
  expect(names(first.items)).toEqual(['seguidor-4', 'seguidor-3', 'seguidor-2']);
  const second = (await bench.service.as(ana).get(`/notifications?limit=3&cursor=${first.nextCursor}`)).body;
  expect([names(second.items), second.nextCursor]).toEqual([['seguidor-1', 'seguidor-0'], null]);
  expect((await bench.service.as(other).get(`/notifications?cursor=${first.nextCursor}`)).body.code).toBe('bad_cursor');
  expect((await bench.service.as(other).delete(`/notifications/${first.items[0].id}`)).status).toBe(404);
  expect((await bench.service.as(ana).post('/notifications/seen')).body).toEqual({ ok: true });
  expect(await unseen(ana)).toBe(0);
  expect((await notificationsOf(ana)).every(({ seen }: { seen: boolean }) => seen)).toBe(true);
  expect((await bench.rpc.getUnreadCounts({ userIds: [ana.id] })).counts).toEqual([
    { userId: ana.id, notifications: 0, messages: 0 },
  ]);
  expect((await bench.service.as().get('/notifications')).status).toBe(401);
});

test('a notification that arrives after the list was read stays unseen', async () => {
  const ana = person();
  for (let count = 0; count < 2; count++) await follow(person(), ana);
  const [{ id, createdAt }] = await notificationsOf(ana);
  bench.clock.advance(1);
  await follow(person('despues'), ana);
  const client = bench.service.as(ana);
  expect((await client.post('/notifications/seen', { upTo: { createdAt, id } })).status).toBe(200);
  expect((await notificationsOf(ana)).map(({ seen }: { seen: boolean }) => seen)).toEqual([false, true, true]);
  expect(await unseen(ana)).toBe(1);
  expect((await client.post('/notifications/seen', { upTo: { createdAt: 'ayer', id } })).status).toBe(400);
});

test("a tribe's notifications are deleted with it, and hidden from users who can no longer read it", async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner, { isPrivate: true });
  await bench.publish(JoinRequested, { tribeId: id, userId: person().id });
  expect(await notificationsOf(owner)).toHaveLength(1);
  await bench.publish(TribeDeleted, { tribeId: id });
  expect(await notificationsOf(owner)).toEqual([]);
  expect(await unseen(owner)).toBe(0);
});

test('messaging returns the specification’s error without its database and keeps running', async () => {
  // The driver searches for its server until the time limit, so a factor of 10 would take 18 s.
  const alone = await openBench({ MONGODB_URL: 'mongodb://127.0.0.1:1/nada', TIME_LIMITS_FACTOR: '3' });
  try {
    const owner = person();
    const id = alone.tribes.createTribe(owner);
    const client = alone.service.as(owner);
    const responses = await Promise.all([
      client.get(`/tribes/${id}/chat`),
      client.post(`/tribes/${id}/chat`, { content: 'x' }),
      client.get('/messages/recent'),
      client.post('/messages', {
        toUserId: alone.tribes.addMember(id, { role: 'officer' }).id,
        tribeId: id,
        content: 'x',
      }),
      client.get('/notifications'),
      client.get('/notifications/count'),
      client.post('/notifications/seen'),
    ]);
    for (const { status, body, headers } of responses) {
      expect([status, body.code]).toEqual([503, 'messaging_unavailable']);
      expect(body.error).toBe('Mensajería no disponible (pendiente configurar base de datos).');
      expect(headers.get('retry-after')).toBe('5');
    }
    // A user without write access gets the usual error, not the database's.
    expect((await alone.service.as(admin).post(`/tribes/${id}/chat`, { content: unique('x') })).status).toBe(403);
    expect((await fetch(`${alone.service.opsUrl}/healthz`)).status).toBe(200);
    expect((await fetch(`${alone.service.opsUrl}/readyz`)).status).toBe(503);
  } finally {
    await alone.close();
  }
});
