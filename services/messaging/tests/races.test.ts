import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import { openMongoBench } from '@tribus/kit/testing/mongo.ts';
import { raceUpserts } from '@tribus/kit/testing/upsert-race.ts';
import { raiseNotifications } from '../src/notification-audience.ts';
import { Messages, type StoredMessage } from '../src/store/messages.ts';
import { NotificationBudgets } from '../src/store/notification-budgets.ts';
import { Notifications, type StoredNotification } from '../src/store/notifications.ts';
import { openMessagingStore } from '../src/store/store.ts';

let bench: Awaited<ReturnType<typeof openMongoBench>>;
let mongo: Mongo;

beforeAll(async () => {
  bench = await openMongoBench('messaging');
  mongo = bench.mongo;
});
afterAll(() => bench.close());

const message = (content: string, createdAt: string): StoredMessage => ({
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

test('of the first two messages of a conversation, written at the same time, both see the newer one', async () => {
  const messages = new Messages(mongo);
  const older = message('older', '2026-03-01T12:00:00.000Z');
  const newer = message('newer', '2026-03-01T12:00:00.001Z');
  const outcomes = await raceUpserts(
    mongo.db,
    [older, newer].map((one) => () => messages.touchConversations([one])),
  );
  expect(outcomes).toEqual([fulfilled(undefined), fulfilled(undefined)]);
  for (const owner of ['ana', 'bo'])
    expect(await messages.conversations(owner, [1], 10)).toMatchObject([{ lastMessage: { content: 'newer' } }]);
});

test('a budget for one is spent once by two events at the same time, and by one that is handled twice at once', async () => {
  const budgets = new NotificationBudgets(mongo);
  const occurredAt = new Date('2026-03-01T12:00:00.000Z');
  const spend = (sender: string, id: string) => () =>
    budgets.spend({ most: 1, windowMs: 1_000 }, [sender], { id, occurredAt });
  const two = await raceUpserts(mongo.db, [spend('ana', 'one'), spend('ana', 'another')]);
  expect(two).toHaveLength(2);
  expect(two).toEqual(expect.arrayContaining([fulfilled(true), fulfilled(false)]));
  expect(await raceUpserts(mongo.db, [spend('bo', 'one'), spend('bo', 'one')])).toEqual([
    fulfilled(true),
    fulfilled(true),
  ]);
});

test('a notification that is raised twice at the same time stands there once', async () => {
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
    seen: false,
  };
  const raise = () => raiseNotifications({ store: openMessagingStore(mongo) }, [notification]);
  expect(await raceUpserts(mongo.db, [raise, raise])).toEqual([fulfilled(undefined), fulfilled(undefined)]);
  expect(await notifications.page('ana', 10)).toMatchObject([{ _id: 'n' }]);
});
