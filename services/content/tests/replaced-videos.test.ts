import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { sql } from 'kysely';
import { type Bench, openBench } from './bench.ts';
import { moderationOn } from './moderation.ts';
import { videosOn } from './videos.ts';

/** Visibility, deletion and evidence of videos while they are replaced. */

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { publishVideo, optimise, ready, timePasses, changes } = videosOn(() => bench);
const { as, resolve, caseIn } = moderationOn(() => bench);

let owner: Actor;
let author: Actor;
let member: Actor;
let tribeId: number;
beforeEach(() => {
  owner = person();
  tribeId = bench.tribes.createTribe(owner);
  author = bench.tribes.addMember(tribeId, { levelOrder: 3 });
  member = bench.tribes.addMember(tribeId, { levelOrder: 2 });
});

const visibilityOf = (key: string) => bench.media.visibilities.get(key)?.visibility;
const setLevel = (path: string, minLevelOrder: number) => as(author).put(path, { content: '', minLevelOrder });
const report = async (postId: string) => {
  expect((await as(member).post('/reports/post', { postId, reason: 'obsceno' })).status).toBe(201);
  return caseIn(tribeId, owner);
};

test('the replacement of a video with a level is signed before it is shown', async () => {
  const { key, path } = await publishVideo(author, tribeId, { minLevelOrder: '2' });
  const replacement = optimise(key);
  await ready(key, replacement);
  expect(visibilityOf(replacement)).toBe('signed');
  const shown = (await as(member).get(path)).body.videos[0];
  expect(shown.url).toMatch(new RegExp(`key=${replacement}&.*sig=`));
  expect((await as(bench.tribes.addMember(tribeId)).get(path)).status).toBe(404);
});

test('a level that is set while the video is replaced applies to the replacement', async () => {
  const { key, path } = await publishVideo(author, tribeId);
  const replacement = optimise(key);
  bench.media.beforeVisibility = async () => void (await setLevel(path, 2));
  await ready(key, replacement);
  expect((await as(member).get(path)).body.videos[0].url).toMatch(new RegExp(`key=${replacement}&.*sig=`));
  expect(visibilityOf(replacement)).toBe('signed');
  expect(await changes(tribeId)).toEqual([['ready', 100]]);
});

test('a level that is set after the replacement also closes the original, until it is deleted', async () => {
  const { key, path } = await publishVideo(author, tribeId);
  const replacement = optimise(key);
  await ready(key, replacement);
  await setLevel(path, 2);
  await until(() => visibilityOf(replacement) === 'signed' && visibilityOf(key) === 'signed', 'both are closed');
  await timePasses();
  bench.media.visibilities.delete(key);
  await setLevel(path, 3);
  await until(() => (bench.media.visibilities.get(replacement)?.version ?? 0) > 2, 'the replacement is updated');
  expect(bench.media.visibilities.has(key)).toBe(false);
});

test('a post is deleted with the original and the replacement of its video', async () => {
  const { key, path } = await publishVideo(author, tribeId);
  const replacement = optimise(key);
  await ready(key, replacement);
  expect((await as(author).delete(path)).status).toBe(200);
  const isDeleted = () => [key, replacement].every((each) => bench.media.deleted.includes(each));
  await until(isDeleted, 'both files are deleted');
  await timePasses();
});

test('the outcome for a deleted post keeps no replacement and is no change', async () => {
  const { key, path } = await publishVideo(author, tribeId);
  expect((await as(author).delete(path)).status).toBe(200);
  const replacement = optimise(key);
  await ready(key, replacement);
  expect(bench.media.retained).not.toContain(replacement);
  expect(await changes(tribeId)).toEqual([]);
});

test('a post that is deleted while its video is replaced leaves no file', async () => {
  const { key, path } = await publishVideo(author, tribeId);
  const replacement = optimise(key);
  bench.media.beforeVisibility = async () => void (await as(author).delete(path));
  await ready(key, replacement);
  const isDeleted = () => [key, replacement].every((each) => bench.media.deleted.includes(each));
  await until(isDeleted, 'both files are deleted');
  expect(await changes(tribeId)).toEqual([]);
});

test('a case shows the replacement, which stays as evidence when the author deletes the post', async () => {
  const { id, key, path } = await publishVideo(author, tribeId);
  const found = await report(id);
  const inCase = async () => (await as(owner).get(`/reports/${found.id}`)).body.videos[0];
  expect(await inCase()).toMatchObject({ url: expect.stringContaining(`key=${key}&`) });
  const replacement = optimise(key);
  await ready(key, replacement);
  expect(await inCase()).toMatchObject({
    url: expect.stringMatching(new RegExp(`key=${replacement}&.*sig=`)),
    poster: expect.stringMatching(new RegExp(`key=${replacement}.poster&.*sig=`)),
  });
  await as(author).delete(path);
  await until(() => visibilityOf(replacement) === 'signed', 'the evidence is closed');
  await timePasses();
  expect(bench.media.deleted).toContain(key);
  expect(bench.media.deleted).not.toContain(replacement);
  expect((await resolve(owner, found.id, 'keep')).status).toBe(200);
});

test('a case contains the replacement of a video that was replaced while its post was being reported', async () => {
  const { id, key } = await publishVideo(author, tribeId);
  const db = await bench.db();
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%"posts"%'`;
  const { reported } = await db.transaction().execute(async (tx) => {
    await sql`update posts set videos = replace(videos::text, ${key}, ${`${key}-small`})::jsonb
      where id = ${id}::uuid`.execute(tx);
    const reported = report(id);
    await until(async () => (await waiting.execute(db)).rows.length > 0, 'the report has read the post and waits');
    return { reported };
  });
  const [video] = (await as(owner).get(`/reports/${(await reported).id}`)).body.videos;
  expect(video.url).toContain(`key=${key}-small&`);
});

test('a video outcome does not change the evidence of a deleted post', async () => {
  const { id, key, path } = await publishVideo(author, tribeId);
  const found = await report(id);
  await as(author).delete(path);
  const replacement = optimise(key);
  await ready(key, replacement);
  await bench.jobsDone();
  const [video] = (await as(owner).get(`/reports/${found.id}`)).body.videos;
  expect(video).toMatchObject({ url: expect.stringContaining(`key=${key}&`), state: 'ready' });
  expect(bench.media.deleted).not.toContain(key);
});

test('a hidden post shows the replacement to its author and moderators only', async () => {
  const { id, key, path } = await publishVideo(author, tribeId);
  const found = await report(id);
  expect((await resolve(owner, found.id, 'remove')).status).toBe(200);
  const replacement = optimise(key);
  await ready(key, replacement);
  expect(visibilityOf(replacement)).toBe('signed');
  expect((await as(member).get(path)).status).toBe(404);
  const shown = (await as(owner).get(`/reports/${found.id}`)).body.videos[0];
  expect(shown.url).toMatch(new RegExp(`key=${replacement}&.*sig=`));
});
