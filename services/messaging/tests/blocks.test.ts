import { afterAll, beforeAll, expect, test } from '@jest/globals';
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
const say = async (by: Actor, tribeId: number, content: string, parentId?: string) => {
  bench.clock.advance(1_000);
  return as(by).post(`/tribes/${tribeId}/chat`, { content, parentId });
};
const recent = async (actor: Actor) => (await as(actor).get('/messages/recent')).body.items;
const notificationsOf = async (actor: Actor) => (await as(actor).get('/notifications')).body.items;
const countsOf = async (actor: Actor) => {
  const { counts } = await bench.rpc.getUnreadCounts({ userIds: [actor.id] });
  return counts[0];
};

/** Blocks, and waits until the service has heard of it: whoever asked before is asked about again. */
async function block(by: Actor, blocked: Actor, tribeId = 0): Promise<void> {
  bench.identity.block(by.id, blocked.id, tribeId);
  await bench.publishOnly(UserBlocked, { userId: by.id, blockedId: blocked.id, tribeId });
}

test('a conversation with somebody who is blocked is gone for both, with its messages, its notification and its number', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo, eva] = [bench.tribes.addMember(id), bench.tribes.addMember(id), bench.tribes.addMember(id)];
  await send(leo, ana, id);
  await send(eva, ana, id);
  await until(async () => (await notificationsOf(ana)).length === 2, 'both are announced');
  await block(ana, leo);
  await until(async () => (await recent(ana)).length === 1, 'the conversation is gone');
  expect((await notificationsOf(ana)).map(({ data }: { data: { fromUserId: string } }) => data.fromUserId)).toEqual([
    eva.id,
  ]);
  expect(await countsOf(ana)).toMatchObject({ notifications: 1, messages: 1 });
  await until(async () => (await recent(leo)).length === 0, 'nor has the other one');
  for (const [one, other] of [
    [ana, leo],
    [leo, ana],
  ] as const)
    expect((await as(one).get(`/messages/with/${other.id}?tribeId=${id}`)).status).toBe(404);
});

test('neither writes to the other, whoever blocked, and be it an officer', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id, { role: 'officer' }), bench.tribes.addMember(id)];
  bench.identity.block(leo.id, ana.id);
  for (const [from, to] of [
    [ana, leo],
    [leo, ana],
  ] as const)
    expect(await send(from, to, id)).toMatchObject({ status: 403, body: { code: 'message_not_allowed' } });
});

test('the chat leaves out what the other says, on full pages, and lets nobody answer or like it', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [ana, leo, eva] = [bench.tribes.addMember(id), bench.tribes.addMember(id), bench.tribes.addMember(id)];
  bench.identity.block(leo.id, ana.id);
  await say(eva, id, 'uno');
  const { body: ofLeo } = await say(leo, id, 'dos');
  await say(eva, id, 'tres');
  const texts = async (actor: Actor, query = '') =>
    (await as(actor).get(`/tribes/${id}/chat${query}`)).body.items.map(({ content }: { content: string }) => content);
  expect(await texts(ana)).toEqual(['uno', 'tres']);
  expect(await texts(ana, '?limit=2')).toEqual(['uno', 'tres']);
  expect((await say(ana, id, '¿y eso?', ofLeo.id)).status).toBe(404);
  expect((await as(ana).post(`/tribes/${id}/chat/${ofLeo.id}/reaction`, { type: 'like' })).status).toBe(404);
  bench.identity.block(leo.id, owner.id);
  expect(await texts(owner)).toEqual(['uno', 'dos', 'tres']);
});

test('notifications of somebody who is blocked are neither listed, counted nor written, for moderators either', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [ana, leo] = [bench.tribes.addMember(id), person()];
  await bench.publish(UserFollowed, { userId: leo.id, followedId: ana.id, following: true });
  await bench.publish(JoinRequested, { tribeId: id, userId: leo.id, tribeName: 'x' });
  for (const actor of [ana, owner]) await until(async () => (await notificationsOf(actor)).length === 1, 'it is told');
  for (const actor of [ana, owner]) await block(actor, leo);
  for (const actor of [ana, owner]) {
    await until(async () => (await notificationsOf(actor)).length === 0, 'it is gone');
    expect(await countsOf(actor)).toMatchObject({ notifications: 0 });
  }
});

test('a post of somebody who is blocked or muted is announced to nobody of them', async () => {
  const id = bench.tribes.createTribe();
  const [author, blocked, muting, reader] = [person(), person(), person(), person()];
  for (const each of [author, blocked, muting, reader]) bench.tribes.setMembership(id, each);
  bench.identity.followers.set(author.id, [blocked.id, muting.id, reader.id]);
  bench.identity.block(author.id, blocked.id);
  bench.identity.mute(muting.id, { muted: [{ userId: author.id, tribeId: 0 }] });
  const post = { tribeId: id, postId: unique('p'), authorId: author.id, minLevelOrder: 1 };
  await bench.publish(PostPublished, PostPublished.fromPartial(post));
  expect(await notificationsOf(reader)).toHaveLength(1);
  expect([await notificationsOf(blocked), await notificationsOf(muting)]).toEqual([[], []]);
});

test('who is muted in notifications still reaches the one who muted them with messages, and notices nothing', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  bench.identity.mute(ana.id, { muted: [{ userId: leo.id, tribeId: 0 }] });
  expect((await send(leo, ana, id)).status).toBe(201);
  await bench.announced();
  expect(await recent(ana)).toHaveLength(1);
  expect([await notificationsOf(ana), (await countsOf(ana))?.notifications]).toEqual([[], 0]);
});

test('a muted tribe notifies of nothing until it is muted no more', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  bench.identity.mute(owner.id, { mutedTribeIds: [id] });
  await bench.publish(JoinRequested, { tribeId: id, userId: person().id, tribeName: 'x' });
  expect([await notificationsOf(owner), (await countsOf(owner))?.notifications]).toEqual([[], 0]);
  bench.identity.mute(owner.id, {});
  await bench.publishOnly(MutesChanged, { userId: owner.id });
  await until(async () => (await notificationsOf(owner)).length === 1, 'it is told now');
});

test('who is followed by name is no news where they are hidden: the notice would say who it is', async () => {
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
  await until(async () => (await notificationsOf(equal)).length === 0, 'what was told is not shown to who sank below');
});
