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

test('a former member of a private tribe sees neither its notifications, counts nor conversations', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner, { isPrivate: true });
  const otherTribe = bench.tribes.createTribe(owner);
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  bench.tribes.setMembership(otherTribe, ana);
  bench.tribes.setMembership(otherTribe, leo);
  bench.identity.followers.set(leo.id, [ana.id]);
  const { id: requesterId } = ana;
  const request = { tribeId: id, userId: requesterId };
  await bench.publish(JoinResolved, { ...request, status: 'approved', resolvedById: owner.id });
  const publish = (tribeId: number) =>
    bench.publish(PostPublished, PostPublished.fromPartial({ tribeId, postId: `p${tribeId}`, authorId: leo.id }));
  for (const tribeId of [id, otherTribe]) {
    await publish(tribeId);
    bench.clock.advance(1_000);
    await bench.service.as(leo).post('/messages', { toUserId: ana.id, tribeId, content: `en ${tribeId}` });
  }
  await until(async () => (await notificationsOf(ana)).length === 5, 'she has all notifications');
  expect([await unseen(ana), (await recent(ana)).length]).toEqual([5, 2]);
  expect(await waiting(ana)).toEqual({ userId: ana.id, notifications: 5, messages: 2 });

  // Without an event: memberships are cached for three seconds.
  bench.tribes.removeMembership(id, ana);
  await until(async () => (await notificationsOf(ana)).length === 3, "the tribe's notifications are hidden");
  // The result of her request is personal and stays.
  expect((await types(ana)).toSorted()).toEqual(['follow_post', 'join_request_result', 'message']);
  expect(await unseen(ana)).toBe(3);
  expect(await recent(ana)).toMatchObject([{ tribe: { id: otherTribe } }]);
  expect(await recent(ana)).toHaveLength(1);
  expect(await waiting(ana)).toEqual({ userId: ana.id, notifications: 3, messages: 1 });
  const left = JSON.stringify([await notificationsOf(ana), await recent(ana)]);
  expect(left).not.toContain(`en ${id}`);
  expect(left).not.toContain(`p${id}`);
});

test('a page of conversations is filled from tribes the viewer is still a member of', async () => {
  const [leftTribe, otherTribe] = [bench.tribes.createTribe(), bench.tribes.createTribe()];
  const ana = bench.tribes.addMember(otherTribe);
  bench.tribes.setMembership(leftTribe, ana);
  const write = async (tribeId: number) => {
    bench.clock.advance(1_000);
    const from = bench.tribes.addMember(tribeId);
    const sent = await bench.service.as(from).post('/messages', { toUserId: ana.id, tribeId, content: 'hola' });
    expect(sent.status).toBe(201);
  };
  await write(otherTribe);
  for (let count = 0; count < 3; count++) await write(leftTribe);
  await leave(leftTribe, ana);
  const page = async () => (await bench.service.as(ana).get('/messages/recent?limit=2')).body.items;
  await until(async () => (await page()).length === 1, 'only open conversations are listed');
  expect(await page()).toMatchObject([{ tribe: { id: otherTribe } }]);
});

test('a former moderator no longer sees requests to join', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner, { isPrivate: true });
  const officer = bench.tribes.addMember(id, { role: 'officer' });
  await bench.publish(JoinRequested, { tribeId: id, userId: person().id });
  expect([await types(officer), await unseen(officer)]).toEqual([['join_request'], 1]);
  bench.tribes.setMembership(id, officer);
  const role = { role: 'member', previousRole: 'officer' } as const;
  await bench.publish(MemberRoleChanged, { tribeId: id, userId: officer.id, ...role });
  // They receive their new role, and no more requests to join.
  await until(async () => !(await types(officer)).includes('join_request'), 'it is not shown');
  expect([await types(officer), await unseen(officer)]).toEqual([['membership_changed'], 1]);
  expect(await types(owner)).toEqual(['join_request']);
});

test('a notification of a post is hidden from a follower below its level', async () => {
  const id = bench.tribes.createTribe();
  const author = bench.tribes.addMember(id, { levelOrder: 3 });
  const follower = bench.tribes.addMember(id, { levelOrder: 3 });
  bench.identity.followers.set(author.id, [follower.id]);
  const post = { tribeId: id, postId: 'alta', authorId: author.id, minLevelOrder: 3 };
  await bench.publish(PostPublished, PostPublished.fromPartial({ ...post, minLevelOrder: 1 }));
  await bench.publish(PostEdited, PostEdited.fromPartial(post));
  expect([await types(follower), await unseen(follower)]).toEqual([['follow_post'], 1]);
  bench.tribes.setMembership(id, follower, { levelOrder: 2 });
  const level = { levelOrder: 2, previousLevelOrder: 3 };
  await bench.publish(MemberLevelChanged, { tribeId: id, userId: follower.id, cause: 'none', ...level });
  await until(async () => (await notificationsOf(follower)).length === 0, 'it is not shown');
  expect(await unseen(follower)).toBe(0);
});

test('the event of a notification contains its audience', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  await bench.publish(JoinRequested, { tribeId: id, userId: person().id });
  const raised = () => bench.received(NotificationRaised).filter(({ userId }) => userId === owner.id);
  await until(() => raised().length > 0, 'the event is published');
  expect(raised()).toMatchObject([{ type: 'join_request', tribeId: id, audience: 'moderators' }]);
});

test('a site admin without membership has no conversations in a tribe', async () => {
  const id = bench.tribes.createTribe();
  const [boss, ana] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  await bench.service.as(ana).post('/messages', { toUserId: boss.id, tribeId: id, content: 'hola' });
  const asAdmin = userActor(boss.id, { role: 'admin' });
  expect(await recent(asAdmin)).toHaveLength(1);
  await leave(id, boss);
  await until(async () => (await recent(asAdmin)).length === 0, 'the notification is deleted');
});

test('a deleted account leaves only its messages to others, without a name', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const follow = { userId: ana.id, followedId: leo.id, following: true };
  await bench.publish(UserFollowed, follow);
  await bench.publish(UserFollowed, { userId: leo.id, followedId: ana.id, following: true });
  await bench.service.as(ana).post('/messages', { toUserId: leo.id, tribeId: id, content: 'adiós, Leo' });
  await bench.notified();
  expect([(await types(leo)).length, (await recent(leo)).length]).toEqual([2, 1]);

  bench.identity.deleted.add(ana.id);
  await bench.publish(UserDeleted, { userId: ana.id });
  await leave(id, ana);
  // Names are cached for three seconds, or until the cache receives the event, independently of the handlers.
  await until(async () => (await recent(leo))[0].user.id === 'deleted', 'her name is no longer shown');
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

  // Nobody is left to read the conversation.
  await bench.publish(UserDeleted, { userId: leo.id });
  expect(await recent(leo)).toEqual([]);
});

test("a deleted account's likes and dislikes in a chat are deleted, and no reactions of others", async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const write = async (content: string) =>
    (await bench.service.as(leo).post(`/tribes/${id}/chat`, { content })).body.id;
  const [liked, disliked] = [await write('una'), await write('otra')];
  const react = (actor: Actor, message: string, type: string) =>
    bench.service.as(actor).post(`/tribes/${id}/chat/${message}/reaction`, { type });
  for (const actor of [ana, leo]) expect((await react(actor, liked, 'like')).status).toBe(200);
  await react(ana, disliked, 'dislike');
  await bench.publish(UserDeleted, { userId: ana.id });
  // A concurrent reaction.
  await react(ana, disliked, 'like');
  const { items } = (await bench.service.as(leo).get(`/tribes/${id}/chat`)).body;
  const counts = new Map(items.map((item: { id: string }) => [item.id, item]));
  expect(counts.get(liked)).toMatchObject({ likesCount: 1, dislikesCount: 0 });
  expect(counts.get(disliked)).toMatchObject({ likesCount: 0, dislikesCount: 0 });
});

test('late events about a deleted account notify no one', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  bench.identity.followers.set(ana.id, [leo.id]);
  await bench.publish(UserDeleted, { userId: ana.id });
  await bench.publish(UserFollowed, { userId: ana.id, followedId: leo.id, following: true });
  await bench.publish(UserFollowed, { userId: leo.id, followedId: ana.id, following: true });
  await bench.publish(PostPublished, PostPublished.fromPartial({ tribeId: id, postId: 'tarde', authorId: ana.id }));
  for (let count = 0; count < 6; count++) await bench.publish(JoinRequested, { tribeId: id, userId: ana.id });
  for (const actor of [ana, leo, owner]) expect(await notificationsOf(actor)).toEqual([]);
});

test("a message sent concurrently with its author's deletion is not in the author's list", async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  bench.identity.deleted.add(ana.id);
  await bench.publish(UserDeleted, { userId: ana.id });
  await bench.service.as(ana).post('/messages', { toUserId: leo.id, tribeId: id, content: 'tarde' });
  await bench.notified();
  expect(await types(leo)).toEqual([]);
  expect(await recent(ana)).toEqual([]);
  expect(await recent(leo)).toMatchObject([{ user: { id: 'deleted' } }]);
  // Once the other account is deleted, nobody can read it.
  await bench.publish(UserDeleted, { userId: leo.id });
  expect(await recent(leo)).toEqual([]);
});
