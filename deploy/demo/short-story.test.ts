import { expect, test } from '@jest/globals';
import { DemoClients } from './clients.ts';
import { ProgressLog } from './progress-log.ts';
import { allActs } from './seed.ts';
import { shorten } from './short-story.ts';
import { stories } from './stories.ts';
import type { TribeStory } from './story.ts';

const actNamesOf = (chosen: readonly TribeStory[]): string[] => {
  const pictureWorker = { take: () => Promise.reject(new Error('nothing is painted here')) };
  const clients = new DemoClients('http://localhost', new ProgressLog());
  const admin = { email: 'admin@tribus.test', password: 'tribus-admin' };
  return allActs({ clients, pictureWorker, now: new Date() }, admin, chosen).map(({ name }) => name);
};

const kindsOf = (names: readonly string[]) => new Set(names.map((name) => name.split(':')[0]));

test('the short story has every kind of act of the full one, and less than half of the acts', () => {
  const [full, short] = [actNamesOf(stories), actNamesOf(stories.map(shorten))];
  expect(kindsOf(short)).toEqual(kindsOf(full));
  expect(short.length).toBeLessThan(full.length / 2);
});

test('the short story references only posts that it contains', () => {
  const posts = new Set(actNamesOf(stories.map(shorten)).filter((name) => name.startsWith('post:')));
  const mentioned = actNamesOf(stories.map(shorten)).filter((name) => /^(like|dislike):post:/.test(name));
  for (const name of mentioned) expect(posts).toContain(name.split(':').slice(1, 3).join(':'));
  expect(posts).toContain('post:tablero-cooperative');
  expect(posts).toContain('post:fogon-cafe');
});
