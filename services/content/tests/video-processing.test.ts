import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { type Actor, serviceActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostVideoChanged } from '@tribus/proto/content/v1/events.ts';
import { type Bench, openBench } from './bench.ts';
import { videosOn } from './videos.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { upload, publishVideo, optimise, progress, ready, failed, timePasses, changes } = videosOn(() => bench);
const as = (actor: Actor) => bench.service.as(actor);

let author: Actor;
let member: Actor;
let tribeId: number;
beforeEach(() => {
  author = person();
  tribeId = bench.tribes.createTribe(author);
  member = bench.tribes.addMember(tribeId);
});

const shownIn = async (path: string) => (await as(member).get(path)).body.videos[0];
const address = (key: string) => `/api/proxy-media?key=${key}`;

test('a video is shown at once with its poster, size, duration and state, also in lists', async () => {
  const { key, path, video } = await publishVideo(author, tribeId);
  const shown = {
    id: expect.any(String),
    url: address(key),
    external: false,
    poster: address(`${key}.poster`),
    lqip: expect.stringMatching(/^data:image/),
    width: 720,
    height: 1_280,
    durationMs: 9_500,
    state: 'processing',
  };
  expect(video).toEqual(shown);
  expect(await shownIn(path)).toEqual(shown);
  expect((await as(member).get(`/tribes/${tribeId}/posts`)).body.items[0].videos).toEqual([shown]);
});

test('the poster of a post with a level needs a signed address, as its video', async () => {
  const { video } = await publishVideo(author, tribeId, { minLevelOrder: '2' });
  expect([video.url, video.poster]).toEqual([expect.stringMatching(/&sig=/), expect.stringMatching(/poster&.*sig=/)]);
});

test('the optimised file replaces the original, which open pages may play until it is deleted', async () => {
  const { id, key, path, video } = await publishVideo(author, tribeId);
  await progress(key, 30);
  await progress(key, 60);
  const replacement = optimise(key);
  await ready(key, replacement);
  const shown = await shownIn(path);
  expect(shown).toMatchObject({ id: video.id, url: address(replacement), state: 'ready', durationMs: 9_500 });
  expect(shown.poster).toBe(address(`${replacement}.poster`));
  expect(bench.media.retained).toContain(replacement);
  expect(bench.media.visibilities.get(replacement)).toMatchObject({
    visibility: 'public',
    collection: `tribe:${tribeId}`,
  });
  const about = { tribeId, postId: id, authorId: author.id, videoId: video.id };
  expect(await bench.eventsOf(PostVideoChanged, tribeId)).toEqual([
    { ...about, state: 'processing', percent: 30 },
    { ...about, state: 'processing', percent: 60 },
    { ...about, state: 'ready', percent: 100 },
  ]);
  expect(bench.media.deleted).not.toContain(key);
  await timePasses();
  expect(bench.media.deleted).toContain(key);
  expect(bench.media.deleted).not.toContain(replacement);
  expect(await shownIn(path)).toEqual(shown);
});

test('an outcome that arrives before its post is applied when the post is published', async () => {
  const [replaced, unchanged, broken] = [upload(), upload(), upload()];
  const replacement = optimise(replaced.key);
  await ready(replaced.key, replacement);
  await ready(unchanged.key, unchanged.key);
  await failed(broken.key);
  expect(bench.media.retained).not.toContain(replacement);
  for (const [file, outcome] of [
    [replaced, { url: address(replacement), state: 'ready' }],
    [unchanged, { url: address(unchanged.key), state: 'ready' }],
    [broken, { url: address(broken.key), state: 'failed' }],
  ] as const) {
    const { path } = await publishVideo(author, tribeId, {}, file);
    expect(await shownIn(path)).toMatchObject(outcome);
  }
  expect(bench.media.deleted).not.toContain(unchanged.key);
});

test('repeated, late and contradictory reports end with the replacement, and change nothing afterwards', async () => {
  const { key, path } = await publishVideo(author, tribeId);
  await failed(key);
  expect(await shownIn(path)).toMatchObject({ url: address(key), state: 'failed' });
  const replacement = optimise(key);
  await ready(key, replacement);
  const shown = await shownIn(path);
  expect(shown).toMatchObject({ url: address(replacement), state: 'ready' });
  await ready(key, replacement);
  await failed(key);
  await progress(key, 90);
  await timePasses();
  expect(await shownIn(path)).toEqual(shown);
  expect(await changes(tribeId)).toEqual([
    ['failed', 0],
    ['ready', 100],
  ]);
  expect(bench.media.deleted.filter((each) => each === key)).toEqual([key]);
});

test('a file without a replacement becomes ready with its current facts, and later failures are ignored', async () => {
  const file = upload();
  const { variants, width, ...facts } = bench.media.videos.get(file.key) ?? {};
  bench.media.videos.set(file.key, { processing: 'processing' });
  const { key, path, video } = await publishVideo(author, tribeId, {}, file);
  expect(video).toMatchObject({ poster: '', lqip: null, width: 0, durationMs: 0, state: 'processing' });
  bench.media.videos.set(key, { ...facts, width: width ?? 0, variants: variants ?? [] });
  await ready(key, key);
  await failed(key);
  expect(await shownIn(path)).toMatchObject({
    url: address(key),
    poster: address(`${key}.poster`),
    width: 720,
    durationMs: 9_500,
    state: 'ready',
  });
  expect(await changes(tribeId)).toEqual([['ready', 100]]);
  await bench.jobsDone();
  expect(bench.media.deleted).not.toContain(key);
});

test('a replacement that media no longer has leaves the original, as a failure does', async () => {
  const { key, path } = await publishVideo(author, tribeId);
  bench.media.swept.set(`${key}-small`, 0);
  await ready(key, `${key}-small`);
  expect(await shownIn(path)).toMatchObject({ url: address(key), state: 'failed' });
  await bench.jobsDone();
  expect(bench.media.deleted).not.toContain(key);
});

test('while media is unavailable the original stays, and is replaced afterwards', async () => {
  const { key, path } = await publishVideo(author, tribeId);
  await until(() => bench.media.retained.includes(key), 'the original is kept');
  const replacement = optimise(key);
  bench.media.keepingRefused = 1;
  await ready(key, replacement);
  expect(bench.media.keepingRefused).toBe(0);
  expect(await shownIn(path)).toMatchObject({ url: address(replacement) });
});

test('the data export names the replacement of a video', async () => {
  const { id, key } = await publishVideo(author, tribeId);
  const replacement = optimise(key);
  await ready(key, replacement);
  const about = { userId: author.id, area: 'posts', cursor: '' };
  const { records } = await bench.rpc.exportPersonalData(about, { actor: serviceActor('identity') });
  expect(records.map((record) => JSON.parse(record))).toMatchObject([{ id, videos: [replacement] }]);
});
