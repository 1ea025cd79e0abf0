import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listedBlocksMax } from '@tribus/community/limits.ts';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostPublished } from '@tribus/proto/content/v1/events.ts';
import { MutesChanged, UserBlocked, UserFollowed } from '@tribus/proto/identity/v1/events.ts';
import { JoinRequested, MemberLevelChanged } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = (actor: Actor) => bench.service.as(actor);
const send = (from: Actor, to: Actor, tribeId: number, content = 'hola') =>
  as(from).post('/messages', { toUserId: to.id, tribeId, content });
const write = async (by: Actor, tribeId: number, content: string, parentId?: string) => {
  bench.clock.advance(1_000);
  return as(by).post(`/tribes/${tribeId}/chat`, { content, parentId });
};
const recent = async (actor: Actor) => (await as(actor).get('/messages/recent')).body.items;
const notificationsOf = async (actor: Actor) => (await as(actor).get('/notifications')).body.items;
const countsOf = async (actor: Actor) => {
  const { counts } = await bench.rpc.getUnreadCounts({ userIds: [actor.id] });
  return counts[0];
};

/** Adds a block, and waits until the service's cache has received it. */
async function block(by: Actor, blocked: Actor, tribeId = 0): Promise<void> {
  bench.identity.block(by.id, blocked.id, tribeId);
  await bench.publishOnly(UserBlocked, { userId: by.id, blockedId: blocked.id, tribeId });
}

test('a block hides a conversation from both, with its messages, notification and count', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo, eva] = [bench.tribes.addMember(id), bench.tribes.addMember(id), bench.tribes.addMember(id)];
  await send(leo, ana, id);
  await send(eva, ana, id);
  await until(async () => (await notificationsOf(ana)).length === 2, 'both are announced');
  await block(ana, leo);
  await until(async () => (await recent(ana)).length === 1, 'the conversation is hidden');
  expect((await notificationsOf(ana)).map(({ data }: { data: { fromUserId: string } }) => data.fromUserId)).toEqual([
    eva.id,
  ]);
  expect(await countsOf(ana)).toMatchObject({ notifications: 1, messages: 1 });
  await until(async () => (await recent(leo)).length === 0, 'the conversation is hidden from the other one');
  for (const [one, other] of [
    [ana, leo],
    [leo, ana],
  ] as const)
    expect((await as(one).get(`/messages/with/${other.id}?tribeId=${id}`)).status).toBe(404);
});

test('a thousand blocks cost a list of conversations or notifications no more memberships than its items', async () => {
  const ids = [bench.tribes.createTribe(), bench.tribes.createTribe(), bench.tribes.createTribe()];
  const [ana, leo, eva] = [person(), person(), person()];
  for (const id of ids) for (const each of [ana, leo, eva]) bench.tribes.setMembership(id, each);
  for (const id of ids) for (const from of [leo, eva]) await send(from, ana, id);
  await until(async () => (await notificationsOf(ana)).length === 6, 'all are announced');
  const outsiders = Array.from({ length: 999 }, () => person());
  for (const each of outsiders) bench.identity.block(ana.id, each.id);
  await block(ana, leo);
  await until(async () => (await recent(ana)).length === 3, 'three conversations are hidden');
  expect(await notificationsOf(ana)).toHaveLength(3);
  expect(await countsOf(ana)).toMatchObject({ notifications: 3, messages: 3 });
  expect((await send(eva, ana, ids[0] ?? 0)).status).toBe(201);
  expect(outsiders.filter((each) => bench.tribes.callsAbout(each) > 0)).toEqual([]);
});

test('a block prevents messages in both directions, also for officers', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id, { role: 'officer' }), bench.tribes.addMember(id)];
  bench.identity.block(leo.id, ana.id);
  for (const [from, to] of [
    [ana, leo],
    [leo, ana],
  ] as const)
    expect(await send(from, to, id)).toMatchObject({ status: 403, body: { code: 'message_not_allowed' } });
});

test('the chat leaves out messages of a blocked person, with full pages, and rejects replies and likes to them', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [ana, leo, eva] = [bench.tribes.addMember(id), bench.tribes.addMember(id), bench.tribes.addMember(id)];
  bench.identity.block(leo.id, ana.id);
  await write(eva, id, 'uno');
  const { body: ofLeo } = await write(leo, id, 'dos');
  await write(eva, id, 'tres');
  const texts = async (actor: Actor, query = '') =>
    (await as(actor).get(`/tribes/${id}/chat${query}`)).body.items.map(({ content }: { content: string }) => content);
  expect(await texts(ana)).toEqual(['uno', 'tres']);
  expect(await texts(ana, '?limit=2')).toEqual(['uno', 'tres']);
  expect((await write(ana, id, '¿y eso?', ofLeo.id)).status).toBe(404);
  expect((await as(ana).post(`/tribes/${id}/chat/${ofLeo.id}/reaction`, { type: 'like' })).status).toBe(404);
  bench.identity.block(leo.id, owner.id);
  expect(await texts(owner)).toEqual(['uno', 'dos', 'tres']);
});

test('a thousand blocks cost a page of the chat no more memberships than its authors, and the page stays full', async () => {
  const id = bench.tribes.createTribe();
  const [ana, eva] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const blocked = Array.from({ length: 3 }, () => bench.tribes.addMember(id));
  const outsiders = Array.from({ length: 997 }, () => person());
  for (const each of [...outsiders, ...blocked]) bench.identity.block(each.id, ana.id);
  // The pages contain messages of each of them alone, and of all together.
  const written: string[] = [];
  for (const by of [eva, ...blocked, eva, ...blocked, ...blocked, eva, ...blocked])
    written.push((await write(by, id, by === eva ? `de Eva ${written.length}` : 'de otro')).body.id);
  const chat = async (query: string) => (await as(ana).get(`/tribes/${id}/chat${query}`)).body;
  const first = await chat('?limit=2');
  expect(first.items.map(({ content }: { content: string }) => content)).toEqual(['de Eva 4', 'de Eva 11']);
  const second = await chat(`?limit=2&before=${first.nextBefore}`);
  expect(second.items.map(({ content }: { content: string }) => content)).toEqual(['de Eva 0']);
  expect(second.nextBefore).toBeNull();
  const reply = await write(ana, id, 'hola', written[1]);
  expect(reply.status).toBe(404);
  expect(outsiders.filter((each) => bench.tribes.callsAbout(each) > 0)).toEqual([]);
});

test('a person blocked by more people than are listed does not see messages of the others either', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo, eva] = [bench.tribes.addMember(id), bench.tribes.addMember(id), bench.tribes.addMember(id)];
  expect((await send(leo, ana, id)).status).toBe(201);
  await until(async () => (await notificationsOf(ana)).length === 1, 'it is announced');
  for (let count = 0; count < listedBlocksMax; count += 1) bench.identity.block(unique('lejana'), ana.id);
  await block(leo, ana);
  await write(leo, id, 'dos');
  await write(eva, id, 'tres');
  await until(async () => (await recent(ana)).length === 0, 'the conversation is hidden');
  const { items } = (await as(ana).get(`/tribes/${id}/chat`)).body;
  expect(items.map(({ content }: { content: string }) => content)).toEqual(['tres']);
  expect(await notificationsOf(ana)).toEqual([]);
  for (const [from, to] of [
    [ana, leo],
    [leo, ana],
  ] as const)
    expect((await send(from, to, id)).body.code).toBe('message_not_allowed');
  expect(Math.max(...bench.identity.blocksBetweenCalls.map((ids) => ids.length))).toBeLessThanOrEqual(3);
});

test('notifications by a blocked person are neither listed, counted nor written, also for moderators', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [ana, leo] = [bench.tribes.addMember(id), person()];
  await bench.publish(UserFollowed, { userId: leo.id, followedId: ana.id, following: true });
  await bench.publish(JoinRequested, { tribeId: id, userId: leo.id });
  for (const actor of [ana, owner])
    await until(async () => (await notificationsOf(actor)).length === 1, 'it is listed');
  for (const actor of [ana, owner]) await block(actor, leo);
  for (const actor of [ana, owner]) {
    await until(async () => (await notificationsOf(actor)).length === 0, 'it is hidden');
    expect(await countsOf(actor)).toMatchObject({ notifications: 0 });
  }
});

test('followers who blocked or muted the author are not notified of a post', async () => {
  const id = bench.tribes.createTribe();
  const [author, blocked, muting, follower] = [person(), person(), person(), person()];
  for (const each of [author, blocked, muting, follower]) bench.tribes.setMembership(id, each);
  bench.identity.followers.set(author.id, [blocked.id, muting.id, follower.id]);
  bench.identity.block(author.id, blocked.id);
  bench.identity.mute(muting.id, { muted: [{ userId: author.id, tribeId: 0 }] });
  const post = { tribeId: id, postId: unique('p'), authorId: author.id, minLevelOrder: 1 };
  await bench.publish(PostPublished, PostPublished.fromPartial(post));
  expect(await notificationsOf(follower)).toHaveLength(1);
  expect([await notificationsOf(blocked), await notificationsOf(muting)]).toEqual([[], []]);
});

test('a person muted in notifications can still send messages', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  bench.identity.mute(ana.id, { muted: [{ userId: leo.id, tribeId: 0 }] });
  expect((await send(leo, ana, id)).status).toBe(201);
  await bench.notified();
  expect(await recent(ana)).toHaveLength(1);
  expect([await notificationsOf(ana), (await countsOf(ana))?.notifications]).toEqual([[], 0]);
});

test("a muted tribe's notifications are hidden until it is unmuted", async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  bench.identity.mute(owner.id, { mutedTribeIds: [id] });
  await bench.publish(JoinRequested, { tribeId: id, userId: person().id });
  expect([await notificationsOf(owner), (await countsOf(owner))?.notifications]).toEqual([[], 0]);
  bench.identity.mute(owner.id, {});
  await bench.publishOnly(MutesChanged, { userId: owner.id });
  await until(async () => (await notificationsOf(owner)).length === 1, 'it is listed now');
});

test('a post by a hidden author does not notify followers, because it would reveal who they are', async () => {
  const id = bench.tribes.createTribe();
  const [low, equal] = [bench.tribes.addMember(id), bench.tribes.addMember(id, { levelOrder: 4 })];
  const high = bench.tribes.addMember(id, { levelOrder: 4 });
  bench.identity.followers.set(high.id, [low.id, equal.id]);
  const post = { tribeId: id, postId: unique('p'), authorId: high.id, minLevelOrder: 1 };
  await bench.publish(PostPublished, PostPublished.fromPartial(post));
  expect([await notificationsOf(low), (await countsOf(low))?.notifications]).toEqual([[], 0]);
  expect(await notificationsOf(equal)).toMatchObject([{ type: 'follow_post', data: { authorId: high.id } }]);
  bench.tribes.setMembership(id, equal, { levelOrder: 3 });
  const level = { levelOrder: 3, previousLevelOrder: 4 };
  await bench.publish(MemberLevelChanged, { tribeId: id, userId: equal.id, cause: 'none', ...level });
  await until(
    async () => (await notificationsOf(equal)).length === 0,
    'the notification is hidden after the level is lost',
  );
  expect((await countsOf(equal))?.notifications).toBe(0);
});
