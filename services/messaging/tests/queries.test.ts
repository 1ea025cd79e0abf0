import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openObservedMongoBench } from '@tribus/kit/testing/mongo.ts';
import { type Calls, callAll, isSlow } from '@tribus/kit/testing/queries.ts';
import { ChatPosted } from '@tribus/proto/messaging/v1/events.ts';
import { Chat } from '../src/store/chat.ts';
import { Messages, type StoredMessage } from '../src/store/messages.ts';
import type { StoredNotification } from '../src/store/notification.ts';
import { Notifications, noExclusions } from '../src/store/notifications.ts';
import { WaitingNotifications } from '../src/store/waiting-notifications.ts';

const now = new Date();
const position = { createdAt: now, id: 'm' };
const message: StoredMessage = {
  _id: 'm',
  conversation: '1:ana:bo',
  tribeId: 1,
  fromUserId: 'ana',
  toUserId: 'bo',
  content: 'hola',
  createdAt: now,
  read: false,
};
const notification: StoredNotification = {
  _id: 'n',
  userId: 'ana',
  type: 'follow',
  tribeId: 1,
  personId: 'bo',
  postId: 'p',
  status: null,
  createdAt: now,
  eventId: 'e',
  seen: false,
};
const chatMessage = { ...message, userId: 'ana', parentId: null, likes: [], dislikes: [] };

let observed: Awaited<ReturnType<typeof openObservedMongoBench>>;

beforeAll(async () => {
  observed = await openObservedMongoBench('messaging');
});
afterAll(() => observed.close());

const event = () => observed.mongo.event(ChatPosted, { tribeId: 1, messageId: 'm', parentId: '', userId: 'ana' });

const viewer = { viewerId: 'ana', blocked: ['bo'] };
const someExclusions = { users: [{ tribeId: 1, userIds: ['bo'] }], tribeIds: [2] };

const chatCalls: Calls<Chat> = {
  page: (store) => [store.page(1, viewer, 10), store.page(1, viewer, 10, position)],
  writtenBy: (store) => [store.writtenBy('ana', 10, 'm')],
  reactedTo: (store) => [store.reactedTo('likes', 'ana', 10, 'm'), store.reactedTo('dislikes', 'ana', 10, 'm')],
  find: (store) => [store.find(1, 'm')],
  findById: (store) => [store.findById('m')],
  around: (store) => [store.around(chatMessage, 5)],
  moderate: (store) => [store.moderate('m', { decisionId: 'd', removed: false }, event())],
  deleteRemoved: (store) => [store.deleteRemoved({ _id: 'x' }), store.deleteRemoved({ userId: 'x' })],
  add: (store) => [store.add(chatMessage, event())],
  toggle: (store) => [
    store.toggle('m', 'likes', 'ana', { _id: 't', bodyHash: 'h' }),
    store.toggle('m', 'dislikes', 'bo', { _id: 'u' }),
  ],
  deleteReactionsOf: (store) => [store.deleteReactionsOf('bo')],
  deleteOfTribe: (store) => [store.deleteOfTribe(1)],
};
const messageCalls: Calls<Messages> = {
  page: (store) => [store.page('1:ana:bo', 10), store.page('1:ana:bo', 10, position)],
  writtenBy: (store) => [store.writtenBy('ana', 10, 'm')],
  conversationsOf: (store) => [store.conversationsOf('ana', 10, 'c')],
  find: (store) => [store.find('m')],
  around: (store) => [store.around(message, 5)],
  moderate: (store) => [store.moderate(message, { decisionId: 'd', removed: false }, event())],
  deleteRemoved: (store) => [store.deleteRemoved({ _id: 'x' }), store.deleteRemoved({ fromUserId: 'x' })],
  findMany: (store) => [store.findMany(['m'])],
  readAmong: (store) => [store.readAmong(['m'])],
  add: (store) => [store.add(message, event())],
  touchConversations: (store) => [store.touchConversations([message])],
  tribesOf: (store) => [store.tribesOf('ana')],
  conversations: (store) => [
    store.conversations('ana', [1, 2], 10, []),
    store.conversations('ana', [1, 2], 10, ['1:ana:bo']),
    store.conversations('ana', [1, 2], 10, [], position),
  ],
  conversationsWith: (store) => [store.conversationsWith('ana', ['bo'])],
  tribesWithUnread: (store) => [store.tribesWithUnread('bo')],
  countUnread: (store) => [store.countUnread('bo', [1, 2], []), store.countUnread('bo', [1, 2], ['1:ana:bo'])],
  unreadIn: (store) => [store.unreadIn('bo', [{ _id: '1:ana:bo', tribeId: 1 }])],
  markRead: (store) => [store.markRead('1:ana:bo', 'bo', message)],
  hasUnread: (store) => [store.hasUnread('1:ana:bo', 'bo')],
  deleteOfUser: (store) => [store.deleteOfUser('ana')],
  dropEmptyConversations: (store) => [store.dropEmptyConversations([message])],
  deleteOfTribe: (store) => [store.deleteOfTribe(1)],
};
const ordered = { occurredAt: now, sequence: 1 };
const notificationCalls: Calls<Notifications> = {
  upsert: (store) => [store.upsert([{ notification, event: event() }])],
  list: (store) => [store.list([notification])],
  page: (store) => [store.page('ana', noExclusions, 10), store.page('ana', someExclusions, 10, position)],
  unseen: (store) => [store.unseen('ana', someExclusions)],
  about: (store) => [store.about('ana', ['bo'])],
  setLevel: (store) => [store.setLevel('p', 2, ordered)],
  setHidden: (store) => [store.setHidden('p', true, ordered)],
  markSeen: (store) => [store.markSeen('ana'), store.markSeen('ana', position)],
  grantCelebration: (store) => [store.grantCelebration('ana', 'n', 'a')],
  existing: (store) => [store.existing(['n'])],
  raisedAt: (store) => [store.raisedAt('ana', 'n')],
  remove: (store) => [store.remove('ana', 'n'), store.remove('ana', 'n', now)],
  removeAboutPost: (store) => [store.removeAboutPost('p')],
  removeAboutTribe: (store) => [store.removeAboutTribe(1)],
  removeOfUser: (store) => [store.removeOfUser('ana')],
  hideEnded: (store) => [store.hideEnded(notification), store.hideEnded({ ...notification, sequence: 1 })],
  hasEndedSince: (store) => [store.hasEndedSince(notification)],
  isListed: (store) => [store.isListed(notification)],
  showFollowAgain: (store) => [store.showFollowAgain(notification)],
  withdrawJoinRequests: (store) => [store.withdrawJoinRequests(1, 'bo', ordered)],
};

const waitingCalls: Calls<WaitingNotifications> = {
  listHolders: (store) => [store.listHolders({ type: 'cases_waiting', tribeId: 1 })],
  setCounts: (store) => [
    store.setCounts([
      { _id: 'n', waiting: 2, countedAt: now },
      { _id: 'm', waiting: 0, countedAt: now },
    ]),
  ],
};

test('no query of messaging scans a whole collection or sorts in memory', async () => {
  const { mongo, observe } = observed;
  const [chat, messages, notifications] = [new Chat(mongo), new Messages(mongo), new Notifications(mongo)];
  await observe();
  await callAll(chat, chatCalls);
  await callAll(messages, messageCalls);
  await callAll(notifications, notificationCalls);
  await callAll(new WaitingNotifications(mongo), waitingCalls);
  const plans = await observed.plans();
  expect(plans.length).toBeGreaterThan(20);
  expect(plans.filter(isSlow)).toEqual([]);
});

test('a page of the chat contains neither the ids of likes nor reaction receipts', async () => {
  const store = new Chat(observed.mongo);
  await store.add({ ...chatMessage, _id: 'liked', tribeId: 2 }, event());
  await store.toggle('liked', 'likes', 'bo', { _id: 'request', bodyHash: 'h' });
  await store.toggle('liked', 'likes', 'carla', { _id: 'another', bodyHash: 'h' });
  const { _id, tribeId, userId, parentId, content, createdAt } = { ...chatMessage, _id: 'liked', tribeId: 2 };
  const counts = { likesCount: 2, dislikesCount: 0, liked: true, disliked: false };
  expect(await store.page(2, { viewerId: 'bo', blocked: [] }, 10)).toEqual([
    { _id, tribeId, userId, parentId, content, createdAt, ...counts },
  ]);
});
