import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { openMongo } from '@tribus/kit/mongo/mongo.ts';
import { maxUnreadCounted } from '../limits.ts';
import { conversationOf } from '../src/store/conversation.ts';
import { Messages, type StoredMessage } from '../src/store/messages.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const recent = async (actor: Actor, query: string) =>
  (await bench.service.as(actor).get(`/messages/recent${query}`)).body;
const unread = async (actor: Actor) => (await bench.service.as(actor).get('/notifications/count')).body.messages;

/** Messages to a new member by `count` others, in pairs of the same time. */
async function inboxOf(count: number) {
  const tribeId = bench.tribes.createTribe();
  const viewer = bench.tribes.addMember(tribeId);
  const senders: Actor[] = [];
  for (let index = 0; index < count; index++) {
    if (index % 2 === 0) bench.clock.advance(1_000);
    const sender = bench.tribes.addMember(tribeId);
    await bench.service.as(sender).post('/messages', { toUserId: viewer.id, tribeId, content: `mensaje ${index}` });
    senders.push(sender);
  }
  return { tribeId, viewer, senders };
}

test('every unread conversation that the bell counts is on some page of the inbox, once and the newest first', async () => {
  const { viewer, senders } = await inboxOf(5);
  expect(await unread(viewer)).toBe(5);
  const listed: { content: string; unread: number }[] = [];
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const page: { items: { lastMessage: { content: string }; unread: number }[]; nextCursor: string | null } =
      await recent(viewer, `?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    expect(page.items.length).toBeLessThanOrEqual(2);
    listed.push(...page.items.map(({ lastMessage: { content }, unread: count }) => ({ content, unread: count })));
    cursor = page.nextCursor;
  }
  const expected = senders.map((_, index) => ({ content: `mensaje ${index}`, unread: 1 }));
  const byContent = (a: { content: string }, b: { content: string }) => a.content.localeCompare(b.content);
  expect([pages, listed.toSorted(byContent), listed[0]]).toEqual([3, expected, expected[4]]);
});

test("a page of another user's inbox cannot be requested with one's own cursor", async () => {
  const [{ viewer }, other] = [await inboxOf(3), await inboxOf(3)];
  const { nextCursor } = await recent(viewer, '?limit=2');
  const refused = await bench.service
    .as(other.viewer)
    .get(`/messages/recent?cursor=${encodeURIComponent(String(nextCursor))}`);
  expect([refused.status, refused.body.code]).toEqual([400, 'bad_cursor']);
});

test('thousands of unread messages of one person are counted up to the limit and hide no other conversation', async () => {
  const { tribeId, viewer, senders } = await inboxOf(2);
  const [flooding = viewer, other = viewer] = senders;
  const { db } = await openMongo(bench.peer, { url: bench.stores.env.MONGODB_URL });
  const flood = Array.from(
    { length: maxUnreadCounted + 5 },
    (_, index): StoredMessage => ({
      _id: `flood ${index}`,
      conversation: conversationOf(tribeId, flooding.id, viewer.id),
      tribeId,
      fromUserId: flooding.id,
      toUserId: viewer.id,
      content: 'más',
      createdAt: new Date(0),
      read: false,
    }),
  );
  await db.collection<StoredMessage>('direct_messages').insertMany(flood);
  expect(await unread(viewer)).toBe(maxUnreadCounted);
  const { items } = await recent(viewer, '');
  const counts = new Map(items.map((item: { user: { id: string }; unread: number }) => [item.user.id, item.unread]));
  expect([counts.get(flooding.id), counts.get(other.id)]).toEqual([maxUnreadCounted, 1]);
});

test('a conversation without unread messages has no count', async () => {
  const { tribeId, viewer, senders } = await inboxOf(1);
  const [sender = viewer] = senders;
  await bench.service.as(viewer).get(`/messages/with/${sender.id}?tribeId=${tribeId}`);
  const messages = new Messages(await openMongo(bench.peer, { url: bench.stores.env.MONGODB_URL }));
  const conversation = { _id: conversationOf(tribeId, viewer.id, sender.id), tribeId };
  expect(await messages.unreadIn(viewer.id, [conversation])).toEqual(new Map());
  expect([(await recent(viewer, '')).items[0].unread, await unread(viewer)]).toEqual([0, 0]);
});
