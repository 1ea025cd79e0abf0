import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listedBlocksMax } from '@tribus/community/limits.ts';
import { unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserBlocked } from '@tribus/proto/identity/v1/events.ts';
import { ChatPosted, MessageSent, NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import { heart } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import type { Listener } from './listener.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const react = (actor: Actor, id: string) => bench.service.as(actor).post(`/vibes/${id}/reactions`, { emoji: heart });
const raise = ({ id: userId }: Actor, personId: string, more: Partial<NotificationRaised> = {}) => {
  const notificationId = unique('n');
  const event = { userId, notificationId, personId, type: 'follow', audience: 'anyone', ...more } as const;
  return bench.publishOnly(NotificationRaised, NotificationRaised.fromPartial(event)).then(() => notificationId);
};
const kinds = ({ events }: Listener) => events.map(({ event }) => event);
/**
 * Publishes a notification with the audience `anyone` and waits for it: earlier events have been delivered or withheld
 * by then.
 */
async function last(listener: Listener, actor: Actor): Promise<void> {
  const id = await raise(actor, '');
  await until(() => listener.events.some(({ data }) => data.notificationId === id), 'the last one arrived');
}

test('a stream contains no events by a person separated from its user by a block', async () => {
  const [ana, leo] = [bench.addMember(), bench.addMember()];
  bench.identity.block(leo.id, ana.id);
  const stream = await bench.listen(ana, '/stream');
  await bench.publishOnly(ChatPosted, { tribeId: 100, messageId: unique('m'), parentId: '', userId: leo.id });
  await bench.publishOnly(MessageSent, {
    messageId: unique('m'),
    fromUserId: leo.id,
    toUserId: ana.id,
    tribeId: 100,
  });
  await raise(ana, leo.id);
  await last(stream, ana);
  expect(kinds(stream)).toEqual(['notification']);
});

test('events by a person whom more people blocked than are listed do not reach the others either', async () => {
  const [ana, leo, eva] = [bench.addMember(), bench.addMember(), bench.addMember()];
  for (let count = 0; count < listedBlocksMax; count += 1) bench.identity.block(unique('lejana'), leo.id);
  bench.identity.block(ana.id, leo.id);
  const [ofAna, ofEva] = [await bench.listen(ana, '/stream'), await bench.listen(eva, '/stream')];
  await bench.publishOnly(ChatPosted, { tribeId: 100, messageId: unique('m'), parentId: '', userId: leo.id });
  await until(() => kinds(ofEva).includes('chat'), 'the chat event arrived');
  await last(ofAna, ana);
  expect(kinds(ofAna)).toEqual(['notification']);
});

test('an event that presents nobody needs the blocks of its author only, however many receive it', async () => {
  const author = bench.addMember();
  const listeners = [bench.addMember(), bench.addMember(), bench.addMember()];
  const streams = await Promise.all(listeners.map((each) => bench.listen(each, '/stream')));
  const asked = () => bench.identity.blocksCalls.flat().filter((id) => listeners.some((each) => each.id === id));
  const before = asked().length;
  await bench.publishOnly(ChatPosted, { tribeId: 100, messageId: unique('m'), parentId: '', userId: author.id });
  await until(() => streams.every((stream) => kinds(stream).includes('chat')), 'all received it');
  expect(asked()).toHaveLength(before);
  expect(bench.identity.blocksCalls.flat()).toContain(author.id);
});

test('a moderator receives chat events by people they blocked, but no personal ones', async () => {
  const officer = bench.tribes.addMember(100, { role: 'officer' });
  const leo = bench.addMember();
  bench.identity.block(leo.id, officer.id);
  const stream = await bench.listen(officer, '/stream');
  await bench.publishOnly(MessageSent, {
    messageId: unique('m'),
    fromUserId: leo.id,
    toUserId: officer.id,
    tribeId: 100,
  });
  await bench.publishOnly(ChatPosted, { tribeId: 100, messageId: unique('m'), parentId: '', userId: leo.id });
  await until(() => kinds(stream).includes('chat'), 'the chat event arrived');
  await last(stream, officer);
  expect(kinds(stream)).toEqual(['chat', 'notification']);
});

test('reactions of a blocked person are left out of the list, the missed events and the stream', async () => {
  const [author, ana, leo, eva] = [bench.addMember(), bench.addMember(), bench.addMember(), bench.addMember()];
  bench.identity.block(ana.id, leo.id);
  const id = bench.content.addVibe(author);
  await react(leo, id);
  const stream = await bench.listen(ana, `/vibes/${id}/stream?since=0`);
  await react(leo, id);
  const { event } = (await react(eva, id)).body;
  await until(() => stream.events.length > 0, 'a reaction arrived');
  expect(stream.events.map(({ data }) => data.id)).toEqual([event.id]);
  const { body } = await bench.service.as(ana).get(`/vibes/${id}/reactions`);
  expect(body.map((reaction: { id: string }) => reaction.id)).toEqual([event.id]);
});

test("a block by a vibe's author closes the blocked watcher's stream", async () => {
  const [author, ana] = [bench.addMember(), bench.addMember()];
  const id = bench.content.addVibe(author);
  const stream = await bench.listen(ana, `/vibes/${id}/stream`);
  bench.identity.block(author.id, ana.id);
  await bench.publishOnly(UserBlocked, { userId: author.id, blockedId: ana.id, tribeId: 0 });
  await until(() => stream.ended, 'the stream ended');
});

test("a mute hides a person's notifications but not their messages, and a muted tribe's notifications", async () => {
  const [ana, leo, eva] = [bench.addMember(), bench.addMember(), bench.addMember()];
  bench.identity.mute(ana.id, { muted: [{ userId: leo.id, tribeId: 0 }], mutedTribeIds: [38] });
  const stream = await bench.listen(ana, '/stream');
  await raise(ana, leo.id);
  await raise(ana, eva.id, { tribeId: 38, audience: 'readers' });
  await bench.publishOnly(MessageSent, {
    messageId: unique('m'),
    fromUserId: leo.id,
    toUserId: ana.id,
    tribeId: 100,
  });
  await until(() => kinds(stream).includes('message'), 'the message arrived');
  await last(stream, ana);
  expect(kinds(stream)).toEqual(['message', 'notification']);
});
