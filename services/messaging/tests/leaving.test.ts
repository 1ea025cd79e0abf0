import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostEdited, PostPublished } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted, UserFollowed } from '@tribus/proto/identity/v1/events.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import {
  JoinRequested,
  JoinResolved,
  MemberLeft,
  MemberLevelChanged,
  MemberRoleChanged,
} from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const notificationsOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items;
const types = async (actor: Actor) => (await notificationsOf(actor)).map(({ type }: { type: string }) => type);
const unseen = async (actor: Actor) => (await bench.service.as(actor).get('/notifications/count')).body.count;
const recent = async (actor: Actor) => (await bench.service.as(actor).get('/messages/recent')).body.items;
const waiting = async ({ id }: Actor) => (await bench.rpc.getUnreadCounts({ userIds: [id] })).counts[0];

const leave = async (tribeId: number, actor: Actor) => {
  bench.tribes.removeMembership(tribeId, actor);
  await bench.publish(MemberLeft, { tribeId, userId: actor.id, reason: 'left' });
};

test('who left a private tribe is told nothing of it any more: no notification, no number, no conversation', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner, { isPrivate: true });
  const kept = bench.tribes.createTribe(owner);
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  bench.tribes.setMembership(kept, ana);
  bench.tribes.setMembership(kept, leo);
  bench.identity.followers.set(leo.id, [ana.id]);
  const { id: askerId } = ana;
  const request = { tribeId: id, tribeName: `Tribu ${id}`, userId: askerId };
  await bench.publish(JoinResolved, { ...request, status: 'approved', resolvedById: owner.id });
  const publish = (tribeId: number) =>
    bench.publish(PostPublished, PostPublished.fromPartial({ tribeId, postId: `p${tribeId}`, authorId: leo.id }));
  for (const tribeId of [id, kept]) {
    await publish(tribeId);
    bench.clock.advance(1_000);
    await bench.service.as(leo).post('/messages', { toUserId: ana.id, tribeId, content: `en ${tribeId}` });
  }
  await until(async () => (await notificationsOf(ana)).length === 5, 'she is told of all');
  expect([await unseen(ana), (await recent(ana)).length]).toEqual([5, 2]);
  expect(await waiting(ana)).toEqual({ userId: ana.id, notifications: 5, messages: 2 });

  // Nobody says so: what is remembered of a membership is believed for three seconds.
  bench.tribes.removeMembership(id, ana);
  await until(async () => (await notificationsOf(ana)).length === 3, 'what is of the tribe is gone');
  // That she was let in once is hers to know.
  expect((await types(ana)).toSorted()).toEqual(['follow_post', 'join_request_result', 'message']);
  expect(await unseen(ana)).toBe(3);
  expect(await recent(ana)).toMatchObject([{ tribe: { id: kept } }]);
  expect(await recent(ana)).toHaveLength(1);
  expect(await waiting(ana)).toEqual({ userId: ana.id, notifications: 3, messages: 1 });
  const left = JSON.stringify([await notificationsOf(ana), await recent(ana)]);
  expect(left).not.toContain(`en ${id}`);
  expect(left).not.toContain(`p${id}`);
});

test('a full page of conversations is of tribes that are still open to the reader', async () => {
  const [gone, kept] = [bench.tribes.createTribe(), bench.tribes.createTribe()];
  const ana = bench.tribes.addMember(kept);
  bench.tribes.setMembership(gone, ana);
  const write = async (tribeId: number) => {
    bench.clock.advance(1_000);
    const from = bench.tribes.addMember(tribeId);
    const sent = await bench.service.as(from).post('/messages', { toUserId: ana.id, tribeId, content: 'hola' });
    expect(sent.status).toBe(201);
  };
  await write(kept);
  for (let count = 0; count < 3; count++) await write(gone);
  await leave(gone, ana);
  const page = async () => (await bench.service.as(ana).get('/messages/recent?limit=2')).body.items;
  await until(async () => (await page()).length === 1, 'only what is open is listed');
  expect(await page()).toMatchObject([{ tribe: { id: kept } }]);
});

test('who looks after the tribe no more is not shown who asks to join', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner, { isPrivate: true });
  const officer = bench.tribes.addMember(id, { role: 'officer' });
  await bench.publish(JoinRequested, { tribeId: id, tribeName: 'x', userId: person().id });
  expect([await types(officer), await unseen(officer)]).toEqual([['join_request'], 1]);
  bench.tribes.setMembership(id, officer);
  const role = { role: 'member', previousRole: 'officer' } as const;
  await bench.publish(MemberRoleChanged, { tribeId: id, userId: officer.id, ...role });
  // They are told what they are now, and no more of who asks.
  await until(async () => !(await types(officer)).includes('join_request'), 'it is not shown');
  expect([await types(officer), await unseen(officer)]).toEqual([['membership_changed'], 1]);
  expect(await types(owner)).toEqual(['join_request']);
});

test('a notification of a post that got a level is not shown to who has sunk below it', async () => {
  const id = bench.tribes.createTribe();
  const author = bench.tribes.addMember(id, { levelOrder: 3 });
  const reader = bench.tribes.addMember(id, { levelOrder: 3 });
  bench.identity.followers.set(author.id, [reader.id]);
  const post = { tribeId: id, postId: 'alta', authorId: author.id, minLevelOrder: 3 };
  await bench.publish(PostPublished, PostPublished.fromPartial({ ...post, minLevelOrder: 1 }));
  await bench.publish(PostEdited, PostEdited.fromPartial(post));
  expect([await types(reader), await unseen(reader)]).toEqual([['follow_post'], 1]);
  bench.tribes.setMembership(id, reader, { levelOrder: 2 });
  const level = { levelOrder: 2, previousLevelOrder: 3 };
  await bench.publish(MemberLevelChanged, { tribeId: id, userId: reader.id, cause: 'none', ...level });
  await until(async () => (await notificationsOf(reader)).length === 0, 'it is not shown');
  expect(await unseen(reader)).toBe(0);
});

test('what is said of a notice names those who may get it when it is delivered', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  await bench.publish(JoinRequested, { tribeId: id, tribeName: 'x', userId: person().id });
  const raised = () => bench.received(NotificationRaised).filter(({ userId }) => userId === owner.id);
  await until(() => raised().length > 0, 'it is said');
  expect(raised()).toMatchObject([{ type: 'join_request', tribeId: id, audience: 'moderators' }]);
});

test('a site admin who is no member has no conversations there', async () => {
  const id = bench.tribes.createTribe();
  const [boss, ana] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  await bench.service.as(ana).post('/messages', { toUserId: boss.id, tribeId: id, content: 'hola' });
  const asAdmin = userActor(boss.id, { role: 'admin' });
  expect(await recent(asAdmin)).toHaveLength(1);
  await leave(id, boss);
  await until(async () => (await recent(asAdmin)).length === 0, 'it is gone');
});

test('of who deletes their account nothing is left but what they wrote to others, under no name', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const follow = { userId: ana.id, followedId: leo.id, following: true };
  await bench.publish(UserFollowed, follow);
  await bench.publish(UserFollowed, { userId: leo.id, followedId: ana.id, following: true });
  await bench.service.as(ana).post('/messages', { toUserId: leo.id, tribeId: id, content: 'adiós, Leo' });
  await bench.announced();
  expect([(await types(leo)).length, (await recent(leo)).length]).toEqual([2, 1]);

  bench.identity.deleted.add(ana.id);
  await bench.publish(UserDeleted, { userId: ana.id });
  await leave(id, ana);
  // Names are remembered for three seconds, or until their cache hears of the event, apart from the handlers.
  await until(async () => (await recent(leo))[0].user.id === 'deleted', 'her name is forgotten');
  expect(await notificationsOf(leo)).toEqual([]);
  expect(await notificationsOf(ana)).toEqual([]);
  expect(await recent(ana)).toEqual([]);
  expect(await recent(leo)).toMatchObject([
    {
      user: { id: 'deleted', name: 'Usuario eliminado' },
      lastMessage: { content: 'adiós, Leo', fromUserId: 'deleted' },
    },
  ]);
  const [{ withUserId }] = await recent(leo);
  expect((await bench.service.as(leo).get(`/messages/with/${withUserId}?tribeId=${id}`)).body).toMatchObject({
    items: [{ content: 'adiós, Leo', from: { name: 'Usuario eliminado' } }],
    user: { id: 'deleted' },
    canWrite: false,
  });

  // Nobody is left who could read it.
  await bench.publish(UserDeleted, { userId: leo.id });
  expect(await recent(leo)).toEqual([]);
});

test('their likes and dislikes in a chat go with them, those of others stay', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const say = async (content: string) => (await bench.service.as(leo).post(`/tribes/${id}/chat`, { content })).body.id;
  const [liked, disliked] = [await say('una'), await say('otra')];
  const react = (actor: Actor, message: string, type: string) =>
    bench.service.as(actor).post(`/tribes/${id}/chat/${message}/reaction`, { type });
  for (const actor of [ana, leo]) expect((await react(actor, liked, 'like')).status).toBe(200);
  await react(ana, disliked, 'dislike');
  await bench.publish(UserDeleted, { userId: ana.id });
  // One that was on its way.
  await react(ana, disliked, 'like');
  const { items } = (await bench.service.as(leo).get(`/tribes/${id}/chat`)).body;
  const counts = new Map(items.map((item: { id: string }) => [item.id, item]));
  expect(counts.get(liked)).toMatchObject({ likesCount: 1, dislikesCount: 0 });
  expect(counts.get(disliked)).toMatchObject({ likesCount: 0, dislikesCount: 0 });
});

test('what happened before somebody went and is heard of later notifies nobody of them', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  bench.identity.followers.set(ana.id, [leo.id]);
  await bench.publish(UserDeleted, { userId: ana.id });
  await bench.publish(UserFollowed, { userId: ana.id, followedId: leo.id, following: true });
  await bench.publish(UserFollowed, { userId: leo.id, followedId: ana.id, following: true });
  await bench.publish(PostPublished, PostPublished.fromPartial({ tribeId: id, postId: 'tarde', authorId: ana.id }));
  for (let count = 0; count < 6; count++)
    await bench.publish(JoinRequested, { tribeId: id, tribeName: 'x', userId: ana.id });
  for (const actor of [ana, leo, owner]) expect(await notificationsOf(actor)).toEqual([]);
});

test('a message that was on its way when its author went is in no list of theirs', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  bench.identity.deleted.add(ana.id);
  await bench.publish(UserDeleted, { userId: ana.id });
  await bench.service.as(ana).post('/messages', { toUserId: leo.id, tribeId: id, content: 'tarde' });
  await bench.announced();
  expect(await types(leo)).toEqual([]);
  expect(await recent(ana)).toEqual([]);
  expect(await recent(leo)).toMatchObject([{ user: { id: 'deleted' } }]);
  // With the other's account it has no reader any more.
  await bench.publish(UserDeleted, { userId: leo.id });
  expect(await recent(leo)).toEqual([]);
});
