import { expect, test } from '@jest/globals';
import {
  type MessagePage,
  type OutgoingMessage,
  unconfirmedMessages,
  withLike,
  withMessage,
  withNewest,
  withOlder,
  withoutMessage,
} from './message-cache.ts';

interface Message {
  id: string;
  createdAt: string;
  content: string;
}

const message = (id: number, content = `m${id}`): Message => ({
  id: String(id),
  createdAt: `2026-03-01T10:00:${String(id).padStart(2, '0')}.000Z`,
  content,
});
const page = (ids: number[], nextBefore: string | null = null): MessagePage<Message> => ({
  items: ids.map((id) => message(id)),
  nextBefore,
});
const ids = (of: MessagePage<Message>) => of.items.map(({ id }) => Number(id));

test('the newest page is merged with the loaded pages, and the cursor of older messages is unchanged', () => {
  const joined = withNewest(page([1, 2, 3], 'older'), page([2, 3, 4], 'cursor of 2'));
  expect(ids(joined)).toEqual([1, 2, 3, 4]);
  expect(joined.nextBefore).toBe('older');
});

test('when more messages arrived than fit on a page, the newest page replaces the loaded pages', () => {
  expect(withNewest(page([1, 2]), page([8, 9], 'cursor of 8'))).toEqual(page([8, 9], 'cursor of 8'));
});

test('the first messages of an empty conversation need no overlap', () => {
  expect(ids(withNewest(page([]), page([1])))).toEqual([1]);
});

test('a newer version replaces the loaded one', () => {
  const newest = { items: [message(1, 'changed')], nextBefore: null };
  expect(withNewest(page([1]), newest).items[0]?.content).toBe('changed');
});

test('a sent message is appended once', () => {
  expect(ids(withMessage(withMessage(page([1]), message(2)), message(2)))).toEqual([1, 2]);
});

test('a deleted message disappears with the next response, and by itself', () => {
  expect(ids(withNewest(page([1, 2, 3, 4], 'older'), page([2, 4], 'cursor of 2')))).toEqual([1, 2, 4]);
  expect(ids(withNewest(page([1, 2]), page([1])))).toEqual([1]);
  expect(ids(withoutMessage(page([1, 2]), '2'))).toEqual([1]);
});

test('an older page is prepended, and its cursor leads further back', () => {
  const joined = withOlder(page([3, 4], 'cursor of 3'), page([1, 2], 'cursor of 1'));
  expect(ids(joined)).toEqual([1, 2, 3, 4]);
  expect(joined.nextBefore).toBe('cursor of 1');
});

const going = (key: string, content: string, rest: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  key,
  content,
  parentId: null,
  writtenAt: message(5).createdAt,
  after: message(1).createdAt,
  failure: null,
  ...rest,
});
const keys = (outbox: OutgoingMessage[]) => outbox.map(({ key }) => key);

test('a message that a poll delivered before its own response is not shown twice', () => {
  expect(keys(unconfirmedMessages([going('a', 'hola'), going('b', 'adiós')], [message(2, 'hola')]))).toEqual(['b']);
});

test('equal texts, written before or twice, are separate messages', () => {
  expect(keys(unconfirmedMessages([going('a', 'hola')], [message(1, 'hola')]))).toEqual(['a']);
  expect(keys(unconfirmedMessages([going('a', 'hola'), going('b', 'hola')], [message(2, 'hola')]))).toEqual(['b']);
});

test('a failed message remains in the list until it is sent again or dropped', () => {
  expect(keys(unconfirmedMessages([going('a', 'hola', { failure: () => 'No' })], [message(2, 'hola')]))).toEqual(['a']);
});

test.each([
  [[], 0, 0, ['like'], 1, 0],
  [['like'], 2, 0, [], 1, 0],
  [['dislike'], 0, 1, ['like'], 1, 0],
] as const)('a tap on the heart of a message with %j', (mine, likes, dislikes, after, likesAfter, dislikesAfter) => {
  const types = (of: readonly ('like' | 'dislike')[]) => of.map((type) => ({ type }));
  expect(withLike({ likesCount: likes, dislikesCount: dislikes, reactions: types(mine) })).toEqual({
    likesCount: likesAfter,
    dislikesCount: dislikesAfter,
    reactions: types(after),
  });
});
