import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { ChatPosted, MessageSent, NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import { MemberJoined } from '@tribus/proto/tribes/v1/events.ts';
import { Membership } from '@tribus/proto/tribes/v1/service.ts';
import { heart } from '../limits.ts';
import { openStage, person, type Stage, unique } from './bench.ts';
import type { Listener } from './listener.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  stage.world.isPrivate = true;
}, 60_000);
afterAll(() => stage.close(), 60_000);

const tap = (actor: Actor, id: string) => stage.service.as(actor).post(`/vibes/${id}/reactions`, { emoji: heart });
const chat = (by: Actor, messageId = unique('chat')) =>
  stage.say(ChatPosted, { tribeId: 100, messageId, parentId: '', userId: by.id });
const names = ({ events }: Listener) => events.map(({ event }) => event).toSorted();

/** Everything that a person's own stream carries of a tribe, about `to`. */
async function allOf(to: Actor, from: Actor, vibe: string): Promise<void> {
  await tap(from, vibe);
  await stage.say(MessageSent, { messageId: unique('m'), fromUserId: from.id, toUserId: to.id, tribeId: 100 });
  const notice = { userId: to.id, type: 'follow_post', tribeId: 100, audience: 'readers', minLevelOrder: 1 };
  await stage.say(NotificationRaised, { ...notice, notificationId: unique('n') });
  await chat(from);
}

test('who was removed from a private tribe hears nothing of it, though nobody says so and all streams stay open', async () => {
  const { world } = stage;
  const [author, owner, stays] = [world.member(), world.member(), world.member()];
  world.memberships.set(
    owner.id,
    Membership.fromPartial({ ...world.memberships.get(owner.id), role: 'owner', levelOrder: 5 }),
  );
  const id = world.vibe(author);
  const [own, others] = [await stage.listen(author, '/stream'), await stage.listen(stays, '/stream')];
  const watching = await stage.listen(author, `/vibes/${id}/stream`);
  await allOf(author, owner, id);
  await until(() => own.events.length === 4, 'a member hears all of it');
  expect(names(own)).toEqual(['chat', 'message', 'notification', 'reaction']);

  world.memberships.delete(author.id);
  // A membership is believed for three seconds: from then on no call passes the gate.
  let before = 0;
  await until(async () => {
    before = own.events.length;
    const message = unique('fence');
    await chat(owner, message);
    await until(() => others.events.some(({ data }) => data.messageId === message), 'who stays hears it');
    return own.events.length === before;
  }, 'the chat is silent');
  await allOf(author, owner, id);
  await chat(owner, 'last');
  await until(() => others.events.some(({ data }) => data.messageId === 'last'), 'who stays hears the last');
  await until(() => watching.ended, 'the stream of the vibe ends with the first tap');
  expect(own.events.length).toBe(before);
  expect(own.ended).toBe(false);
});

test('a message is told of by the id under which its reader knows the other', async () => {
  const { world } = stage;
  const [low, high] = [world.member(), world.member(4)];
  const stream = await stage.listen(low, '/stream');
  await stage.say(MessageSent, { messageId: 'm', fromUserId: high.id, toUserId: low.id, tribeId: 100 });
  await until(() => stream.events.length === 1, 'it is told');
  expect(stream.events[0]?.data.withUserId).toMatch(/^hidden-/);
});

test('a notice for a level, or for those who look after the tribe, goes to nobody else', async () => {
  const { world } = stage;
  const member = world.member(2);
  const stream = await stage.listen(member, '/stream');
  const raise = (notificationId: string, audience: string, minLevelOrder: number) =>
    stage.say(NotificationRaised, {
      userId: member.id,
      notificationId,
      type: 'x',
      tribeId: 100,
      audience,
      minLevelOrder,
    });
  await raise('low', 'readers', 3);
  await raise('office', 'moderators', 0);
  await raise('own', 'anyone', 0);
  await raise('fits', 'readers', 2);
  await until(() => stream.events.length >= 2, 'the others came');
  expect(stream.events.map(({ data }) => data.notificationId).toSorted()).toEqual(['fits', 'own']);
});

test('a chat message asks about no connected person who is elsewhere, and who joins meanwhile hears the next', async () => {
  const { world } = stage;
  const strangers = Array.from({ length: 30 }, () => person());
  const member = world.member();
  await Promise.all(strangers.map((stranger) => stage.listen(stranger, '/stream')));
  const heard = await stage.listen(member, '/stream');
  const asked = () => strangers.reduce((sum, stranger) => sum + world.seatAsked(stranger), 0);
  const say = async () => {
    const before = asked();
    const message = unique('chat');
    await chat(member, message);
    await until(() => heard.events.some(({ data }) => data.messageId === message), 'a member hears it');
    return asked() - before;
  };
  await until(async () => (await say()) === 0, 'everybody has been looked up');
  for (let count = 0; count < 10; count++) expect(await say()).toBe(0);

  const [joiner] = strangers;
  if (!joiner) throw new Error('nobody is connected');
  const own = await stage.listen(joiner, '/stream');
  const membership = { tribeId: 100, userId: joiner.id, status: 'active', role: 'member', levelOrder: 1 };
  world.memberships.set(joiner.id, Membership.fromPartial(membership));
  await stage.say(MemberJoined, { tribeId: 100, userId: joiner.id, role: 'member', levelOrder: 1 });
  await until(async () => {
    await say();
    return own.events.length > 0;
  }, 'who joined hears the chat');
});

test('who joins while their stream is interrupted hears the chat as soon as it is back', async () => {
  const { world } = stage;
  const [joiner, member] = [person(), world.member()];
  const other = await stage.listen(member, '/stream');
  const interrupted = await stage.listen(joiner, '/stream');
  const say = async () => {
    const message = unique('chat');
    await chat(member, message);
    await until(() => other.events.some(({ data }) => data.messageId === message), 'a member hears it');
    return message;
  };
  await until(async () => {
    const before = world.seatAsked(joiner);
    await say();
    return world.seatAsked(joiner) === before;
  }, 'it is known that they are no member');
  const before = await stage.connections();
  interrupted.close();
  await until(async () => (await stage.connections()) < before, 'the stream is gone');
  const membership = { tribeId: 100, userId: joiner.id, status: 'active', role: 'member', levelOrder: 1 };
  world.memberships.set(joiner.id, Membership.fromPartial(membership));
  await stage.say(MemberJoined, { tribeId: 100, userId: joiner.id, role: 'member', levelOrder: 1 });
  // What was said before the chat has been heard with it.
  await say();
  const back = await stage.listen(joiner, '/stream');
  const first = await say();
  await until(() => back.events.some(({ data }) => data.messageId === first), 'who joined hears it');
});

test('with an account its streams end', async () => {
  const { world } = stage;
  const member = world.member();
  const id = world.vibe(member);
  const streams = [await stage.listen(member, '/stream'), await stage.listen(member, `/vibes/${id}/stream`)];
  await stage.say(UserDeleted, { userId: member.id });
  await until(() => streams.every(({ ended }) => ended), 'they end');
});
