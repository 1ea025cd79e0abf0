import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { ChatPosted, MessageSent, NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import type { AudienceKind } from '@tribus/proto/messaging/v1/types.ts';
import { MemberJoined } from '@tribus/proto/tribes/v1/events.ts';
import { heart } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import type { Listener } from './listener.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  bench.tribes.addTribe({ id: 100, name: 'Fogón', isPrivate: true });
});
afterAll(() => bench.close());

const react = (actor: Actor, id: string) => bench.service.as(actor).post(`/vibes/${id}/reactions`, { emoji: heart });
const read = async (viewer: Actor, id: string): Promise<{ userId: string }[]> =>
  (await bench.service.as(viewer).get(`/vibes/${id}/reactions`)).body;
const chat = (by: Actor, messageId = unique('chat')) =>
  bench.publishOnly(ChatPosted, { tribeId: 100, messageId, parentId: '', userId: by.id });
const names = ({ events }: Listener) => events.map(({ event }) => event).toSorted();

/** Publishes every kind of event of a tribe that a personal stream delivers, to `to`. */
async function allOf(to: Actor, from: Actor, vibe: string): Promise<void> {
  await react(from, vibe);
  await bench.publishOnly(MessageSent, { messageId: unique('m'), fromUserId: from.id, toUserId: to.id, tribeId: 100 });
  const notification = {
    userId: to.id,
    type: 'follow_post',
    tribeId: 100,
    audience: 'readers',
    minLevelOrder: 1,
    personId: '',
  } as const;
  await bench.publishOnly(NotificationRaised, { ...notification, notificationId: unique('n') });
  await chat(from);
}

test('a removed member of a private tribe receives none of its events, also without an event of the removal', async () => {
  const [author, owner, stays] = [bench.addMember(), bench.addMember(), bench.addMember()];
  bench.tribes.setMembership(100, owner, { role: 'owner', levelOrder: 5 });
  const id = bench.content.addVibe(author);
  const [own, others] = [await bench.listen(author, '/stream'), await bench.listen(stays, '/stream')];
  const watching = await bench.listen(author, `/vibes/${id}/stream`);
  await allOf(author, owner, id);
  await until(() => own.events.length === 4, 'a member receives all of it');
  expect(names(own)).toEqual(['chat', 'message', 'notification', 'reaction']);

  bench.tribes.removeMembership(100, author);
  // A membership is cached for three seconds; after that the gate queries tribes, and no event passes.
  const hasReceived = ({ events }: Listener, message: string) => events.some(({ data }) => data.messageId === message);
  await until(async () => {
    const calls = bench.tribes.callsAbout(author);
    const message = unique('fence');
    await chat(owner, message);
    await until(() => hasReceived(others, message), 'the remaining member receives it');
    return bench.tribes.callsAbout(author) > calls;
  }, 'the membership is looked up again');
  await bench.receivedBy(own, author);
  const before = own.events.length;
  await allOf(author, owner, id);
  await chat(owner, 'last');
  await until(() => hasReceived(others, 'last'), 'the remaining member receives the last one');
  await until(() => watching.ended, 'the stream of the vibe ends with the first reaction');
  expect((await bench.receivedBy(own, author)).slice(before)).toEqual([]);
  expect(own.ended).toBe(false);
});

test("a message event contains the other person's id as visible to its recipient", async () => {
  const [low, high] = [bench.addMember(), bench.addMember(4)];
  const stream = await bench.listen(low, '/stream');
  await bench.publishOnly(MessageSent, { messageId: 'm', fromUserId: high.id, toUserId: low.id, tribeId: 100 });
  await until(() => stream.events.length === 1, 'it is delivered');
  expect(stream.events[0]?.data.withUserId).toMatch(/^hidden-/);
});

test('a notification for a level or for moderators is delivered to its audience only', async () => {
  const member = bench.addMember(2);
  const stream = await bench.listen(member, '/stream');
  const raise = (notificationId: string, audience: AudienceKind, minLevelOrder: number) =>
    bench.publishOnly(NotificationRaised, {
      userId: member.id,
      notificationId,
      type: 'follow',
      tribeId: 100,
      audience,
      minLevelOrder,
      personId: '',
    });
  await raise('low', 'readers', 3);
  await raise('office', 'moderators', 0);
  await raise('own', 'anyone', 0);
  await raise('fits', 'readers', 2);
  await until(() => stream.events.length >= 2, 'the others arrived');
  expect(stream.events.map(({ data }) => data.notificationId).toSorted()).toEqual(['fits', 'own']);
});

test('a chat message triggers no look-up of users outside the tribe, and a new member receives the next one', async () => {
  const nonMembers = Array.from({ length: 30 }, () => person());
  const member = bench.addMember();
  await Promise.all(nonMembers.map((outsider) => bench.listen(outsider, '/stream')));
  const stream = await bench.listen(member, '/stream');
  const calls = () => nonMembers.reduce((sum, outsider) => sum + bench.tribes.callsAbout(outsider), 0);
  const lookups = async () => {
    const before = calls();
    const message = unique('chat');
    await chat(member, message);
    await until(() => stream.events.some(({ data }) => data.messageId === message), 'a member receives it');
    return calls() - before;
  };
  await until(async () => (await lookups()) === 0, 'all users have been looked up');
  for (let count = 0; count < 10; count++) expect(await lookups()).toBe(0);

  const [joiner] = nonMembers;
  if (!joiner) throw new Error('nobody is connected');
  const own = await bench.listen(joiner, '/stream');
  bench.tribes.setMembership(100, joiner);
  await bench.publishOnly(MemberJoined, { tribeId: 100, userId: joiner.id, role: 'member', levelOrder: 1 });
  await until(async () => {
    await lookups();
    return own.events.length > 0;
  }, 'the new member receives the chat');
});

test('a user who joins while disconnected receives the chat after reconnecting', async () => {
  const [joiner, member] = [person(), bench.addMember()];
  const other = await bench.listen(member, '/stream');
  const interrupted = await bench.listen(joiner, '/stream');
  const sendChat = async () => {
    const message = unique('chat');
    await chat(member, message);
    await until(() => other.events.some(({ data }) => data.messageId === message), 'a member receives it');
    return message;
  };
  await until(async () => {
    const before = bench.tribes.callsAbout(joiner);
    await sendChat();
    return bench.tribes.callsAbout(joiner) === before;
  }, 'it is known that they are no member');
  const before = await bench.connections();
  interrupted.close();
  await until(async () => (await bench.connections()) < before, 'the stream is closed');
  bench.tribes.setMembership(100, joiner);
  await bench.publishOnly(MemberJoined, { tribeId: 100, userId: joiner.id, role: 'member', levelOrder: 1 });
  // Events are delivered in order: those before the chat message have arrived with it.
  await sendChat();
  const back = await bench.listen(joiner, '/stream');
  const first = await sendChat();
  await until(() => back.events.some(({ data }) => data.messageId === first), 'the new member receives it');
});

test('deleting an account ends its streams', async () => {
  const member = bench.addMember();
  const id = bench.content.addVibe(member);
  const streams = [await bench.listen(member, '/stream'), await bench.listen(member, `/vibes/${id}/stream`)];
  await bench.publish(UserDeleted, { userId: member.id });
  await until(() => streams.every(({ ended }) => ended), 'they end');
});

test('deleting an account deletes its reactions from lists and counts, and no reactions of others', async () => {
  const [author, leaver, friend] = [bench.addMember(), bench.addMember(), bench.addMember()];
  const [id, others] = [bench.content.addVibe(author), bench.content.addVibe(author)];
  for (const actor of [leaver, friend, leaver, author]) await react(actor, id);
  await react(leaver, others);
  const reactors = async () => (await read(friend, id)).map(({ userId }) => userId);
  expect(await reactors()).toEqual([leaver.id, friend.id, leaver.id, author.id]);

  await bench.publish(UserDeleted, { userId: leaver.id });
  expect(await reactors()).toEqual([friend.id, author.id]);
  expect((await bench.service.as(friend).get(`/vibes/${id}/reactions/count`)).body.total).toBe(1);
  expect(await read(friend, others)).toEqual([]);
});

test("a reaction concurrent with the deletion of its author, or of the vibe's author, is deleted", async () => {
  const [author, leaver, friend] = [bench.addMember(), bench.addMember(), bench.addMember()];
  const [id, own] = [bench.content.addVibe(author), bench.content.addVibe(leaver)];
  await react(friend, id);
  await react(friend, own);
  await bench.publish(UserDeleted, { userId: leaver.id });
  expect(await read(friend, own)).toEqual([]);
  await react(leaver, id);
  await react(friend, own);
  expect((await read(friend, id)).map(({ userId }) => userId)).toEqual([friend.id]);
  expect((await bench.service.as(friend).get(`/vibes/${id}/reactions/count`)).body.total).toBe(1);
  expect(await read(friend, own)).toEqual([]);
});

test("a deleted user's ticket is invalid", async () => {
  const leaver = bench.addMember();
  const { ticket } = (await bench.service.as(leaver).post('/stream/ticket')).body;
  await bench.publish(UserDeleted, { userId: leaver.id });
  const refused = await bench.service.as().get(`/stream?ticket=${ticket}`);
  expect([refused.status, refused.body.code]).toEqual([401, 'ticket_invalid']);
});
