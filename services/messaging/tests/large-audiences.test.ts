import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openMongo } from '@tribus/kit/mongo/mongo.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { type ProcessContext, processOf } from '@tribus/kit/testing/things.ts';
import { Messages, type StoredMessage } from '../src/store/messages.ts';
import type { StoredNotification } from '../src/store/notification.ts';
import { Notifications, noExclusions } from '../src/store/notifications.ts';

/**
 * A post can be announced to every member of a tribe, and a person can leave any number of notifications and messages
 * unread; a statement has 1.5 s.
 */

const count = 1_200;
const maxPerStatement = 500;

let stores: TestStores;
let ctx: ProcessContext;
let notifications: Notifications;
let messages: Messages;
/** The number of documents that each update names; NaN for a condition without ids. */
const sizes: number[] = [];

const notification = (index: number): StoredNotification => ({
  _id: `n${index}`,
  userId: 'ana',
  type: 'message',
  tribeId: 1,
  personId: 'bo',
  postId: 'p',
  status: null,
  createdAt: new Date(index),
  seen: false,
  eventId: `e${index}`,
});
const message = (index: number): StoredMessage => ({
  _id: `m${index}`,
  conversation: '1:ana:bo',
  tribeId: 1,
  fromUserId: 'ana',
  toUserId: 'bo',
  content: 'hola',
  createdAt: new Date(index),
  read: false,
});
const many = <T>(make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));

beforeAll(async () => {
  stores = await testStores({ postgres: false });
  ctx = processOf('messaging');
  const url = new URL(stores.env.MONGODB_URL);
  url.searchParams.set('monitorCommands', 'true');
  const mongo = await openMongo(ctx, { url: url.href });
  notifications = new Notifications(mongo);
  messages = new Messages(mongo);
  await notifications.list(many(notification));
  await mongo.collection<StoredMessage>('direct_messages').insertMany(many(message));
  mongo.db.client.on('commandStarted', ({ command, commandName }) => {
    if (commandName === 'update') sizes.push(command.updates[0].q._id?.$in.length ?? Number.NaN);
  });
});
afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

/** Runs `change` and expects that it changed all documents, at most 500 per statement. */
async function expectInPortions(change: () => Promise<unknown>): Promise<void> {
  sizes.splice(0);
  await change();
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(maxPerStatement);
}

test('the notifications of a post that was announced to many are changed in portions', async () => {
  await expectInPortions(() => notifications.setLevel('p', 3, { occurredAt: new Date() }));
  const unseen = await notifications.unseen('ana', noExclusions);
  expect(unseen).toMatchObject([{ fields: { minLevelOrder: 3 }, count }]);
  await expectInPortions(() => notifications.setHidden('p', true, { occurredAt: new Date() }));
  expect(await notifications.unseen('ana', noExclusions)).toEqual([]);
  await expectInPortions(() => notifications.setHidden('p', false, { occurredAt: new Date() }));
});

test('many notifications and messages of one person are marked as read in portions', async () => {
  await expectInPortions(() => notifications.markSeen('ana'));
  expect(await notifications.unseen('ana', noExclusions)).toEqual([]);
  await expectInPortions(() => messages.markRead('1:ana:bo', 'bo', message(count)));
  expect(await messages.tribesWithUnread('bo')).toEqual([]);
});
