import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import { openMongoBench } from '@tribus/kit/testing/mongo.ts';
import { raceUpserts } from '@tribus/kit/testing/upsert-race.ts';
import { MessageSent } from '@tribus/proto/messaging/v1/events.ts';
import { notifyOfMessages } from '../src/event-notifications.ts';
import { listNotifications, raiseNotifications } from '../src/notification-audience.ts';
import { messageNotification } from '../src/notification-factory.ts';
import { removeMessageNotification } from '../src/notifications.ts';
import { Budgets } from '../src/store/budgets.ts';
import { conversationOf } from '../src/store/conversation.ts';
import { Messages, type StoredMessage } from '../src/store/messages.ts';
import type { StoredNotification } from '../src/store/notification.ts';
import { Notifications, noExclusions } from '../src/store/notifications.ts';
import { openMessagingStore } from '../src/store/store.ts';
import { deleteTribe } from '../src/tribe-deletion.ts';
import { deleteUser } from '../src/user-deletion.ts';

let bench: Awaited<ReturnType<typeof openMongoBench>>;
let mongo: Mongo;

beforeAll(async () => {
  bench = await openMongoBench('messaging');
  mongo = bench.mongo;
});
afterAll(() => bench.close());

/** A minute ago, in milliseconds: documents past their retention may be deleted at any moment. */
const minuteAgo = Date.now() - 60_000;

const message = (content: string, createdAt: number): StoredMessage => ({
  _id: content,
  conversation: '1:ana:bo',
  tribeId: 1,
  fromUserId: 'ana',
  toUserId: 'bo',
  content,
  createdAt: new Date(createdAt),
  read: false,
});

const fulfilled = (value: unknown) => ({ status: 'fulfilled', value });

test('the conversation shows the newer of two concurrent first messages', async () => {
  const messages = new Messages(mongo);
  const older = message('older', minuteAgo);
  const newer = message('newer', minuteAgo + 1);
  const outcomes = await raceUpserts(
    mongo.db,
    [older, newer].map((one) => () => messages.touchConversations([one])),
  );
  expect(outcomes).toEqual([fulfilled(undefined), fulfilled(undefined)]);
  for (const owner of ['ana', 'bo'])
    expect(await messages.conversations(owner, [1], 10, [])).toMatchObject([{ lastMessage: { content: 'newer' } }]);
});

test('a message that arrives while earlier messages are marked as read remains unread, with its notification', async () => {
  const store = openMessagingStore(mongo);
  const { messages, notifications } = store;
  const [first, second] = [minuteAgo, minuteAgo + 1].map((time) => ({
    ...message(`at ${time}`, time),
    conversation: '2:ana:bo',
    tribeId: 2,
  }));
  if (!first || !second) throw new Error('there are two');
  for (const each of [first, second])
    await messages.add(
      each,
      mongo.event(MessageSent, { messageId: each._id, fromUserId: 'ana', toUserId: 'bo', tribeId: 2 }),
    );
  const raised = messageNotification({ userId: 'bo', createdAt: second.createdAt, eventId: randomUUID() }, 'ana', 2);
  await notifications.list([raised]);
  expect(await messages.markRead('2:ana:bo', 'bo', first)).toBe(true);
  await removeMessageNotification({ store }, first);
  const read = async () => [...(await messages.findMany([first._id, second._id])).values()].map((each) => each.read);
  expect((await read()).toSorted()).toEqual([false, true]);
  expect(await notifications.raisedAt('bo', raised._id)).toEqual(second.createdAt);
  expect(await messages.markRead('2:ana:bo', 'bo', second)).toBe(true);
  expect(await notifications.remove('bo', raised._id, first.createdAt)).toBe(false);
  await removeMessageNotification({ store }, first);
  expect(await notifications.raisedAt('bo', raised._id)).toBeUndefined();
});

test('two accounts deleted concurrently leave no conversation', async () => {
  const messages = new Messages(mongo);
  const hello = message('farewell', minuteAgo);
  await messages.add(
    hello,
    mongo.event(MessageSent, { messageId: hello._id, fromUserId: 'x', toUserId: 'y', tribeId: 1 }),
  );
  await messages.touchConversations([hello]);
  await Promise.all(['ana', 'bo'].map((id) => messages.deleteOfUser(id)));
  expect(await messages.findMany([hello._id])).toEqual(new Map());
  expect(await mongo.collection('direct_conversations').countDocuments()).toBe(0);
});

test('a message whose author was deleted before it was announced leaves no notification', async () => {
  const store = openMessagingStore(mongo);
  await deleteUser({ store }, 'deleted');
  const sent = { messageId: 'late', fromUserId: 'deleted', toUserId: 'recipient', tribeId: 1 };
  const { fromUserId, toUserId } = sent;
  const late = { ...message('late', minuteAgo), fromUserId, toUserId, conversation: '1:deleted:recipient' };
  await store.messages.add(late, mongo.event(MessageSent, sent));
  const context = { id: randomUUID(), occurredAt: late.createdAt, requestId: '' };
  await notifyOfMessages({ store }, [{ event: sent, context, within: (work) => work() }]);
  expect(await store.notifications.page('recipient', noExclusions, 10)).toEqual([]);
  expect(await store.messages.conversations('deleted', [1], 10, [])).toEqual([]);
});

test.each(['found', 'announced'])(
  'a message whose tribe is deleted while it is %s leaves no notification',
  async (when) => {
    const store = openMessagingStore(mongo);
    const { messages, notifications } = store;
    const tribeId = when === 'found' ? 71 : 72;
    const sent = { messageId: `deleted ${when}`, fromUserId: 'ana', toUserId: `recipient ${when}`, tribeId };
    const { fromUserId, toUserId } = sent;
    const conversation = conversationOf(tribeId, fromUserId, toUserId);
    const last = { ...message(sent.messageId, minuteAgo), fromUserId, toUserId, tribeId, conversation };
    await messages.add(last, mongo.event(MessageSent, sent));
    const context = { id: randomUUID(), occurredAt: last.createdAt, requestId: '' };
    const announce = () => notifyOfMessages({ store }, [{ event: sent, context, within: (work) => work() }]);
    if (when === 'found') {
      const findMany = messages.findMany.bind(messages);
      messages.findMany = async (ids) => {
        messages.findMany = findMany;
        const found = await findMany(ids);
        await deleteTribe({ store }, tribeId);
        return found;
      };
      await announce();
    } else {
      const deleteOfTribe = messages.deleteOfTribe.bind(messages);
      messages.deleteOfTribe = async (id) => {
        await announce();
        await deleteOfTribe(id);
      };
      await deleteTribe({ store }, tribeId);
    }
    expect(await notifications.page(toUserId, noExclusions, 10)).toEqual([]);
    expect(await messages.conversations(toUserId, [tribeId], 10, [])).toEqual([]);
  },
);

test('a budget of one is spent once by two concurrent events, and by one handled twice concurrently', async () => {
  const budgets = new Budgets(mongo);
  const occurredAt = new Date(minuteAgo);
  const spend = (sender: string, id: string) => () =>
    budgets.spend({ max: 1, windowMs: 1_000 }, [sender], { id, occurredAt });
  const two = await raceUpserts(mongo.db, [spend('ana', 'one'), spend('ana', 'another')]);
  expect(two).toHaveLength(2);
  expect(two).toEqual(expect.arrayContaining([fulfilled(true), fulfilled(false)]));
  expect(await raceUpserts(mongo.db, [spend('bo', 'one'), spend('bo', 'one')])).toEqual([
    fulfilled(true),
    fulfilled(true),
  ]);
});

test('a full budget accepts a redelivered event that it has counted', async () => {
  const budgets = new Budgets(mongo);
  const spend = (id: string, at = minuteAgo) =>
    budgets.spend({ max: 2, windowMs: 1_000 }, ['eva'], { id, occurredAt: new Date(at) });
  const spent: boolean[] = [];
  for (const id of ['one', 'one', 'two', 'three', 'one', 'three']) spent.push(await spend(id));
  expect(spent).toEqual([true, true, true, false, true, false]);
  expect(await spend('three', minuteAgo + 1_000)).toBe(true);
});

test('only another event pushes a notification again and marks it as unseen', async () => {
  const store = openMessagingStore(mongo);
  const documents = mongo.collection<{ outbox: unknown[]; userId: string }>('notifications');
  const pushes = async () => (await documents.findOne({ userId: 'eva' }))?.outbox.length;
  const raise = (eventId: string, push = raiseNotifications) =>
    push({ store }, [messageNotification({ userId: 'eva', createdAt: new Date(), eventId }, 'bo', 5)]);
  const isSeen = async () => (await store.notifications.page('eva', noExclusions, 10)).map(({ seen }) => seen);
  await raise('first');
  await store.notifications.markSeen('eva');
  await raise('first');
  await raise('first', listNotifications);
  expect([await pushes(), await isSeen()]).toEqual([1, [true]]);
  await raise('second');
  expect([await pushes(), await isSeen()]).toEqual([2, [false]]);
});

test('a notification raised twice concurrently is listed once', async () => {
  const notifications = new Notifications(mongo);
  const notification: StoredNotification = {
    _id: 'n',
    userId: 'ana',
    type: 'follow',
    tribeId: null,
    personId: 'bo',
    postId: null,
    status: null,
    createdAt: new Date(),
    eventId: randomUUID(),
    seen: false,
  };
  const raise = () => raiseNotifications({ store: openMessagingStore(mongo) }, [notification]);
  expect(await raceUpserts(mongo.db, [raise, raise])).toEqual([fulfilled(undefined), fulfilled(undefined)]);
  expect(await notifications.page('ana', noExclusions, 10)).toMatchObject([{ _id: 'n' }]);
});
