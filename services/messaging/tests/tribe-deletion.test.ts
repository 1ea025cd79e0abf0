import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { openMongo } from '@tribus/kit/mongo/mongo.ts';
import { JoinRequested, MemberBanned, TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
/** The number of documents of a tribe in each collection that has any. */
let documentsOf: (tribeId: number) => Promise<Record<string, number>>;
beforeAll(async () => {
  bench = await openBench();
  const { db } = await openMongo(bench.peer, { url: bench.stores.env.MONGODB_URL });
  documentsOf = async (tribeId) => {
    const counts: Record<string, number> = {};
    for (const name of ['chat_messages', 'direct_messages', 'direct_conversations', 'notifications']) {
      const count = await db.collection(name).countDocuments({ tribeId });
      if (count > 0) counts[name] = count;
    }
    const settings = await db.collection<{ _id: string }>('chat_settings').countDocuments({ _id: String(tribeId) });
    return settings > 0 ? { ...counts, chat_settings: settings } : counts;
  };
});
afterEach(() => {
  bench.tribes.beforeAnswer = async () => undefined;
});
afterAll(() => bench.close());

interface Scene {
  tribeId: number;
  owner: Actor;
  member: Actor;
}

function scene(): Scene {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  return { tribeId, owner, member: bench.tribes.addMember(tribeId) };
}

const chat = ({ tribeId, member }: Scene) =>
  bench.service.as(member).post(`/tribes/${tribeId}/chat`, { content: 'hola' });
const slowMode = ({ tribeId, owner }: Scene) =>
  bench.service.as(owner).put(`/tribes/${tribeId}/chat/slow-mode`, { seconds: 30 });
const directMessage = ({ tribeId, owner, member }: Scene) =>
  bench.service.as(member).post('/messages', { toUserId: owner.id, tribeId, content: 'hola' });

test('a deleted tribe leaves neither messages, conversations, notifications nor its slow mode', async () => {
  const there = scene();
  for (const write of [chat, slowMode, directMessage]) expect((await write(there)).status).toBeLessThan(300);
  await bench.notified();
  expect(await documentsOf(there.tribeId)).toEqual({
    chat_messages: 1,
    chat_settings: 1,
    direct_messages: 1,
    direct_conversations: 1,
    notifications: 1,
  });
  await bench.publish(TribeDeleted, { tribeId: there.tribeId });
  expect(await documentsOf(there.tribeId)).toEqual({});
});

test.each([
  ['a chat message', chat, 404],
  ['a slow mode', slowMode, 404],
  ['a direct message', directMessage, 403],
] as const)('%s written while its tribe is deleted is refused and leaves nothing', async (_, write, status) => {
  const there = scene();
  const [asked, deleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  bench.tribes.beforeAnswer = async () => {
    asked.resolve();
    await deleted.promise;
  };
  const writing = write(there);
  await asked.promise;
  await bench.publish(TribeDeleted, { tribeId: there.tribeId });
  deleted.resolve();
  expect((await writing).status).toBe(status);
  await bench.notified();
  expect(await documentsOf(there.tribeId)).toEqual({});
});

test('after the deletion of a tribe its moderators are notified of nothing, and its members of their own membership', async () => {
  const { tribeId, owner, member } = scene();
  await bench.publish(TribeDeleted, { tribeId });
  await bench.publish(JoinRequested, { tribeId, userId: person().id });
  await bench.publish(MemberBanned, MemberBanned.fromPartial({ tribeId, userId: member.id }));
  const types = async (actor: Actor) =>
    (await bench.service.as(actor).get('/notifications')).body.items.map(({ type }: { type: string }) => type);
  expect([await types(owner), await types(member)]).toEqual([[], ['membership_changed']]);
});
