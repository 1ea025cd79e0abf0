import { expect, test } from '@jest/globals';
import { TestClock } from '../testing/service.ts';
import { idMaker, isUuid } from './ids.ts';

test('ids generated in one millisecond sort by creation', () => {
  const newId = idMaker(new TestClock());
  const ids = Array.from({ length: 1_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('an id starts with the time of the clock, and a later id sorts after it', () => {
  const clock = new TestClock('2026-03-01T12:00:00.000Z');
  const newId = idMaker(clock);
  const first = newId();
  clock.advance(1);
  expect(newId() > first).toBe(true);
  const msecs = Number.parseInt(first.replace('-', '').slice(0, 12), 16);
  expect(new Date(msecs).toISOString()).toBe('2026-03-01T12:00:00.000Z');
});

test('two generators do not produce the same ids at the same time', () => {
  const clock = new TestClock();
  expect(idMaker(clock)()).not.toBe(idMaker(clock)());
});

test('an id is accepted in the form in which it is generated, and in no other', () => {
  const id = idMaker(new TestClock())();
  expect(isUuid(id)).toBe(true);
  const others = ['', id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`, `${id}\n`, `${id.slice(0, -1)}g`];
  expect(others.filter((text) => text !== id && isUuid(text))).toEqual([]);
});
