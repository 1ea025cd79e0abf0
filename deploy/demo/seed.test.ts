import { describe, expect, test } from '@jest/globals';
import {
  captionMax,
  commentMax,
  imagesMax,
  offeredMoods,
  placeMax,
  postTagsMax,
  storyCaptionMax,
} from '@tribus/content/limits.ts';
import { normaliseTag } from '@tribus/content/tags.ts';
import { passwordMin } from '@tribus/identity/limits.ts';
import { messageMax } from '@tribus/messaging/limits.ts';
import { tribeDescriptionMax, tribeNameMax, tribesPerUser, tribeTagsMax } from '@tribus/tribes/limits.ts';
import { parseTribeTags } from '@tribus/tribes/tags.ts';
import { DemoClients } from './clients.ts';
import { directConversations } from './direct.ts';
import { demoPassword, type Handle, members, people } from './people.ts';
import { ProgressLog } from './progress-log.ts';
import { allActs } from './seed.ts';
import { stories } from './stories.ts';
import { momentsOf } from './timeline.ts';
import { demoTribes, membersOf } from './tribes.ts';

const posts = stories.flatMap(({ tribe, posts }) => posts.map((post) => ({ ...post, tribe })));
const remarks = posts.flatMap(({ tribe, comments = [] }) =>
  comments.flatMap((comment) => [comment, ...comment.replies].map((remark) => ({ ...remark, tribe }))),
);
const vibes = stories.flatMap(({ tribe, vibes }) => vibes.map((vibe) => ({ ...vibe, tribe })));
const messages = stories.flatMap(({ tribe, chat }) => chat.map((message) => ({ ...message, tribe })));

const actsAt = (now: Date) => {
  const pictureWorker = { take: () => Promise.reject(new Error('nothing is painted here')) };
  const stage = { clients: new DemoClients('http://localhost', new ProgressLog()), pictureWorker, now };
  return allActs(stage, { email: 'admin@tribus.test', password: 'tribus-admin' });
};

test('the story is as large as a first look wants it', () => {
  expect(members).toHaveLength(12);
  expect(demoTribes).toHaveLength(6);
  expect(posts.length).toBeGreaterThanOrEqual(60);
  expect(remarks.length).toBeGreaterThanOrEqual(120);
  expect(vibes.length).toBeGreaterThanOrEqual(6);
});

test('everybody is plainly invented and may register', () => {
  for (const email of Object.values(people)) expect(email).toMatch(/^[a-z.]+@demo\.tribus\.test$/);
  expect(new Set(Object.values(people)).size).toBe(members.length);
  expect(demoPassword.length).toBeGreaterThanOrEqual(passwordMin);
});

describe('what is written stays within the limits of the specification', () => {
  test.each(demoTribes)('tribe $name', ({ name, description, tags, isPrivate, requiresApproval }) => {
    expect(name.length).toBeLessThanOrEqual(tribeNameMax);
    expect(description.length).toBeLessThanOrEqual(tribeDescriptionMax);
    expect(tags.length).toBeLessThanOrEqual(tribeTagsMax);
    expect(parseTribeTags(tags)).toEqual({ tags, problems: [] });
    if (isPrivate) expect(requiresApproval).toBe(true);
  });

  test('nobody owns more tribes than allowed', () => {
    for (const member of members) {
      expect(demoTribes.filter(({ owner }) => owner === member).length).toBeLessThanOrEqual(tribesPerUser);
    }
  });

  test.each(posts)('post $key', ({ text, tags = [], place = '', pictures = [] }) => {
    expect(text.trim()).not.toBe('');
    expect(text.length).toBeLessThanOrEqual(captionMax);
    expect(tags.map(normaliseTag)).toEqual(tags);
    expect(tags.length).toBeLessThanOrEqual(postTagsMax);
    expect(place.length).toBeLessThanOrEqual(placeMax);
    expect(pictures.length).toBeLessThanOrEqual(imagesMax);
  });

  test.each(vibes)('vibe $key', ({ text, mood, picture }) => {
    expect(text.length).toBeLessThanOrEqual(storyCaptionMax);
    expect(offeredMoods).toContain(mood);
    expect(picture.format).toBe('tall');
  });

  test('comments and messages', () => {
    for (const { text } of remarks) expect(text.length).toBeLessThanOrEqual(commentMax);
    const lines = [...messages, ...directConversations.flatMap(({ lines }) => lines)];
    for (const { text } of lines) expect(text.length).toBeLessThanOrEqual(messageMax);
  });
});

test('only members speak in a tribe', () => {
  for (const { tribe, by } of [...posts, ...remarks, ...vibes, ...messages]) {
    const handles: readonly Handle[] = membersOf(tribe, [...members]);
    expect(tribe === 'hominini' && by === 'admin' ? true : handles.includes(by)).toBe(true);
  }
  for (const { tribe, lines } of directConversations) {
    for (const { from, to } of lines) expect(membersOf(tribe, members)).toEqual(expect.arrayContaining([from, to]));
  }
});

describe('at whatever time of the day the system is first started', () => {
  const times = ['2026-03-01T00:00:01Z', '2026-03-01T00:40:00Z', '2026-03-01T12:00:00Z', '2026-03-01T23:59:59Z'];

  test.each(times)('at %s everything lies in the past', (time) => {
    const now = new Date(time);
    for (const { name, at } of actsAt(now)) expect([name, at < now.getTime()]).toEqual([name, true]);
  });

  test.each(times)('at %s nothing happens before what it needs', (time) => {
    const played = new Map<string, number>();
    for (const [moment, acts] of momentsOf(actsAt(new Date(time))).entries()) {
      for (const { name } of acts) played.set(name, moment);
    }
    for (const [name, moment] of played) {
      for (const needed of needsOf(name))
        expect([name, needed, before(played, needed, moment)]).toEqual([name, needed, true]);
    }
  });

  const before = (played: ReadonlyMap<string, number>, name: string, moment: number): boolean =>
    (played.get(name) ?? Number.POSITIVE_INFINITY) < moment;
});

test('no two acts share a name, for it is the key that keeps them from being done twice', () => {
  const names = actsAt(new Date('2026-03-01T12:00:00Z')).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(`demo:${name}`).toMatch(/^[\x21-\x7e]{1,200}$/);
});

/** The acts that must come before one, told from its name. */
function needsOf(name: string): string[] {
  const [kind = '', ...rest] = name.split(':');
  if (kind === 'comment') return rest.length === 3 ? [`comment:${rest[0]}:${rest[1]}`] : [`post:${rest[0]}`];
  if (kind === 'like' || kind === 'dislike') return [rest.slice(0, -1).join(':'), `arrival:${rest.at(-1)}`];
  if (kind === 'tap') return [`post:${rest[0]}`];
  if (kind === 'join' || kind === 'ask') return [`tribe:${rest[0]}`, `arrival:${rest[1]}`];
  if (kind === 'cover') return rest[0] === 'hominini' ? ['arrival:admin'] : [`tribe:${rest[0]}`];
  if (kind === 'approve') return [`ask:${rest[0]}:${rest[1]}`];
  return kind === 'post' ? ['arrival:admin', 'arrival:yun'] : [];
}
