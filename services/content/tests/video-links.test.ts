import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type FormFields, form, person } from '@tribus/community/testing/factories.ts';
import { type Actor, serviceActor } from '@tribus/kit/core/actor.ts';
import { PostPublished } from '@tribus/proto/content/v1/events.ts';
import { sql } from 'kysely';
import { type Bench, openBench } from './bench.ts';
import { moderationOn } from './moderation.ts';
import { videosOn } from './videos.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, resolve, caseIn } = moderationOn(() => bench);
const { upload } = videosOn(() => bench);

let owner: Actor;
let author: Actor;
let member: Actor;
let tribeId: number;
beforeEach(() => {
  owner = person();
  tribeId = bench.tribes.createTribe(owner, { isPrivate: true });
  author = bench.tribes.addMember(tribeId);
  member = bench.tribes.addMember(tribeId);
});

const send = (fields: FormFields, images = 0, actor = author) =>
  as(actor).post(`/tribes/${tribeId}/posts`, form(fields, images));
const linkTo = (number: number): string => `https://example.com/${number}.mp4`;
const links = (count: number): string[] => Array.from({ length: count }, (_, number) => linkTo(number));
const unknown = { poster: '', lqip: null, width: 0, height: 0, durationMs: 0, state: 'ready' };
const shown = (url: string, player = {}) => ({ id: expect.any(String), url, external: true, ...player, ...unknown });
const youtube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const played = {
  site: 'youtube',
  embedUrl: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
};

test('external videos are shown after the own ones in the order given, in every list, without a request to media', async () => {
  const { uploadId } = upload();
  const videoUrls = ['https://example.com/a.mp4', youtube, 'https://vimeo.com/76979871', 'https://уoutube.com/x'];
  const { id, videos } = await bench.publishPost(author, tribeId, { videos: [uploadId], videoUrls }, 1);
  const external = [
    shown('https://example.com/a.mp4'),
    shown(youtube, played),
    shown('https://vimeo.com/76979871', {
      site: 'vimeo',
      embedUrl: 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1',
    }),
    shown('https://xn--outube-vrf.com/x'),
  ];
  expect(videos).toEqual([expect.objectContaining({ external: false }), ...external]);
  const inList = (await as(member).get(`/tribes/${tribeId}/posts`)).body.items[0];
  const alone = (await as(member).get(`/tribes/${tribeId}/posts/${id}`)).body;
  const ofUser = (await as(member).get(`/user/posts?userId=${author.id}`)).body.posts[0];
  for (const post of [inList, alone, ofUser]) expect(post.videos.slice(1)).toEqual(external);
  expect(await bench.eventsOf(PostPublished, tribeId)).toMatchObject([{ mediaCount: 2 }]);
});

test('addresses may be repeated fields or one text, without a scheme, and a repeated address is stored once', async () => {
  const videoUrls = [`youtube.com/watch?v=dQw4w9WgXcQ\n example.com/a , ${linkTo(1)}`, 'https://EXAMPLE.com/a'];
  const { videos } = await bench.publishPost(author, tribeId, { videoUrls });
  expect(videos.map(({ url }: { url: string }) => url)).toEqual([
    'https://youtube.com/watch?v=dQw4w9WgXcQ',
    'https://example.com/a',
    linkTo(1),
  ]);
});

test('each kind accepts the external videos of the specification', async () => {
  const video = () => upload().uploadId;
  for (const [fields, images, outcome] of [
    [{ videoUrls: links(5) }, 0, 'published'],
    [{ videoUrls: links(6) }, 0, 'too_many_video_urls'],
    [{ videoUrls: [...links(5), linkTo(0)] }, 0, 'published'],
    [{ kind: 'reel', videoUrls: links(1) }, 0, 'published'],
    [{ kind: 'reel', videoUrls: links(2) }, 0, 'reel_needs_video'],
    [{ kind: 'reel', videoUrls: links(1), videos: [video()] }, 0, 'reel_needs_video'],
    [{ kind: 'reel', videoUrls: links(1) }, 1, 'reel_needs_video'],
    [{ kind: 'story', videoUrls: links(1) }, 0, 'story_without_links'],
    [{ tags: 'vibe, chill', videoUrls: links(1) }, 1, 'story_without_links'],
    [{ videoUrls: ['http://example.com/a.mp4'] }, 0, 'video_url_invalid'],
    [{ videoUrls: ['javascript:alert(1)'] }, 0, 'video_url_invalid'],
    [{ videoUrls: [...links(2), 'https://user:pass@example.com/'] }, 0, 'video_url_invalid'],
    [{ videoUrls: [`https://example.com/${'a'.repeat(2_048)}`] }, 0, 'video_url_invalid'],
    [{ videoUrls: ['https://example.com/\u0007'] }, 0, 'text_invalid'],
  ] as const) {
    const { status, body } = await send({ ...fields } as FormFields, images);
    expect([fields, status === 201 ? 'published' : body.code]).toEqual([fields, outcome]);
    if (status !== 201) expect([status, body.details?.[0].path]).toEqual([400, detailOf(outcome)]);
  }
  expect((await as(member).get(`/tribes/${tribeId}/posts`)).body.items).toHaveLength(3);
});

const detailOf = (code: string) => (code === 'reel_needs_video' ? undefined : expect.stringMatching(/^videoUrls/));

test('a post of links only can be edited without a text, and a new account adds few links', async () => {
  const { id } = await bench.publishPost(author, tribeId, { content: 'Mirad', videoUrls: links(1) });
  const { status, body } = await as(author).put(`/tribes/${tribeId}/posts/${id}`, { content: '' });
  expect([status, body.content, body.videos]).toEqual([200, '', [shown(linkTo(0))]]);
  const newcomer = { ...author, limitedUntil: bench.clock.now().getTime() + 3_600_000 };
  const refused = await send(
    { content: 'https://example.org', videoUrls: ['example.com/a', 'example.com/b'] },
    0,
    newcomer,
  );
  expect([refused.status, refused.body.code]).toEqual([403, 'new_account_links']);
});

test('moderators of a case see the links of a reported post, also once it is deleted, until the case is closed', async () => {
  const { id } = await bench.publishPost(author, tribeId, { videoUrls: [youtube] });
  expect((await as(member).post('/reports/post', { postId: id, reason: 'spam' })).status).toBe(201);
  const found = await caseIn(tribeId, owner);
  const evidence = async () => (await as(owner).get(`/reports/${found.id}`)).body.videos;
  expect(await evidence()).toEqual([shown(youtube, played)]);
  await as(author).delete(`/tribes/${tribeId}/posts/${id}`);
  expect(await evidence()).toEqual([shown(youtube, played)]);
  expect((await resolve(owner, found.id, 'keep')).status).toBe(200);
  await (await bench.db()).updateTable('cases').set({ status: 'closed' }).where('id', '=', found.id).execute();
  expect(await evidence()).toEqual([]);
});

test('the data export lists the links of a post, and a post of the previous version has none', async () => {
  const { id } = await bench.publishPost(author, tribeId, { videoUrls: [youtube, linkTo(1)] });
  const about = { userId: author.id, area: 'posts', cursor: '' };
  const { records } = await bench.rpc.exportPersonalData(about, { actor: serviceActor('identity') });
  expect(records.map((record) => JSON.parse(record))).toMatchObject([{ id, videoUrls: [youtube, linkTo(1)] }]);
  await sql`update posts set video_links = default where id = ${id}`.execute(await bench.db());
  expect((await as(member).get(`/tribes/${tribeId}/posts/${id}`)).body.videos).toEqual([]);
});
