import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type FormFields, form, person } from '@tribus/community/testing/factories.ts';
import { type Actor, serviceActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostPublished } from '@tribus/proto/content/v1/events.ts';
import { videosMax } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, resolve, caseIn } = moderationOn(() => bench);

let owner: Actor;
let author: Actor;
let member: Actor;
let tribeId: number;
beforeEach(() => {
  owner = person();
  tribeId = bench.tribes.createTribe(owner);
  author = bench.tribes.addMember(tribeId);
  member = bench.tribes.addMember(tribeId);
});

const upload = (): string => randomUUID();
const keyOf = (uploadId: string): string => `video-${uploadId}`;
const publicUrl = (uploadId: string): string => `/api/proxy-media?key=${keyOf(uploadId)}`;
const send = (fields: FormFields, images = 0, headers = {}) =>
  as(author).post(`/tribes/${tribeId}/posts`, form(fields, images), headers);
const codeOf = async (...input: Parameters<typeof send>) => {
  const { status, body } = await send(...input);
  return status === 201 ? 'published' : body.code;
};

test('a post shows its videos in order, which media keeps, and counts them in its event', async () => {
  const videos = [upload(), upload(), upload()];
  const post = await bench.publishPost(author, tribeId, { content: 'Tres', videos }, 2);
  const unknown = { poster: '', lqip: null, width: 0, height: 0, durationMs: 0, state: 'ready' };
  const shown = videos.map((id) => ({ id: expect.any(String), url: publicUrl(id), external: false, ...unknown }));
  expect([post.videos, post.images.length]).toEqual([shown, 2]);
  expect((await as(member).get(`/tribes/${tribeId}/posts`)).body.items[0].videos).toEqual(shown);
  expect((await as(member).get(`/user/posts?userId=${author.id}`)).body.posts[0].videos).toEqual(shown);
  expect(bench.media.visibilities.get(keyOf(videos[0] ?? ''))).toMatchObject({
    visibility: 'public',
    collection: `tribe:${tribeId}`,
  });
  await until(() => videos.every((id) => bench.media.retained.includes(keyOf(id))), 'the videos are kept');
  expect(await bench.eventsOf(PostPublished, tribeId)).toMatchObject([{ mediaCount: 5 }]);
});

test('each kind takes the videos of the specification', async () => {
  const tooMany = Array.from({ length: videosMax + 1 }, upload);
  for (const [fields, images, outcome] of [
    [{ videos: tooMany }, 0, 'too_many_videos'],
    [{ videos: ['ninguno'] }, 0, 'invalid_input'],
    [{ videos: [upload()] }, 0, 'published'],
    [{ kind: 'reel', content: 'Sin video' }, 0, 'reel_needs_video'],
    [{ kind: 'reel', videos: [upload(), upload()] }, 0, 'reel_needs_video'],
    [{ kind: 'reel', videos: [upload()] }, 1, 'reel_needs_video'],
    [{ kind: 'reel', videos: [upload()] }, 0, 'published'],
    [{ kind: 'story' }, 0, 'story_needs_media'],
    [{ kind: 'story', videos: [upload()] }, 1, 'mood_required'],
    [{ kind: 'story', videos: [upload()] }, 0, 'published'],
    [{ kind: 'story', videos: [upload()], tags: 'chill' }, 1, 'published'],
  ] as const)
    expect([fields, images, await codeOf({ ...fields } as FormFields, images)]).toEqual([fields, images, outcome]);
});

test('a claimed upload cannot be published again, but a repeated request returns its post', async () => {
  const videos = [upload()];
  const headers = { 'idempotency-key': 'una-clave' };
  const first = await send({ videos }, 0, headers);
  const again = await send({ videos }, 0, headers);
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  expect(await codeOf({ videos })).toBe('upload_unusable');
  expect((await as(member).get(`/tribes/${tribeId}/posts`)).body.items).toHaveLength(1);
});

test('a repeated request returns its post also after the original of its video was replaced and deleted', async () => {
  const video = upload();
  const headers = { 'idempotency-key': 'otra-clave' };
  const first = await send({ videos: [video] }, 0, headers);
  bench.media.deleted.push(keyOf(video));
  const again = await send({ videos: [video] }, 0, headers);
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  expect((await send({ videos: [video] }, 0, { 'idempotency-key': 'nueva' })).body.code).toBe('upload_unusable');
  const { items } = (await as(member).get(`/tribes/${tribeId}/posts`)).body;
  expect(items.filter(({ id }: { id: string }) => id === first.body.id)).toHaveLength(1);
});

test('a video follows the level of its post and its hiding, and is deleted with it', async () => {
  const [levelled, open] = [upload(), upload()];
  const post = await bench.publishPost(owner, tribeId, { videos: [levelled], minLevelOrder: '2' });
  expect(post.videos[0].url).toMatch(/&sig=/);
  expect(bench.media.visibilities.get(keyOf(levelled))?.visibility).toBe('signed');
  const { id } = await bench.publishPost(owner, tribeId, { videos: [open] });
  await as(owner).put(`/tribes/${tribeId}/posts/${id}`, { content: '', minLevelOrder: 2 });
  const isSigned = () => bench.media.visibilities.get(keyOf(open))?.visibility === 'signed';
  await until(isSigned, 'media knows the level of the post');
  await as(owner).delete(`/tribes/${tribeId}/posts/${id}`);
  await until(() => bench.media.deleted.includes(keyOf(open)), 'the video is deleted');
  expect(bench.media.deleted).not.toContain(keyOf(levelled));
});

test('a reported video is shown to moderators, and kept until the case about the deleted post is closed', async () => {
  const video = upload();
  const { id } = await bench.publishPost(author, tribeId, { videos: [video] });
  expect((await as(member).post('/reports/post', { postId: id, reason: 'obsceno' })).status).toBe(201);
  const found = await caseIn(tribeId, owner);
  const detail = (await as(owner).get(`/reports/${found.id}`)).body;
  expect(detail.videos).toMatchObject([{ url: expect.stringMatching(/&sig=/) }]);
  await as(author).delete(`/tribes/${tribeId}/posts/${id}`);
  await until(() => bench.media.visibilities.get(keyOf(video))?.visibility === 'signed', 'the video is closed');
  await bench.jobsDone();
  expect(bench.media.deleted).not.toContain(keyOf(video));
  expect((await resolve(owner, found.id, 'keep')).status).toBe(200);
});

test('the data export names the videos of a post, and a video that media has lost has no address', async () => {
  const [lost, stored] = [upload(), upload()];
  bench.media.swept.set(keyOf(lost), 0);
  const { id } = await bench.publishPost(author, tribeId, { videos: [lost, stored] });
  const read = async () => (await as(author).get(`/tribes/${tribeId}/posts/${id}`)).body.videos;
  await until(async () => (await read())[0].url === '', 'the video is marked as lost');
  expect((await read())[1].url).toBe(publicUrl(stored));
  const about = { userId: author.id, area: 'posts', cursor: '' };
  const { records } = await bench.rpc.exportPersonalData(about, { actor: serviceActor('identity') });
  expect(records.map((record) => JSON.parse(record))).toMatchObject([{ id, videos: [keyOf(stored)] }]);
});
