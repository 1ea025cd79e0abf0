import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { LandingChange } from '@tribus/content/api/landing.ts';
import {
  captionMax,
  caseTextMax,
  commentMax,
  imagesMax,
  landingGradients,
  mediaCaptionMax,
  offeredMoods,
  placeMax,
  postTagsMax,
  reportDescriptionMax,
  storyCaptionMax,
} from '@tribus/content/limits.ts';
import { normaliseTag } from '@tribus/content/tags.ts';
import { ProfileChange } from '@tribus/identity/api/profile.ts';
import { OwnAppeal } from '@tribus/identity/api/sanctions.ts';
import { NewTask } from '@tribus/identity/api/tasks.ts';
import { ContactForm } from '@tribus/identity/api.ts';
import { passwordMin, sanctionTextMax } from '@tribus/identity/limits.ts';
import { messageMax } from '@tribus/messaging/limits.ts';
import { Rules } from '@tribus/tribes/api/admission.ts';
import { LevelChange, NewChallenge } from '@tribus/tribes/api/levels.ts';
import {
  joinAnswerMax,
  tribeDescriptionMax,
  tribeNameMax,
  tribeQuestionsMax,
  tribesPerUser,
  tribeTagsMax,
} from '@tribus/tribes/limits.ts';
import { parseTribeTags } from '@tribus/tribes/tags.ts';
import { admissions, answers } from './admission.ts';
import { DemoClients } from './clients.ts';
import { directConversations } from './direct.ts';
import { hero, slides } from './landing.ts';
import { levels, levelsTribe, submissions } from './levels.ts';
import { demoPassword, type Handle, members, people } from './people.ts';
import { boards, profiles } from './profiles.ts';
import { ProgressLog } from './progress-log.ts';
import { reports } from './reports.ts';
import { allActs } from './seed.ts';
import { contactMessages, sanctions } from './site-moderation.ts';
import { stories } from './stories.ts';
import { momentsOf } from './timeline.ts';
import { tribeMedia } from './tribe-media.ts';
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

test('the story has the expected size', () => {
  expect(members).toHaveLength(12);
  expect(demoTribes).toHaveLength(7);
  expect(posts.length).toBeGreaterThanOrEqual(60);
  expect(remarks.length).toBeGreaterThanOrEqual(120);
  expect(vibes.length).toBeGreaterThanOrEqual(6);
});

test('every person is invented and can register', () => {
  for (const email of Object.values(people)) expect(email).toMatch(/^[a-z.]+@demo\.tribus\.test$/);
  expect(new Set(Object.values(people)).size).toBe(members.length);
  expect(demoPassword.length).toBeGreaterThanOrEqual(passwordMin);
});

describe('all content is within the limits of the specification', () => {
  test.each(demoTribes)('tribe $name', ({ name, description, tags, isPrivate, requiresApproval }) => {
    expect(name.length).toBeLessThanOrEqual(tribeNameMax);
    expect(description.length).toBeLessThanOrEqual(tribeDescriptionMax);
    expect(tags.length).toBeLessThanOrEqual(tribeTagsMax);
    expect(parseTribeTags(tags)).toEqual({ tags, problems: [] });
    if (isPrivate) expect(requiresApproval).toBe(true);
  });

  test('no person owns more tribes than allowed', () => {
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

  test('tribe pictures are uploaded by members, with captions within the limit', () => {
    for (const { tribe, by, caption } of tribeMedia) {
      expect(caption.length).toBeLessThanOrEqual(mediaCaptionMax);
      expect(membersOf(tribe, members)).toContain(by);
    }
  });

  test('comments and messages are within the limits', () => {
    for (const { text } of remarks) expect(text.length).toBeLessThanOrEqual(commentMax);
    const lines = [...messages, ...directConversations.flatMap(({ lines }) => lines)];
    for (const { text } of lines) expect(text.length).toBeLessThanOrEqual(messageMax);
  });
});

describe('profiles', () => {
  const texts = readFileSync(join(import.meta.dirname, '../../frontend/src/locales/es/profile.json'), 'utf8');
  const options: Record<string, Record<string, string>> = JSON.parse(texts).profile.options;

  test.each(members)('the profile of %s is accepted unchanged, with values of the lists', (member) => {
    const profile = profiles[member];
    expect(ProfileChange.parse(profile)).toEqual(profile);
    for (const [field, values] of Object.entries(options)) {
      const chosen = Object.entries(profile).find(([key]) => key === field)?.[1] ?? '';
      expect([
        field,
        String(chosen)
          .split(' | ')
          .filter((value) => value && !(value in values)),
      ]).toEqual([field, []]);
    }
  });

  test('boards, messages to the team and sanctions are accepted by the API', () => {
    for (const tasks of Object.values(boards))
      for (const task of tasks) expect(() => NewTask.parse(task)).not.toThrow();
    for (const { form } of contactMessages) expect(ContactForm.parse(form)).toEqual(form);
    for (const { message, appeal } of Object.values(sanctions)) {
      expect(message.length).toBeLessThanOrEqual(sanctionTextMax);
      if (appeal) expect(OwnAppeal.parse({ text: appeal.text })).toEqual({ text: appeal.text });
    }
  });
});

test('the landing page is accepted by the API, with its pictures in different colours and one slide hidden', () => {
  const items = slides.map(({ picture: _, ...slide }) => slide);
  const { hero: savedHero, items: savedItems } = LandingChange.parse({ hero, items });
  expect(savedHero).toMatchObject(hero);
  expect(savedItems).toMatchObject(items);
  for (const { gradient } of slides) expect(landingGradients).toContain(gradient);
  expect(new Set(slides.map(({ gradient }) => gradient)).size).toBe(slides.length);
  expect(slides.filter(({ picture }) => picture).length).toBeGreaterThanOrEqual(3);
  expect(slides.filter(({ enabled }) => enabled === false)).toHaveLength(1);
});

describe('admission, levels and decisions of tribes', () => {
  test('rules, questions and answers are within the limits, with one answer per question', () => {
    for (const { tribe, rules, questions } of admissions) {
      expect(Rules.parse(rules)).toEqual(rules);
      expect(questions.length).toBeLessThanOrEqual(tribeQuestionsMax);
      expect((answers[tribe] ?? []).length).toBe(questions.length);
      for (const answer of answers[tribe] ?? []) expect(answer.length).toBeLessThanOrEqual(joinAnswerMax);
    }
  });

  test('levels are accepted by the API, and submissions are made by members', () => {
    expect(levels).toHaveLength(5);
    // A level without challenges cannot be reached.
    for (const { challenges } of levels.slice(1)) expect(challenges.length).toBeGreaterThan(0);
    for (const { input, challenges } of levels) {
      expect(() => LevelChange.parse(input)).not.toThrow();
      for (const challenge of challenges) expect(() => NewChallenge.parse(challenge.input)).not.toThrow();
    }
    const keys = levels.flatMap(({ challenges }) => challenges.map(({ key }) => key));
    for (const { by, challenge } of submissions) {
      expect(keys).toContain(challenge);
      expect(membersOf(levelsTribe, members)).toContain(by);
    }
  });

  test('reports and decisions are within the limits', () => {
    for (const { description, assigned, decision } of reports) {
      expect(description.length).toBeLessThanOrEqual(reportDescriptionMax);
      if (assigned) expect(assigned.note.length).toBeLessThanOrEqual(caseTextMax);
      if (decision) expect(decision.message.length).toBeLessThanOrEqual(caseTextMax);
    }
  });
});

test('only members write in a tribe', () => {
  for (const { tribe, by } of [...posts, ...remarks, ...vibes, ...messages]) {
    const handles: readonly Handle[] = membersOf(tribe, [...members]);
    expect(tribe === 'hominini' && by === 'admin' ? true : handles.includes(by)).toBe(true);
  }
  for (const { tribe, lines } of directConversations) {
    for (const { from, to } of lines) expect(membersOf(tribe, members)).toEqual(expect.arrayContaining([from, to]));
  }
});

describe('at any time of the first start', () => {
  const times = ['2026-03-01T00:00:01Z', '2026-03-01T00:40:00Z', '2026-03-01T12:00:00Z', '2026-03-01T23:59:59Z'];

  test.each(times)('every act is in the past at %s', (time) => {
    const now = new Date(time);
    for (const { name, at } of actsAt(now)) expect([name, at < now.getTime()]).toEqual([name, true]);
  });

  test.each(times)('every act follows the acts it depends on at %s', (time) => {
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

test('act names are unique, because they are idempotency keys', () => {
  const names = actsAt(new Date('2026-03-01T12:00:00Z')).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(`demo:${name}`).toMatch(/^[\x21-\x7e]{1,200}$/);
});

/** Returns the act that created the subject of a report. */
function sourceActOf(key: string | undefined): string {
  const about = reports.find((report) => report.key === key)?.about;
  if (about === 'comment:cardo') return 'rude:cardo';
  if (about === 'post:relojes') return 'advertisement:saldo';
  return `${about}`.replace(/^person:/, 'arrival:');
}

/** Returns the acts that one depends on, derived from its name. */
function needsOf(name: string): string[] {
  const [kind = '', ...rest] = name.split(':');
  if (kind === 'comment') return rest.length === 3 ? [`comment:${rest[0]}:${rest[1]}`] : [`post:${rest[0]}`];
  if (kind === 'like' || kind === 'dislike') return [rest.slice(0, -1).join(':'), `arrival:${rest.at(-1)}`];
  if (kind === 'tap') return [`post:${rest[0]}`];
  if (kind === 'join' || kind === 'ask') return [`tribe:${rest[0]}`, `arrival:${rest[1]}`];
  if (kind === 'settings') return ['arrival:admin'];
  if (kind === 'cover') return rest[0] === 'hominini' ? ['arrival:admin'] : [`tribe:${rest[0]}`];
  if (kind === 'profile' || kind === 'photos' || kind === 'board' || kind === 'sanction') return [`arrival:${rest[0]}`];
  if (kind === 'door') return [`tribe:${rest[0]}`];
  if (kind === 'note') return [`ask:barro:${rest[0]}`];
  if (kind === 'invite') return [`tribe:${rest[0]}`, 'join:fogon:rita'];
  if (kind === 'came') return [`invite:${rest[1]}:${rest[2]}`, `arrival:${rest[3]}`];
  if (kind === 'ban') return [`join:${rest[0]}:${rest[1]}`, `rude:${rest[1]}`];
  if (kind === 'officer' || kind === 'restriction') return [`join:${rest[0]}:${rest[1]}`];
  if (kind === 'reject') return [`ask:${rest[0]}:${rest[1]}`];
  if (kind === 'invisible') return [`approve:${rest[0]}:olmo`, `approve:${rest[0]}:pablo`];
  if (kind === 'offer') return [`join:${rest[0]}:rita`];
  if (kind === 'assign') return [`report:${rest[0]}`];
  if (kind === 'rude') return ['join:tablero:cardo', 'post:tablero-cooperative'];
  if (kind === 'advertisement') return [`arrival:${rest[0]}`];
  if (kind === 'submission') return ['levels', 'join:fogon:rita'];
  if (kind === 'review') return [`submission:${rest[0]}`];
  if (kind === 'report') return [sourceActOf(rest[0])];
  if (kind === 'decide') return [`report:${rest[0]}`];
  if (kind === 'objection') return [`decide:${rest[0]}`];
  if (kind === 'pin' || kind === 'announce') return [`post:${rest[0]}`];
  if (kind === 'appeal') return [`sanction:${rest[0]}`];
  if (kind === 'approve') return [`ask:${rest[0]}:${rest[1]}`];
  return kind === 'post' ? ['arrival:admin', 'arrival:yun'] : [];
}
