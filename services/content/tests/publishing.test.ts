import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { imageMaxMb } from '@tribus/community/limits.ts';
import { admin, form, person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { defineErrors, fail } from '@tribus/kit/core/errors.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostPublished } from '@tribus/proto/content/v1/events.ts';
import { captionMax } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ latePostgres: true });
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.media.refusal = undefined;
  bench.media.meanwhile = undefined;
});

const send = (actor: Actor, id: number, body: FormData, headers = {}) =>
  bench.service.as(actor).post(`/tribes/${id}/posts`, body, headers);

test('a caption of the maximum length is accepted with any line breaks, in a form and in JSON', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const caption = 'á\n'
    .repeat(captionMax / 2 - 1)
    .concat('fin')
    .slice(0, captionMax);
  // A browser sends each line break in a form as two characters.
  const post = await bench.publishPost(owner, id, { content: caption.replaceAll('\n', '\r\n') });
  expect(post.content).toBe(caption);
  const change = { content: caption.replaceAll('\n', '\r\n') };
  const { status, body } = await bench.service.as(owner).put(`/tribes/${id}/posts/${post.id}`, change);
  expect([status, body.content]).toEqual([200, caption]);
  const refused = await send(owner, id, form({ content: 'inofensivo\u202egpj.exe' }));
  expect([refused.status, refused.body.code]).toEqual([400, 'text_invalid']);
});

test('media is requested to keep a picture until it confirms, also after repeated failures', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  bench.media.keepingRefused = 12;
  await bench.publishPost(owner, id, { content: 'x' }, 1);
  const [upload] = bench.media.uploads.slice(-1);
  await until(() => bench.media.retained.includes(upload?.key ?? ''), 'the picture is kept');
  expect(bench.media.keepingRefused).toBe(0);
});

test('a post with six pictures is published, shown and emitted, and its pictures are kept', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const fields = { content: ' Pan de hoy ', tags: ['Pan,horno', '#pan'], place: 'Peña', coverIndex: '2', user: 'otro' };
  const post = await bench.publishPost(owner, id, fields, 6);
  expect(post).toMatchObject({
    tribeId: id,
    kind: 'post',
    content: 'Pan de hoy',
    tags: ['pan', 'horno'],
    place: 'Peña',
    placeSlug: 'pena',
    coverIndex: 2,
    mood: null,
    user: { id: owner.id, levelOrder: 5 },
    authorLevel: 5,
    minLevelOrder: 1,
    editedAt: null,
    counts: { comments: 0, reactions: 0, views: 0 },
    canEdit: true,
    canDelete: true,
  });
  const uploaded = bench.media.uploads.filter(({ ownerId }) => ownerId === owner.id);
  expect(uploaded.map(({ visibility }) => visibility)).toEqual(Array(6).fill('public'));
  const keys = uploaded.map(({ key }) => key);
  expect(post.images.map(({ url }: { url: string }) => decodeURIComponent(url)).sort()).toEqual(
    keys.map((key) => `/api/proxy-media?key=${key}`).sort(),
  );
  const [emitted, ...more] = await bench.eventsOf(PostPublished, id);
  expect(more).toEqual([]);
  expect(emitted).toEqual({
    tribeId: id,
    postId: post.id,
    authorId: owner.id,
    authorIsAgent: false,
    kind: 'post',
    minLevelOrder: 1,
    mediaCount: 6,
  });
  await until(() => keys.every((key) => bench.media.retained.includes(key)), 'the pictures are kept');
  expect(bench.media.left(owner)).toHaveLength(6);
});

test('a post whose author is removed during the upload is refused, and nothing is stored', async () => {
  const id = bench.tribes.createTribe(person(), { isPrivate: true });
  const author = bench.tribes.addMember(id);
  bench.media.meanwhile = async () => bench.tribes.removeMembership(id, author);
  const refused = await send(author, id, form({ content: 'tarde' }, 1));
  expect([refused.status, refused.body.code]).toEqual([403, 'membership_required']);
  expect(await bench.eventsOf(PostPublished, id)).toEqual([]);
  expect(bench.media.left(author)).toEqual([]);
});

test('a picture has an address of its upright version, and missing variants are replaced by the picture', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const body = form({ content: 'girada' }, 1, 11);
  const [image] = (await send(owner, id, body)).body.images;
  expect(image).toMatchObject({ urlRotated: image.url, width: 1_600, height: 900, lqip: 'data:image/webp;base64,AA' });
  expect(image.variants.large).toBe(image.url);
  expect(image.variants.square).toBe(`${image.url}.square`);
});

test('a story keeps only its mood and the tag vibe', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const story = await bench.publishPost(owner, id, { tags: ['vibe', 'noche', 'epic'] }, 1);
  expect(story).toMatchObject({ kind: 'story', tags: ['epic', 'vibe'], mood: 'epic' });
});

test('a post that violates the rules of its kind is refused with a code, and media keeps no pictures', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const refusals: [string, FormData][] = [
    ['post_empty', form({ content: '  ' })],
    ['caption_length', form({ content: 'x'.repeat(2_201) }, 1)],
    ['story_needs_media', form({ kind: 'story', tags: 'epic' })],
    ['mood_required', form({ kind: 'story', tags: 'noche' }, 2)],
    ['caption_length', form({ kind: 'story', tags: 'epic', content: 'x'.repeat(201) }, 1)],
    ['reel_needs_video', form({ kind: 'reel' }, 1)],
    ['too_many_tags', form({ content: 'x', tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, 1)],
    ['invalid_input', form({ kind: 'poema', content: 'x' }, 1)],
    ['invalid_input', form({ content: ['uno', 'dos'] }, 1)],
    ['invalid_input', form({ content: 'x', coverIndex: '-1' }, 1)],
    ['invalid_input', form({ content: 'x', minLevelOrder: 'NaN' }, 1)],
    ['invalid_input', form({ content: 'x\u0000' }, 1)],
    ['invalid_input', withFile(form({ content: 'x' }), 'videos')],
  ];
  for (const [code, body] of refusals) {
    const { status, body: answer } = await send(owner, id, body);
    expect([status, answer.code]).toEqual([400, code]);
  }
  expect(bench.media.left(owner)).toEqual([]);
  expect((await bench.service.as(owner).get(`/tribes/${id}/posts`)).body.items).toEqual([]);
});

function withFile(body: FormData, field: string, bytes = 10): FormData {
  body.append(field, new Blob([new Uint8Array(bytes)]), 'archivo.bin');
  return body;
}

test('a seventh picture, a picture that is too large and a body that is not a form are refused', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  expect((await send(owner, id, form({ content: 'x' }, 7))).body.code).toBe('payload_too_large');
  const huge = withFile(form({ content: 'x' }, 1), 'images', imageMaxMb * 1024 * 1024 + 1);
  expect((await send(owner, id, huge)).status).toBe(413);
  expect((await bench.service.as(owner).post(`/tribes/${id}/posts`, { content: 'x' })).status).toBe(415);
  const broken = await bench.service
    .as(owner)
    .post(`/tribes/${id}/posts`, {}, { 'content-type': 'multipart/form-data; boundary=nada' });
  expect([broken.status, broken.body.code]).toEqual([400, 'malformed_body']);
  await until(() => bench.media.left(owner).length === 0, 'media keeps no pictures');
  expect((await bench.service.as(owner).get(`/tribes/${id}/posts`)).body.items).toEqual([]);
});

const media = defineErrors({
  image_unreadable: { status: 400, es: 'No se pudo procesar', en: 'Could not', zh: '无法处理' },
});

test('an error of media is returned unchanged, 503 when media is unavailable, and nothing is published', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  bench.media.refusal = media.fail('image_unreadable');
  const { status, body } = await send(owner, id, form({ content: 'x' }, 3));
  expect([status, body.code, body.error]).toEqual([400, 'image_unreadable', 'No se pudo procesar']);
  bench.media.refusal = fail('too_many_requests', undefined, { retryAfter: 600 });
  const busy = await send(owner, id, form({ content: 'x' }, 1));
  expect([busy.status, busy.body.code, busy.headers.get('retry-after')]).toEqual([429, 'too_many_requests', '600']);
  bench.media.refusal = fail('unavailable');
  expect((await send(owner, id, form({ content: 'x' }, 1))).status).toBe(503);
  bench.media.refusal = undefined;
  expect((await bench.service.as(owner).get(`/tribes/${id}/posts`)).body.items).toEqual([]);
  expect(bench.media.left(owner)).toEqual([]);
});

test('an author cannot require a level above their own, and a moderator none that the tribe does not have', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const member = bench.tribes.addMember(id, { levelOrder: 2 });
  const { status, body } = await send(member, id, form({ content: 'x', minLevelOrder: '3' }, 1));
  expect([status, body.code]).toEqual([403, 'level_above_own']);
  expect(bench.media.left(member)).toEqual([]);
  expect((await bench.publishPost(member, id, { content: 'x', minLevelOrder: '2' })).minLevelOrder).toBe(2);
  const officer = bench.tribes.addMember(id, { role: 'officer' });
  expect((await bench.publishPost(officer, id, { content: 'x', minLevelOrder: '5' })).minLevelOrder).toBe(5);
  for (const moderator of [owner, officer, admin]) {
    const refused = await send(moderator, id, form({ content: 'x', minLevelOrder: '6' }, 1));
    expect([refused.status, refused.body.code]).toEqual([400, 'level_unknown']);
    expect(bench.media.left(moderator)).toEqual([]);
  }
  // With 0, as an older version of tribes sends, any level is allowed.
  for (const levelsCount of [6, 0]) {
    bench.tribes.addTribe({ id, ownerId: owner.id, levelsCount });
    expect((await bench.publishPost(owner, id, { content: 'x', minLevelOrder: '6' })).minLevelOrder).toBe(6);
  }
});

test('an edit requires at most a level that the tribe has; without a level it keeps the one before', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const post = await bench.publishPost(owner, id, { content: 'x', minLevelOrder: '2' });
  const edit = (change: object) => bench.service.as(owner).put(`/tribes/${id}/posts/${post.id}`, change);
  const refused = await edit({ content: 'y', minLevelOrder: 6 });
  expect([refused.status, refused.body.code]).toEqual([400, 'level_unknown']);
  expect((await edit({ content: 'y', minLevelOrder: 5 })).body).toMatchObject({ content: 'y', minLevelOrder: 5 });
  expect((await edit({ content: 'z' })).body).toMatchObject({ content: 'z', minLevelOrder: 5 });
});

test('pictures of private tribes and of posts with a level get addresses that expire', async () => {
  const owner = person();
  const [open, secret] = [bench.tribes.createTribe(owner), bench.tribes.createTribe(owner, { isPrivate: true })];
  for (const [id, fields, visibility] of [
    // Tribes closes its collection in media.
    [secret, { content: 'x' }, 'public'],
    [open, { content: 'x', minLevelOrder: '2' }, 'signed'],
  ] as const) {
    const { images } = await bench.publishPost(owner, id, fields, 1);
    for (const url of [images[0].url, ...Object.values(images[0].variants)]) expect(url).toMatch(/&exp=\d+&v=1&sig=.+/);
    expect(bench.media.uploads.at(-1)).toMatchObject({ visibility, collection: `tribe:${id}` });
  }
});

test('a level sent after the pictures is refused, because it would leave them public', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const late = form({ content: 'x' }, 1);
  late.append('minLevelOrder', '2');
  const { status, body } = await send(owner, id, late);
  expect([status, body.code, body.details[0].path]).toEqual([400, 'invalid_input', 'minLevelOrder']);
  expect(bench.media.left(owner)).toEqual([]);
});

test('only active members and admins can publish, and no picture of others reaches media', async () => {
  const id = bench.tribes.createTribe(person());
  const waiting = bench.tribes.addMember(id, { status: 'pending' });
  for (const actor of [person(), waiting]) {
    expect((await send(actor, id, form({ content: 'x' }, 1))).body.code).toBe('membership_required');
    expect((await send(actor, 38, form({ content: 'x' }, 1))).body.code).toBe('membership_required');
    expect(bench.media.left(actor)).toEqual([]);
  }
  const anonymous = await bench.service.as().post('/tribes/38/posts', form({ content: 'x' }));
  expect(anonymous.status).toBe(401);
  expect((await send(admin, id, form({ content: 'de la casa' }))).status).toBe(201);
});

test('a repeated request returns the same post and drops its pictures; with another text it conflicts', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const key = { 'idempotency-key': unique('post-once') };
  const first = await send(owner, id, form({ content: 'una vez' }, 2), key);
  const shown = bench.media.left(owner);
  const second = await send(owner, id, form({ content: 'una vez' }, 2), key);
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect(bench.media.left(owner)).toEqual(shown);
  const other = await send(owner, id, form({ content: 'otra cosa' }, 1), key);
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
  expect(bench.media.left(owner)).toEqual(shown);
});

test('ten concurrent repetitions publish one post and emit one event', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const key = { 'idempotency-key': unique('post-once') };
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => send(owner, id, form({ content: 'a la vez' }, 1), key)),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(201));
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  expect((await bench.service.as(owner).get(`/tribes/${id}/posts`)).body.items).toHaveLength(1);
  expect(await bench.eventsOf(PostPublished, id)).toHaveLength(1);
  expect(bench.media.left(owner)).toHaveLength(1);
});

test('a post whose commit was not confirmed keeps its pictures; the repeated request returns it and drops its own', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const key = { 'idempotency-key': unique('post-once') };
  const content = unique('sin respuesta');
  bench.latePostgres().loseCommitOf(content);
  const { status } = await send(owner, id, form({ content }, 2), key);
  const uploaded = bench.media.left(owner);
  expect([status, uploaded.length]).toEqual([503, 2]);
  const { body } = await send(owner, id, form({ content }, 2), key);
  const shown = body.images.map(({ url }: { url: string }) => decodeURIComponent(url));
  expect(shown.toSorted()).toEqual(uploaded.map((picture) => `/api/proxy-media?key=${picture}`).toSorted());
  expect(bench.media.left(owner)).toEqual(uploaded);
});
