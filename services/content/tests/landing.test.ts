import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { runScheduled } from '@tribus/kit/testing/jobs.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { AuditRecorded } from '@tribus/proto/content/v1/events.ts';
import type { ContentDb } from '../src/store/tables.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
let postgres: Postgres<ContentDb>;
beforeAll(async () => {
  bench = await openBench();
  const migrations = join(import.meta.dirname, '../migrations');
  postgres = await openPostgres<ContentDb>(bench.peer, { url: bench.stores.env.POSTGRES_URL, migrations });
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.media.contentType = 'image/webp';
});

const admin = userActor('00000000-0000-7000-8000-00000000000a', { role: 'admin' });
const path = '/admin/landing-content';
const emptyHero = { title: '', subtitle: '', description: '' };

async function upload(contentType = 'image/webp', bytes = unique('bytes'), headers = {}) {
  bench.media.contentType = contentType;
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'portada');
  const { status, body } = await bench.service.as(admin).post(`${path}/upload`, form, headers);
  if (status !== 201) throw new Error(`not uploaded: ${JSON.stringify(body)}`);
  return { ...body, key: new URL(body.url, 'http://x').searchParams.get('key') };
}
const save = (items: object[], hero: object = {}, version?: number) =>
  bench.service.as(admin).put(path, { hero, items, ...(version !== undefined && { version }) });
const drop = (url: string) => bench.service.as(admin).delete(`${path}/file`, { url });
const shown = async () => (await bench.service.as().get('/public/landing-content')).body;
const mediaDeletes = (key: string) => until(async () => bench.media.deleted.includes(key), `media deletes ${key}`);

test('nothing is shown before the landing page is saved, for visitors and admins', async () => {
  expect((await bench.service.as().get('/public/landing-content')).status).toBe(404);
  expect((await bench.service.as(admin).get(path)).status).toBe(404);
  expect((await bench.service.as().get('/public/landing-page')).body).toEqual({ content: null });
});

test('a repeated upload after a lost response returns the first file, which can be used', async () => {
  const again = () => upload('image/webp', 'the same bytes', key);
  const key = { 'idempotency-key': unique('upload') };
  const [first, second] = [await again(), await again()];
  expect(second).toEqual(first);
  expect((await save([{ title: 'Portada', mediaUrl: second.url }])).status).toBe(200);
});

test('the saved landing page is shown in its order with addresses for every size, and hidden slides only to admins', async () => {
  const [picture, video] = [await upload(), await upload('video/mp4')];
  expect(picture).toMatchObject({ type: 'image', media: { width: 1_600, variants: { medium: expect.any(String) } } });
  expect(video).toMatchObject({ type: 'video', media: { width: 0, lqip: '', variants: null } });
  const hero = { title: 'Ven', subtitle: 'Hay sitio', description: 'Una línea\nY otra' };
  const response = await save(
    [
      { title: 'Segunda', mediaUrl: video.url, order: 7, gradient: 'sea', type: 'image' },
      { title: 'Primera', mediaUrl: picture.url, order: 2 },
      { title: 'Oculta', enabled: false, order: 9 },
    ],
    hero,
  );
  expect(response.status).toBe(200);
  const usual = { enabled: true, description: '', id: expect.any(String) };
  expect(response.body).toEqual({
    hero,
    version: expect.any(Number),
    items: [
      {
        ...usual,
        type: 'image',
        title: 'Primera',
        mediaUrl: picture.url,
        order: 0,
        gradient: 'ember',
        media: picture.media,
      },
      { ...usual, type: 'video', title: 'Segunda', mediaUrl: video.url, order: 1, gradient: 'sea', media: video.media },
      {
        ...usual,
        enabled: false,
        type: 'image',
        title: 'Oculta',
        mediaUrl: '',
        order: 2,
        gradient: 'ember',
        media: null,
      },
    ],
  });
  expect((await bench.service.as(admin).get(path)).body).toEqual(response.body);
  expect(await shown()).toEqual({ hero, items: response.body.items.slice(0, 2) });
  expect((await bench.service.as().get('/public/landing-page')).body).toEqual({ content: await shown() });
  expect(picture.media.srcSet).toBe(`${picture.media.variants.medium} 800w, ${picture.url} 1600w`);
  await until(
    async () => [picture.key, video.key].every((key) => bench.media.retained.includes(key)),
    'media keeps what is shown',
  );
});

test('deleting a slide deletes its file and no other', async () => {
  const [removed, retained] = [await upload(), await upload()];
  await save([{ mediaUrl: removed.url }, { mediaUrl: retained.url, id: 'stays' }]);
  await save([{ mediaUrl: retained.url, id: 'stays' }]);
  await mediaDeletes(removed.key);
  expect(bench.media.deleted).not.toContain(retained.key);
  expect((await save([{ mediaUrl: removed.url }])).body.code).toBe('landing_media_unknown');
  await save([]);
  await mediaDeletes(retained.key);
  expect(await shown()).toEqual({ hero: emptyHero, items: [] });
});

test('an unsaved file can be deleted by its address, and a file that the saved page shows cannot', async () => {
  const [used, unused] = [await upload(), await upload()];
  await save([{ title: 'Con foto', mediaUrl: used.url, gradient: 'night' }]);
  expect(await drop(used.url)).toMatchObject({ status: 409, body: { code: 'landing_file_shown' } });
  expect((await drop(unused.url)).body).toEqual({ ok: true });
  await mediaDeletes(unused.key);
  expect((await drop(unused.url)).status).toBe(404);
  expect(bench.media.deleted).not.toContain(used.key);
  expect((await shown()).items).toMatchObject([{ title: 'Con foto', mediaUrl: used.url }]);
});

test('a save based on an older version is refused and deletes no file; without a version it replaces any', async () => {
  const [theirs, mine] = [await upload(), await upload()];
  const { version } = (await save([{ id: 'a', title: 'Antes' }])).body;
  const saved = await save([{ id: 'a', title: 'Suya', mediaUrl: theirs.url }], {}, version);
  expect(saved.body.version).toBe(version + 1);
  expect((await bench.service.as(admin).get(path)).body.version).toBe(version + 1);

  const refused = await save([{ id: 'a', title: 'Mía', mediaUrl: mine.url }], {}, version);
  expect([refused.status, refused.body.code]).toEqual([409, 'landing_changed']);
  expect((await save([{ id: 'a', title: 'Mía' }], {}, 0)).body.code).toBe('landing_changed');
  expect((await shown()).items).toMatchObject([{ title: 'Suya', mediaUrl: theirs.url }]);

  // Repeated after a lost response.
  const again = await save([{ id: 'a', title: 'Suya', mediaUrl: theirs.url }], {}, version);
  expect([again.status, again.body]).toEqual([200, saved.body]);

  expect((await save([{ id: 'a', title: 'Mía', mediaUrl: mine.url }])).body.version).toBe(version + 2);
  await mediaDeletes(theirs.key);
  // A file that the other admin removed is a conflict as well.
  expect((await save([{ id: 'a', mediaUrl: theirs.url }], {}, version + 1)).body.code).toBe('landing_changed');
  expect(bench.media.deleted).not.toContain(mine.key);
});

test('an uploaded file is deleted within a day unless the landing page shows it', async () => {
  const [draft, used] = [await upload(), await upload()];
  await save([{ mediaUrl: used.url }]);
  bench.clock.advance(21 * hourMs);
  await runScheduled(postgres.db, 'sweepLandingFiles');
  await mediaDeletes(draft.key);
  expect(bench.media.deleted).not.toContain(used.key);
  expect((await save([{ mediaUrl: draft.url }])).body.code).toBe('landing_media_unknown');
});

test('an address that is not a file of the landing page is refused, and nothing changes', async () => {
  await save([{ title: 'Así se queda' }]);
  for (const mediaUrl of [
    'https://elsewhere.test/a.jpg',
    'javascript:alert(1)',
    '/api/proxy-media?key=post/1.webp',
    '/api/proxy-media',
    '//elsewhere.test/api/proxy-media?key=a',
  ])
    expect((await save([{ mediaUrl }])).body.code).toBe('landing_media_unknown');
  for (const [hero, items] of [
    [{ title: 'x'.repeat(81) }, []],
    [{ title: ['a'] }, []],
    [{}, Array.from({ length: 13 }, () => ({}))],
    [{}, [{ title: 'dos\nlíneas' }]],
    [{}, [{ type: 'sound' }]],
    [{}, [{ order: -1 }]],
    [{}, [{ id: 'a' }, { id: 'a' }]],
  ] as const)
    expect((await save([...items], hero)).status).toBe(400);
  expect((await shown()).items).toMatchObject([{ title: 'Así se queda' }]);
});

test('a form without a file is refused', async () => {
  const form = new FormData();
  form.append('title', 'a');
  expect((await bench.service.as(admin).post(`${path}/upload`, form)).body.code).toBe('landing_file_required');
});

test('only one page is saved when two admins save concurrently, and the files of the other are deleted', async () => {
  const files = await Promise.all(Array.from({ length: 4 }, () => upload()));
  const responses = await Promise.all(files.map(({ url }, index) => save([{ title: `${index}`, mediaUrl: url }])));
  const stayed = (await shown()).items[0];
  for (const [index, { url, key }] of files.entries()) {
    // The file of a save that came too late was also deleted.
    if (url !== stayed.mediaUrl) await mediaDeletes(key);
    else expect([responses[index]?.status, stayed.title]).toEqual([200, `${index}`]);
  }
  expect(bench.media.deleted).not.toContain(new URL(stayed.mediaUrl, 'http://x').searchParams.get('key'));
});

test('only admins can read and change the landing page, and the audit log contains the actor without the texts', async () => {
  const member = userActor('00000000-0000-7000-8000-00000000000b');
  const form = new FormData();
  form.append('file', new Blob(['x']), 'a.png');
  const uploads = bench.media.uploads.length;
  for (const [actor, status] of [
    [undefined, 401],
    [member, 403],
  ] as const) {
    const client = bench.service.as(actor);
    expect((await client.get(path)).status).toBe(status);
    expect((await client.put(path, { hero: {}, items: [] })).status).toBe(status);
    expect((await client.post(`${path}/upload`, form)).status).toBe(status);
    expect((await client.delete(`${path}/file`, { url: '/api/proxy-media?key=a' })).status).toBe(status);
  }
  expect(bench.media.uploads).toHaveLength(uploads);
  await save([{ title: 'Palabras secretas' }]);
  const entries = await bench.events(AuditRecorded);
  expect(entries.at(-1)?.entry).toMatchObject({
    action: 'landing_changed',
    actorId: admin.id,
    targetType: 'site',
    targetId: 'landing',
  });
  expect(JSON.stringify(entries)).not.toContain('Palabras secretas');
});
