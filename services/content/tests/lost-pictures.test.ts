import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, serviceActor, userActor } from '@tribus/kit/core/actor.ts';
import { metric, until } from '@tribus/kit/testing/until.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.media.keepingRefused = 0;
});

const as = (actor: Actor) => bench.service.as(actor);

/** Runs `work` while media refuses to keep files, and marks the uploads at these positions as lost. */
async function losing<T>(positions: readonly number[], work: () => Promise<T>): Promise<{ keys: string[]; made: T }> {
  bench.media.keepingRefused = Number.POSITIVE_INFINITY;
  const before = bench.media.uploads.length;
  const made = await work();
  const keys = bench.media.uploads.slice(before).map(({ key }) => key);
  for (const position of positions) bench.media.swept.set(keys[position] ?? '', 0);
  bench.media.keepingRefused = 0;
  return { keys, made };
}

/** The number of requests to keep a lost file. */
const asked = (key: string | undefined) => bench.media.swept.get(key ?? '');

/** The warnings about a row in the log. */
const warnings = (id: string) =>
  bench.service.logged.map((line) => JSON.parse(line)).filter((line) => line.id === id && line.msg.includes('lost'));

async function counted(kind: string): Promise<number> {
  const page = await (await fetch(`${bench.service.opsUrl}/metrics`)).text();
  return metric(page, `uploads_lost_total{kind="${kind}",service="content"}`);
}

async function scene() {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const author = bench.tribes.addMember(id);
  const uploadPicture = async () => {
    const body = new FormData();
    body.append('caption', unique('pie'));
    body.append('file', new Blob([new Uint8Array(10)]));
    return (await as(author).post(`/tribes/${id}/media`, body)).body;
  };
  return { id, owner, author, uploadPicture };
}

const exported = async (author: Actor, area: string) => {
  const { records } = await bench.rpc.exportPersonalData(
    { userId: author.id, area, cursor: '' },
    { actor: serviceActor('identity') },
  );
  return records.map((record) => JSON.parse(record));
};

test('a picture lost in media before it is kept is marked, without addresses, and the others are kept', async () => {
  const { id, author } = await scene();
  const before = await counted('post');
  const { keys, made: post } = await losing([1], () => bench.publishPost(author, id, { content: 'hola' }, 3));
  expect(post.images.map(({ lost }: { lost: boolean }) => lost)).toEqual([false, false, false]);
  const path = `/tribes/${id}/posts/${post.id}`;
  const read = async () => (await as(author).get(path)).body.images;
  await until(async () => (await read()).some(({ lost }: { lost: boolean }) => lost), 'the picture is marked');
  const [first, second, third] = await read();
  expect([first, third]).toEqual([post.images[0], post.images[2]]);
  const { id: imageId, width, height, lqip } = post.images[1];
  const variants = { square: '', medium: '', large: '' };
  expect(second).toEqual({ id: imageId, url: '', width, height, lqip, variants, alt: '', lost: true });
  expect((await as(author).get(`/tribes/${id}/posts`)).body.items[0].images).toEqual([first, second, third]);
  await until(() => [keys[0], keys[2]].every((key) => bench.media.retained.includes(key ?? '')), 'the others are kept');

  await until(() => warnings(post.id).length > 0, 'operators are warned');
  expect(await counted('post')).toBe(before + 1);
  expect(warnings(post.id)).toMatchObject([{ level: 40, kind: 'post', userId: author.id, keys: [keys[1]] }]);
  expect((await exported(author, 'posts'))[0].pictures).toEqual([keys[0], keys[2]]);
});

test('later posts are kept, and media is not requested again to keep a lost picture', async () => {
  const { id, author } = await scene();
  const { keys, made: post } = await losing([0], () => bench.publishPost(author, id, { content: 'vieja' }, 1));
  await until(() => warnings(post.id).length > 0, 'the loss is logged');
  for (let count = 0; count < 2; count++) {
    await bench.publishPost(author, id, { content: 'nueva' }, 1);
    const key = bench.media.uploads.at(-1)?.key ?? '';
    await until(() => bench.media.retained.includes(key), 'the new one is kept');
  }
  expect([asked(keys[0]), warnings(post.id).length]).toEqual([1, 1]);
});

test('a vibe whose only picture is lost can be edited, reported and deleted', async () => {
  const { id, author, owner } = await scene();
  const fields = { kind: 'story', tags: 'epic,vibe' };
  const { keys, made: vibe } = await losing([0], () => bench.publishPost(author, id, fields, 1));
  const path = `/tribes/${id}/posts/${vibe.id}`;
  await until(async () => (await as(author).get(path)).body.images[0].lost, 'the picture is marked');
  const [listed] = (await as(owner).get(`/tribes/${id}/posts?tags=vibe`)).body.items;
  expect([listed.id, listed.images.length, listed.images[0].lost]).toEqual([vibe.id, 1, true]);
  expect((await as(author).put(path, { content: 'era un amanecer' })).status).toBe(200);
  expect((await as(author).put(path, { content: '' })).status).toBe(200);
  expect((await as(owner).post('/reports/post', { postId: vibe.id, reason: 'spam' })).status).toBe(201);
  const [found] = (await as(owner).get(`/tribes/${id}/reports`)).body.items;
  expect((await as(owner).get(`/reports/${found.id}`)).body.images).toMatchObject([{ url: '', lost: true }]);
  const { made: other } = await losing([0], () => bench.publishPost(author, id, { content: 'x' }, 1));
  await until(() => warnings(other.id).length > 0, 'the other picture is marked');
  expect((await as(author).delete(`/tribes/${id}/posts/${other.id}`)).status).toBe(200);
  expect((await as(author).delete(path)).status).toBe(200);
  await bench.jobsDone();
  expect([(await as(author).get(path)).status, asked(keys[0])]).toEqual([404, 1]);
});

test('the preview for non-members contains no lost picture', async () => {
  const { id, author } = await scene();
  await bench.publishPost(author, id, { content: 'está' }, 1);
  const pictures = async () => (await as(person()).get(`/tribes/${id}/posts/preview`)).body.pictures;
  const { made: post } = await losing([0], async () => {
    const published = await bench.publishPost(author, id, { content: 'se perdió' }, 1);
    expect(await pictures()).toHaveLength(2);
    return published;
  });
  await until(() => warnings(post.id).length > 0, 'the picture is marked');
  expect(await pictures()).toHaveLength(1);
});

test('a lost picture of a tribe keeps its caption, is not requested again, and can be deleted by its uploader', async () => {
  const { id, author, uploadPicture } = await scene();
  const before = await counted('tribe_media');
  const { keys, made: media } = await losing([0], uploadPicture);
  const items = async () => (await as(author).get(`/tribes/${id}/media`)).body.items;
  await until(async () => {
    // Each emitted event triggers the loop.
    await bench.publishPost(author, id);
    return (await items())[0].lost;
  }, 'the picture is marked');
  const { caption, width, height } = media;
  expect(await items()).toMatchObject([{ id: media.id, caption, width, height, url: '', lost: true, canDelete: true }]);
  const next = await uploadPicture();
  const key = bench.media.uploads.at(-1)?.key ?? '';
  await until(async () => {
    await bench.publishPost(author, id);
    return bench.media.retained.includes(key);
  }, 'the next picture is kept');
  await until(() => warnings(media.id).length > 0, 'operators are warned');
  expect([asked(keys[0]), await counted('tribe_media')]).toEqual([1, before + 1]);
  expect(warnings(media.id)).toMatchObject([{ kind: 'tribe_media', userId: author.id, keys }]);
  expect(await exported(author, 'tribe_media')).toMatchObject([
    { id: media.id, picture: null },
    { id: next.id, picture: key },
  ]);
  expect((await as(author).delete(`/tribes/${id}/media/${media.id}`)).status).toBe(200);
  expect((await items()).map((each: { id: string }) => each.id)).toEqual([next.id]);
});

test('a slide of the landing page whose file is lost is shown without it', async () => {
  const admin = userActor('00000000-0000-7000-8000-00000000000a', { role: 'admin' });
  const path = '/admin/landing-content';
  const upload = async () => {
    const body = new FormData();
    body.append('file', new Blob([unique('bytes')]), 'portada');
    return (await as(admin).post(`${path}/upload`, body)).body.url;
  };
  const before = await counted('landing');
  const { keys } = await losing([0], async () => {
    const items = [
      { title: 'Perdida', mediaUrl: await upload() },
      { title: 'Está', mediaUrl: await upload() },
    ];
    expect((await as(admin).put(path, { hero: {}, items })).status).toBe(200);
  });
  const shown = async () => (await bench.service.as().get('/public/landing-content')).body.items;
  await until(async () => (await shown())[0].media === null, 'the slide has no file');
  expect(await shown()).toMatchObject([
    { title: 'Perdida', mediaUrl: '' },
    { title: 'Está', mediaUrl: expect.stringContaining(keys[1] ?? '') },
  ]);
  await until(() => warnings('landing').length > 0, 'operators are warned');
  expect([await counted('landing'), asked(keys[0])]).toEqual([before + 1, 1]);
  expect(warnings('landing')).toMatchObject([{ kind: 'landing', keys: [keys[0]] }]);
});
