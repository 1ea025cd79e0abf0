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

/** Everything that a person's own stream carries of a tribe, about `to`. */
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

test('who was removed from a private tribe hears nothing of it, though nobody says so and all streams stay open', async () => {
  const [author, owner, stays] = [bench.addMember(), bench.addMember(), bench.addMember()];
  bench.tribes.setMembership(100, owner, { role: 'owner', levelOrder: 5 });
  const id = bench.content.addVibe(author);
  const [own, others] = [await bench.listen(author, '/stream'), await bench.listen(stays, '/stream')];
  const watching = await bench.listen(author, `/vibes/${id}/stream`);
  await allOf(author, owner, id);
  await until(() => own.events.length === 4, 'a member hears all of it');
  expect(names(own)).toEqual(['chat', 'message', 'notification', 'reaction']);

  bench.tribes.removeMembership(100, author);
  // A membership is believed for three seconds: then tribes is asked again, and from then on no call passes the gate.
  const isHeard = ({ events }: Listener, message: string) => events.some(({ data }) => data.messageId === message);
  await until(async () => {
    const asked = bench.tribes.callsAbout(author);
    const message = unique('fence');
    await chat(owner, message);
    await until(() => isHeard(others, message), 'who stays hears it');
    return bench.tribes.callsAbout(author) > asked;
  }, 'the membership is looked up again');
  await bench.heardBy(own, author);
  const before = own.events.length;
  await allOf(author, owner, id);
  await chat(owner, 'last');
  await until(() => isHeard(others, 'last'), 'who stays hears the last');
  await until(() => watching.ended, 'the stream of the vibe ends with the first reaction');
  expect((await bench.heardBy(own, author)).slice(before)).toEqual([]);
  expect(own.ended).toBe(false);
});

test('a message is told of by the id under which its reader knows the other', async () => {
  const [low, high] = [bench.addMember(), bench.addMember(4)];
  const stream = await bench.listen(low, '/stream');
  await bench.publishOnly(MessageSent, { messageId: 'm', fromUserId: high.id, toUserId: low.id, tribeId: 100 });
  await until(() => stream.events.length === 1, 'it is told');
  expect(stream.events[0]?.data.withUserId).toMatch(/^hidden-/);
});

test('a notification for a level, or for those who look after the tribe, goes to nobody else', async () => {
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
  await until(() => stream.events.length >= 2, 'the others came');
  expect(stream.events.map(({ data }) => data.notificationId).toSorted()).toEqual(['fits', 'own']);
});

test('a chat message asks about no connected person who is elsewhere, and who joins meanwhile hears the next', async () => {
  const strangers = Array.from({ length: 30 }, () => person());
  const member = bench.addMember();
  await Promise.all(strangers.map((stranger) => bench.listen(stranger, '/stream')));
  const stream = await bench.listen(member, '/stream');
  const calls = () => strangers.reduce((sum, stranger) => sum + bench.tribes.callsAbout(stranger), 0);
  const say = async () => {
    const before = calls();
    const message = unique('chat');
    await chat(member, message);
    await until(() => stream.events.some(({ data }) => data.messageId === message), 'a member hears it');
    return calls() - before;
  };
  await until(async () => (await say()) === 0, 'everybody has been looked up');
  for (let count = 0; count < 10; count++) expect(await say()).toBe(0);

  const [joiner] = strangers;
  if (!joiner) throw new Error('nobody is connected');
  const own = await bench.listen(joiner, '/stream');
  bench.tribes.setMembership(100, joiner);
  await bench.publishOnly(MemberJoined, { tribeId: 100, userId: joiner.id, role: 'member', levelOrder: 1 });
  await until(async () => {
    await say();
    return own.events.length > 0;
  }, 'who joined hears the chat');
});

test('who joins while their stream is interrupted hears the chat as soon as it is back', async () => {
  const [joiner, member] = [person(), bench.addMember()];
  const other = await bench.listen(member, '/stream');
  const interrupted = await bench.listen(joiner, '/stream');
  const say = async () => {
    const message = unique('chat');
    await chat(member, message);
    await until(() => other.events.some(({ data }) => data.messageId === message), 'a member hears it');
    return message;
  };
  await until(async () => {
    const before = bench.tribes.callsAbout(joiner);
    await say();
    return bench.tribes.callsAbout(joiner) === before;
  }, 'it is known that they are no member');
  const before = await bench.connections();
  interrupted.close();
  await until(async () => (await bench.connections()) < before, 'the stream is gone');
  bench.tribes.setMembership(100, joiner);
  await bench.publishOnly(MemberJoined, { tribeId: 100, userId: joiner.id, role: 'member', levelOrder: 1 });
  // Events are delivered in order: those before the chat message have arrived with it.
  await say();
  const back = await bench.listen(joiner, '/stream');
  const first = await say();
  await until(() => back.events.some(({ data }) => data.messageId === first), 'who joined hears it');
});

test('with an account its streams end', async () => {
  const member = bench.addMember();
  const id = bench.content.addVibe(member);
  const streams = [await bench.listen(member, '/stream'), await bench.listen(member, `/vibes/${id}/stream`)];
  await bench.publish(UserDeleted, { userId: member.id });
  await until(() => streams.every(({ ended }) => ended), 'they end');
});

test('with an account its reactions go, and are counted no more; those of others stay', async () => {
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

test('a reaction that was on its way when its author went is taken out again, and so is one to their vibe', async () => {
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

test('a ticket of who is gone opens nothing', async () => {
  const leaver = bench.addMember();
  const { ticket } = (await bench.service.as(leaver).post('/stream/ticket')).body;
  await bench.publish(UserDeleted, { userId: leaver.id });
  const refused = await bench.service.as().get(`/stream?ticket=${ticket}`);
  expect([refused.status, refused.body.code]).toEqual([401, 'ticket_invalid']);
});
