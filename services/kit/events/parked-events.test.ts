import { expect, test } from '@jest/globals';
import type { ParkedEvent } from './consumer-store.ts';
import { ParkedEvents, type WaitingEvent } from './parked-events.ts';

const parkedEvent = (key: string, id: string, dueAt: number): ParkedEvent => ({
  id,
  key,
  type: 'things.v1.ThingMade',
  payload: new Uint8Array(),
  requestId: 'r',
  traceparent: undefined,
  occurredAt: new Date(0),
  writtenAt: undefined,
  seq: 1,
  partition: 0,
  deliveries: 0,
  dueAt: new Date(dueAt),
});

const idsOf = (events: readonly WaitingEvent[]): string[] => events.map(({ id }) => id);
const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Applies all events due by `now`, `atOnce` at a time. Returns their ids in order. */
function applyDue(parked: ParkedEvents, now: number, atOnce: number): string[] {
  const applied: string[] = [];
  for (let due = parked.takeDue(now, atOnce); due.length > 0; due = parked.takeDue(now, atOnce)) {
    applied.push(...idsOf(due));
    for (const event of due) {
      parked.remove(event);
      parked.release(event);
    }
  }
  return applied;
}

test('two hundred thousand parked keys are retried in the order in which they are due', () => {
  const count = 200_000;
  const parked = new ParkedEvents();
  const next = new Set<number>();
  // Coprime to the count: each due time once, unsorted.
  for (const index of indexes(count)) {
    const dueAt = (index * 77_773) % count;
    parked.add(parkedEvent(`key-${index}`, String(dueAt), dueAt));
    next.add(parked.nextAt);
  }
  expect(next).toEqual(new Set([0]));
  expect(parked.size).toBe(count);
  expect(applyDue(parked, count / 2, 4)).toEqual(indexes(count / 2 + 1).map(String));
  expect(parked.nextAt).toBe(count / 2 + 1);
  expect(parked.size).toBe(count / 2 - 1);
});

test('two hundred thousand events of one key are retried in their order', () => {
  const ids = indexes(200_000).map(String);
  const parked = new ParkedEvents();
  for (const id of ids) parked.add(parkedEvent('key', id, 0));
  expect(applyDue(parked, 0, 4)).toEqual(ids);
  expect([parked.has('key'), parked.size, parked.nextAt]).toEqual([false, 0, Number.POSITIVE_INFINITY]);
});

test('a key is not retried while its first event is being retried, and afterwards when that event is due', () => {
  const parked = new ParkedEvents();
  for (const [key, id] of ['a 1', 'a 2', 'b 1'].map((each) => each.split(' ')))
    parked.add(parkedEvent(key ?? '', `${key}${id}`, 10));
  expect(parked.takeDue(9, 4)).toEqual([]);
  const [first, other] = parked.takeDue(10, 4);
  expect([first?.id, other?.id]).toEqual(['a1', 'b1']);
  if (!first || !other) throw new Error('both are due');
  parked.update({ ...first, dueAt: new Date(30), outageAttempts: 1 });
  expect([parked.takeDue(50, 4), parked.nextAt]).toEqual([[], Number.POSITIVE_INFINITY]);
  parked.release(first);
  parked.remove(other);
  parked.release(other);
  expect([parked.nextAt, parked.has('b'), parked.size]).toEqual([30, false, 2]);
  const again = parked.takeDue(30, 4);
  expect(again).toEqual([expect.objectContaining({ id: 'a1', outageAttempts: 1 })]);
  for (const event of again) {
    parked.remove(event);
    // Until the release the next event of the key also waits.
    expect(parked.takeDue(30, 4)).toEqual([]);
    parked.release(event);
  }
  expect(idsOf(parked.takeDue(30, 4))).toEqual(['a2']);
});

test('parking an event a second time changes neither the event nor its order', () => {
  const parked = new ParkedEvents();
  expect(['1', '2', '1'].map((id) => parked.add(parkedEvent('a', id, 10)))).toEqual([true, true, false]);
  expect(parked.add(parkedEvent('a', '1', 0))).toBe(false);
  expect([parked.size, parked.nextAt]).toEqual([2, 10]);
  parked.load([parkedEvent('b', '3', 20)]);
  expect([parked.size, parked.nextAt, parked.has('a')]).toEqual([1, 20, false]);
});
