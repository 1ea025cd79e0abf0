import { expect, test } from '@jest/globals';
import { countAfter, groupMessages, type MessageView } from './group-messages.ts';

/** A message of a person on a day of March, at a local time. */
function message(authorName: string, day: number, time: string): MessageView {
  const at = new Date(`2026-03-0${day}T${time}:00`).toISOString();
  return {
    id: `${authorName} ${day} ${time}`,
    author: { id: authorName, name: authorName },
    mine: authorName === 'me',
    content: time,
    at,
    quote: null,
    state: 'sent',
    failure: null,
  };
}

const shape = (messages: MessageView[], lastRead: string | null = null) =>
  groupMessages(messages, lastRead).map(({ groups }) =>
    groups.map((group) => group.messages.map(({ content }) => content)),
  );

test('an empty conversation has no days', () => {
  expect(groupMessages([], null)).toEqual([]);
});

test('consecutive messages of one person form a group; another author or a pause begins a new one', () => {
  const talk = [
    message('ana', 1, '10:00'),
    message('ana', 1, '10:01'),
    message('me', 1, '10:02'),
    message('ana', 1, '10:03'),
    message('ana', 1, '10:30'),
  ];
  expect(shape(talk)).toEqual([[['10:00', '10:01'], ['10:02'], ['10:03'], ['10:30']]]);
});

test('a new day begins a new group even within a minute', () => {
  expect(shape([message('ana', 1, '23:59'), message('ana', 2, '00:00')])).toEqual([[['23:59']], [['00:00']]]);
});

test('new messages begin with the first one of others after the last read', () => {
  const talk = [
    message('ana', 1, '10:00'),
    message('me', 1, '10:01'),
    message('ana', 1, '10:02'),
    message('ana', 1, '10:03'),
  ];
  const [day] = groupMessages(talk, talk[0]?.at ?? null);
  expect(day?.groups.map(({ startsNew }) => startsNew)).toEqual([false, false, true]);
});

test('the divider splits a group in two', () => {
  const talk = [message('ana', 1, '10:00'), message('ana', 1, '10:01')];
  expect(shape(talk, talk[0]?.at)).toEqual([[['10:00'], ['10:01']]]);
});

test('no message is new the first time, nor when all were read', () => {
  const talk = [message('ana', 1, '10:00')];
  for (const lastRead of [null, talk[0]?.at ?? null]) {
    expect(groupMessages(talk, lastRead).flatMap(({ groups }) => groups.filter(({ startsNew }) => startsNew))).toEqual(
      [],
    );
  }
});

test('the unread count includes messages of others only', () => {
  const talk = [message('ana', 1, '10:00'), message('me', 1, '10:01'), message('ana', 1, '10:02')];
  expect(countAfter(talk, talk[0]?.at ?? '')).toBe(1);
});
