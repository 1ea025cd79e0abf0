import { expect, test } from '@jest/globals';
import { heart, sparkle } from '@limits/vibes-realtime';
import {
  isNews,
  noReactions,
  totalOf,
  type VibeReactions,
  withCount,
  withEvent,
  withoutPending,
  withPending,
  withResponse,
} from './vibe-reactions.ts';

const event = (id: string, ts: number, userId = 'bruno', emoji: string = sparkle) => ({
  id,
  vibeId: 'v1',
  userId,
  userName: userId,
  emoji,
  ts,
});

const start: VibeReactions = withCount(noReactions('author'), { total: 10, lastTs: 1_000 });
const ids = ({ events }: VibeReactions) => events.map(({ id }) => id);

test('an event counts once when it arrives repeatedly', () => {
  const once = withEvent(start, event('a', 1_100), 5_000);
  expect(totalOf(once)).toBe(11);
  expect(withEvent(once, event('a', 1_100), 5_010)).toBe(once);
});

test('an event that the count already includes is stored but adds nothing', () => {
  const after = withEvent(start, event('a', 900), 5_000);
  expect(totalOf(after)).toBe(10);
  expect(ids(after)).toEqual(['a']);
});

test('both reactions of a double tap count, whether at one time or in reverse order', () => {
  for (const [first, second] of [
    [1_100, 1_100],
    [1_101, 1_100],
  ] as const) {
    const both = withEvent(withEvent(start, event('a', first), 5_000), event('b', second, 'bruno', heart), 5_000);
    expect(totalOf(both)).toBe(12);
    expect(totalOf(withCount(both, { total: 12, lastTs: Math.max(first, second) }))).toBe(12);
  }
});

test('the author’s own reaction does not count, tapped here or received', () => {
  expect(totalOf(withEvent(start, event('a', 1_100, 'author'), 5_000))).toBe(10);
  expect(totalOf(withPending(start, event('l1', 5_000, 'author')))).toBe(10);
});

test('a tap shows at once; its echo within 450 ms replaces it', () => {
  const tapped = withPending(start, event('l1', 5_000, 'me'));
  expect(totalOf(tapped)).toBe(11);
  expect(isNews(tapped, event('s1', 1_200, 'me'), 5_450)).toBe(false);
  const echoed = withEvent(tapped, event('s1', 1_200, 'me'), 5_450);
  expect(ids(echoed)).toEqual(['s1']);
  expect(totalOf(echoed)).toBe(11);
});

test('a later event, another emoji or another person is not that echo', () => {
  const tapped = withPending(start, event('l1', 5_000, 'me'));
  expect(isNews(tapped, event('s1', 1_200, 'me'), 5_451)).toBe(true);
  expect(isNews(tapped, event('s1', 1_200, 'me', heart), 5_100)).toBe(true);
  expect(isNews(tapped, event('s1', 1_200, 'bruno'), 5_100)).toBe(true);
});

test('the response and the echo lead to the same total in either order', () => {
  const tapped = withPending(start, event('l1', 5_000, 'me'));
  const echo = event('s1', 1_200, 'me');
  const answer = { event: echo, total: 11, lastTs: 1_200 };
  const echoFirst = withResponse(withEvent(tapped, echo, 5_100), 'l1', answer);
  const responseFirst = withEvent(withResponse(tapped, 'l1', answer), echo, 5_100);
  const lateEcho = withResponse(withEvent(tapped, echo, 9_000), 'l1', answer);
  for (const end of [echoFirst, responseFirst, lateEcho]) {
    expect(totalOf(end)).toBe(11);
    expect(ids(end)).toEqual(['s1']);
  }
});

test('a tap whose response follows a newer event of another person is counted, and its echo adds nothing', () => {
  const tapped = withPending(start, event('l1', 5_000, 'me'));
  const newer = withEvent(tapped, event('b', 1_300), 5_100);
  const answered = withResponse(newer, 'l1', { event: event('s1', 1_200, 'me'), total: 11, lastTs: 1_200 });
  expect(totalOf(answered)).toBe(12);
  expect(totalOf(withEvent(answered, event('s1', 1_200, 'me'), 5_200))).toBe(12);
});

test('two pending taps never make the total fall', () => {
  const two = withPending(withPending(start, event('l1', 5_000, 'me')), event('l2', 5_100, 'me', heart));
  expect(totalOf(two)).toBe(12);
  const first = withResponse(two, 'l1', { event: event('s1', 1_200, 'me'), total: 11, lastTs: 1_200 });
  expect(totalOf(first)).toBe(12);
  const both = withResponse(first, 'l2', { event: event('s2', 1_300, 'me', heart), total: 12, lastTs: 1_300 });
  expect(totalOf(both)).toBe(12);
});

test('an event of another person that a response already included is not counted again', () => {
  const tapped = withPending(start, event('l1', 5_000, 'me'));
  const answered = withResponse(tapped, 'l1', { event: event('s1', 1_200, 'me'), total: 12, lastTs: 1_200 });
  expect(totalOf(withEvent(answered, event('b', 1_150), 5_200))).toBe(12);
});

test('a tap that failed to send is rolled back', () => {
  expect(totalOf(withoutPending(withPending(start, event('l1', 5_000, 'me')), 'l1'))).toBe(10);
});

test('a count older than the known one is ignored', () => {
  const newer = withEvent(start, event('a', 1_100), 5_000);
  expect(withCount(newer, { total: 10, lastTs: 1_000 })).toBe(newer);
  expect(totalOf(withCount(newer, { total: 14, lastTs: 1_400 }))).toBe(14);
});

test('only the newest 200 events are stored', () => {
  let reactions = start;
  for (let n = 0; n < 230; n += 1) reactions = withEvent(reactions, event(`e${n}`, 2_000 + n), 5_000);
  expect(reactions.events).toHaveLength(200);
  expect(totalOf(reactions)).toBe(240);
});
