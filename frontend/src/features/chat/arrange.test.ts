import { expect, test } from '@jest/globals';
import { arrange, countAfter, type Line } from './arrange.ts';

/** A line said by somebody on a day of March, at a local time. */
function line(who: string, day: number, time: string): Line {
  const at = new Date(`2026-03-0${day}T${time}:00`).toISOString();
  return {
    id: `${who} ${day} ${time}`,
    author: { id: who, name: who },
    mine: who === 'me',
    content: time,
    at,
    quote: null,
    state: 'sent',
    failure: null,
  };
}

const shape = (lines: Line[], seenUntil: string | null = null) =>
  arrange(lines, seenUntil).map(({ groups }) => groups.map((group) => group.lines.map(({ content }) => content)));

test('an empty conversation has no days', () => {
  expect(arrange([], null)).toEqual([]);
});

test('what one says in one go stands together; another voice or a pause begins anew', () => {
  const talk = [
    line('ana', 1, '10:00'),
    line('ana', 1, '10:01'),
    line('me', 1, '10:02'),
    line('ana', 1, '10:03'),
    line('ana', 1, '10:30'),
  ];
  expect(shape(talk)).toEqual([[['10:00', '10:01'], ['10:02'], ['10:03'], ['10:30']]]);
});

test('a new day parts even what was said within a minute', () => {
  expect(shape([line('ana', 1, '23:59'), line('ana', 2, '00:00')])).toEqual([[['23:59']], [['00:00']]]);
});

test('new messages begin with the first of others after what was seen', () => {
  const talk = [line('ana', 1, '10:00'), line('me', 1, '10:01'), line('ana', 1, '10:02'), line('ana', 1, '10:03')];
  const [day] = arrange(talk, talk[0]?.at ?? null);
  expect(day?.groups.map(({ startsNew }) => startsNew)).toEqual([false, false, true]);
});

test('the divider parts a group in two', () => {
  const talk = [line('ana', 1, '10:00'), line('ana', 1, '10:01')];
  expect(shape(talk, talk[0]?.at)).toEqual([[['10:00'], ['10:01']]]);
});

test('nothing is new the first time, nor when all was seen', () => {
  const talk = [line('ana', 1, '10:00')];
  for (const seenUntil of [null, talk[0]?.at ?? null]) {
    expect(arrange(talk, seenUntil).flatMap(({ groups }) => groups.filter(({ startsNew }) => startsNew))).toEqual([]);
  }
});

test('what waits below counts the words of others only', () => {
  const talk = [line('ana', 1, '10:00'), line('me', 1, '10:01'), line('ana', 1, '10:02')];
  expect(countAfter(talk, talk[0]?.at ?? '')).toBe(1);
});
