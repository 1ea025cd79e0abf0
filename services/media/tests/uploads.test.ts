import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newAccountLimits } from '@tribus/community/limits.ts';
import { uploadRequest } from '@tribus/community/media-uploads.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import { runScheduled } from '@tribus/kit/testing/jobs.ts';
import { metric } from '@tribus/kit/testing/until.ts';
import sharp from 'sharp';
import { uploadsAnHour } from '../limits.ts';
import { sweepLeases, sweepOrphans } from '../src/objects.ts';
import { addUploads, type Bench, openBench, usual } from './bench.ts';
import { withModifiedTime } from './modified-time.ts';
import { bomb, halves, pixelAt } from './pictures.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const unending = new AbortController().signal;
const bytesOf = async (key: string) =>
  Buffer.from(await (await bench.fetch(`/api/proxy-media?key=${encodeURIComponent(key)}`)).arrayBuffer());

test.each(['jpeg', 'png', 'gif', 'webp'] as const)(
  'a %s is accepted and encoded again in three sizes',
  async (format) => {
    const object = await bench.upload(await halves(2_000, 1_000).toFormat(format).toBuffer(), { purpose: 'banner' });
    expect(object).toMatchObject({
      key: expect.stringMatching(/^banner\/[0-9a-f]{40}\.webp$/),
      contentType: 'image/webp',
      visibility: 'public',
      width: 1_600,
      height: 800,
      rotated: false,
      kept: false,
      createdAt: bench.clock.now().toISOString(),
      lqip: expect.stringMatching(/^data:image\/webp;base64,/),
    });
    expect(object.lqip.length).toBeLessThan(500);
    const sizes = Object.fromEntries(object.variants.map(({ name, width, height }) => [name, [width, height]]));
    expect(sizes).toEqual({ large: [1_600, 800], medium: [800, 400], square: [320, 320] });
    for (const { key, width, height } of object.variants) {
      const { format: storedFormat, ...metadata } = await sharp(await bytesOf(key)).metadata();
      expect([storedFormat, metadata.width, metadata.height]).toEqual(['webp', width, height]);
    }
  },
);

test('a small picture is not enlarged', async () => {
  const { variants } = await bench.upload(await halves(40, 20).png().toBuffer());
  expect(variants.find(({ name }) => name === 'large')).toMatchObject({ width: 40, height: 20 });
});

test('a picture is rotated upright and loses the metadata of its location and camera', async () => {
  const secret = {
    IFD0: { Make: 'CAMARA-SECRETA' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 25/1 1234567/1000' },
  };
  const original = await halves().withExif(secret).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(original.includes('CAMARA-SECRETA')).toBe(true);
  const object = await bench.upload(original);
  expect(object).toMatchObject({ rotated: true, width: 400, height: 600 });
  for (const { key, name, width, height } of object.variants) {
    const bytes = await bytesOf(key);
    const { exif, orientation, icc, xmp } = await sharp(bytes).metadata();
    expect([name, exif, orientation, icc, xmp]).toEqual([name, undefined, undefined, undefined, undefined]);
    expect(bytes.includes('CAMARA-SECRETA')).toBe(false);
    // Orientation 6: the left side of the original is at the top.
    const [top, bottom] = [await pixelAt(bytes, width / 2, 5), await pixelAt(bytes, width / 2, height - 5)];
    expect([top[0] ?? 0, bottom[2] ?? 0].every((value) => value > 200)).toBe(true);
  }
});

test('bytes appended to a picture are not stored', async () => {
  const polyglot = Buffer.concat([await halves().jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
  const { variants } = await bench.upload(polyglot);
  for (const { key } of variants) expect((await bytesOf(key)).includes('<script>')).toBe(false);
});

test('files that are not pictures, and harmful pictures, are refused with a code and not stored', async () => {
  const jpeg = await halves(800, 800).jpeg().toBuffer();
  const before = await bench.keys();
  const refusals: [string, string, Buffer][] = [
    ['an SVG', 'file_type_refused', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    [
      'an SVG with a declaration',
      'file_type_refused',
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['a page', 'file_type_refused', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', 'file_type_refused', Buffer.alloc(0)],
    ['a TIFF', 'file_type_refused', await halves(10, 10).tiff().toBuffer()],
    ['an AVIF', 'file_type_refused', await halves(10, 10).avif().toBuffer()],
    ['a page that begins like a GIF', 'image_unreadable', Buffer.from('GIF89a/*<script>*/=1;alert(1)')],
    ['half a picture', 'image_unreadable', jpeg.subarray(0, jpeg.length / 2)],
    ['a head without a body', 'image_unreadable', jpeg.subarray(0, 100)],
    ['a picture of 3.6 thousand million pixels', 'image_dimensions', bomb(60_000, 60_000)],
    ['one a little too large', 'image_dimensions', bomb(8_000, 6_251)],
    ['one that is too long', 'image_dimensions', bomb(12_001, 1)],
  ];
  for (const [what, code, bytes] of refusals) {
    const refused = await bench.upload(bytes).then(
      () => 'taken',
      (error) => error.code,
    );
    expect([what, refused]).toEqual([what, code]);
  }
  expect(await bench.keys()).toEqual(before);
});

test('a file above the sender’s limit, or above that of media, is refused', async () => {
  const jpeg = await halves().jpeg().toBuffer();
  const refused = (work: Promise<unknown>, code: string) => expect(work).rejects.toMatchObject({ code });
  await refused(bench.upload(jpeg, { maxBytes: jpeg.length - 1 }), 'file_too_large');
  await refused(bench.upload(Buffer.alloc(15 * 1024 * 1024 + 1)), 'file_too_large');
  await refused(bench.upload(Buffer.alloc(15 * 1024 * 1024 + 1), { maxBytes: 99_000_000 }), 'file_too_large');
  expect((await bench.upload(jpeg, { maxBytes: jpeg.length })).key).toBeTruthy();
  await refused(bench.upload(jpeg, { purpose: 'none' }), 'invalid_input');
  await refused(bench.upload(jpeg, { visibility: 'none' }), 'invalid_input');
  await refused(bench.rpc.upload([]), 'malformed_body');
  await refused(bench.rpc.upload([{ part: { $case: 'chunk', value: jpeg } }]), 'invalid_input');
});

test('a new account can upload twenty pictures an hour, and the refusal returns the time of the next one', async () => {
  const jpeg = await halves(10, 10).jpeg().toBuffer();
  const newcomer = userActor('nueva', { limitedUntil: bench.clock.now().getTime() + dayMs });
  const opensAt = new Date(bench.clock.now().getTime() + hourMs).toISOString();
  const uploadOne = (actor = newcomer) =>
    bench.rpc.upload(uploadRequest({ ...usual, ownerId: 'nueva' }, Readable.from([jpeg])), { actor });
  const uploaded = [];
  for (let count = 0; count < 20; count += 4)
    uploaded.push(...(await Promise.all([uploadOne(), uploadOne(), uploadOne(), uploadOne()])));
  expect(uploaded).toHaveLength(20);
  bench.clock.advance(hourMs / 2);
  await expect(uploadOne()).rejects.toMatchObject({
    code: 'new_account_uploads',
    retryAfter: 1_800,
    details: [{ path: 'opensAt', message: opensAt }],
  });
  // The same user after the limits of a new account have ended.
  await uploadOne(userActor('nueva'));
  bench.clock.advance(hourMs / 2);
  await uploadOne();
});

test('deleted uploads count towards the limit of a new account', async () => {
  const jpeg = await halves(10, 10).jpeg().toBuffer();
  const newcomer = userActor('tacha', { limitedUntil: bench.clock.now().getTime() + dayMs });
  const uploadOne = () =>
    bench.rpc.upload(uploadRequest({ ...usual, ownerId: newcomer.id }, Readable.from([jpeg])), { actor: newcomer });
  for (let count = 0; count < newAccountLimits.uploads; count++) {
    const { object } = await uploadOne();
    await bench.rpc.deleteObjects({ keys: [object?.key ?? ''] });
  }
  await expect(uploadOne()).rejects.toMatchObject({
    code: 'new_account_uploads',
    retryAfter: 3_600,
  });
  // A refused upload does not count.
  bench.clock.advance(hourMs);
  const worthless = uploadRequest({ ...usual, ownerId: newcomer.id }, Readable.from([Buffer.from('no picture')]));
  await expect(bench.rpc.upload(worthless, { actor: newcomer })).rejects.toMatchObject({ code: 'file_type_refused' });
  for (let count = 0; count < newAccountLimits.uploads; count++) await uploadOne();
  await expect(uploadOne()).rejects.toMatchObject({ code: 'new_account_uploads' });
  // The counted uploads do not contain the user's id, and are deleted after the hour.
  const uploadRows = () => bench.postgres.db.selectFrom('uploads').selectAll().execute();
  expect(JSON.stringify(await uploadRows())).not.toContain(newcomer.id);
  bench.clock.advance(hourMs);
  await runScheduled(bench.postgres.db, 'sweepOverdue');
  expect(await uploadRows()).toEqual([]);
});

test('a user can upload at most three hundred pictures an hour', async () => {
  const jpeg = await halves(10, 10).jpeg().toBuffer();
  await bench.upload(jpeg, { ownerId: 'fleißig' });
  await addUploads(bench.postgres, 'fleißig', { count: uploadsAnHour - 1, at: bench.clock.now() });
  await expect(bench.upload(jpeg, { ownerId: 'fleißig' })).rejects.toMatchObject({ code: 'too_many_requests' });
  await bench.upload(jpeg, { ownerId: 'otra' });
  bench.clock.advance(hourMs);
  await bench.upload(jpeg, { ownerId: 'fleißig' });
});

test('a kept picture outlives its lease; a picture that is not kept is deleted after a day, with its variants', async () => {
  const jpeg = await halves().jpeg().toBuffer();
  const [retained, leased] = [await bench.upload(jpeg), await bench.upload(jpeg)];
  for (let times = 0; times < 2; times++)
    expect(await bench.rpc.keepObjects({ keys: [retained.key] })).toEqual({ missingKeys: [] });
  const existing = async () =>
    (await bench.rpc.getObjects({ keys: [retained.key, leased.key, 'post/unbekannt'] })).objects.map((each) => [
      each.key,
      each.kept,
    ]);
  bench.clock.advance(dayMs);
  await sweepLeases(bench, unending);
  expect(await existing()).toEqual(
    expect.arrayContaining([
      [retained.key, true],
      [leased.key, false],
    ]),
  );
  bench.clock.advance(1);
  await sweepLeases(bench, unending);
  expect(await existing()).toEqual([[retained.key, true]]);
  const { rows, files } = await bench.keys();
  for (const { key } of leased.variants) expect([...rows, ...files]).not.toContain(key);
  for (const { key } of retained.variants) expect(files).toContain(key);
});

test('keeping pictures returns the missing keys in the requested order, and keeps the others', async () => {
  const jpeg = await halves().jpeg().toBuffer();
  const [retained, swept] = [await bench.upload(jpeg), await bench.upload(jpeg)];
  await bench.rpc.keepObjects({ keys: [retained.key] });
  bench.clock.advance(dayMs + 1);
  await sweepLeases(bench, unending);
  const leased = await bench.upload(jpeg);
  const [variant] = leased.variants;
  const keys = ['post/unknown', leased.key, swept.key, variant?.key ?? '', retained.key];
  for (let times = 0; times < 2; times++)
    expect(await bench.rpc.keepObjects({ keys })).toEqual({ missingKeys: ['post/unknown', swept.key] });
  bench.clock.advance(dayMs + 1);
  await sweepLeases(bench, unending);
  expect(await bench.rpc.keepObjects({ keys })).toEqual({ missingKeys: ['post/unknown', swept.key] });
  expect(await bench.rpc.keepObjects({ keys: [] })).toEqual({ missingKeys: [] });
});

test('a picture is deleted at once with its variants, and deleting it again succeeds', async () => {
  const object = await bench.upload(await halves().jpeg().toBuffer());
  await bench.rpc.keepObjects({ keys: [object.key] });
  for (const { key } of object.variants) expect((await bytesOf(key)).length).toBeGreaterThan(0);
  for (let times = 0; times < 2; times++) expect(await bench.rpc.deleteObjects({ keys: [object.key] })).toEqual({});
  const { rows, files } = await bench.keys();
  for (const { key } of object.variants) {
    expect([...rows, ...files]).not.toContain(key);
    expect((await bench.fetch(`/api/proxy-media?key=${key}`)).status).toBe(404);
  }
});

test('bytes without a row are swept when they are an hour old, and bytes with a row are not', async () => {
  const object = await bench.upload(await halves().jpeg().toBuffer());
  const put = (key: string) => bench.blobs.put(key, Buffer.from('x'), { contentType: 'image/webp', size: 1 });
  await put('post/alt.webp');
  await put('post/neu.webp');
  const old = new Date(Date.now() - (hourMs + 1_000));
  expect(
    await sweepOrphans({
      signal: unending,
      store: bench.store,
      blobs: withModifiedTime(bench.blobs, old, ['post/alt.webp', object.key]),
    }),
  ).toBe(1);
  const { files } = await bench.keys();
  expect(files).not.toContain('post/alt.webp');
  expect(files).toEqual(expect.arrayContaining(['post/neu.webp', object.key]));
  await bench.blobs.delete(['post/neu.webp']);
});

test('a picture whose bytes are lost is not found, and the error is not served as a picture', async () => {
  const { key } = await bench.upload(await halves().jpeg().toBuffer());
  await bench.blobs.delete([key]);
  const response = await bench.fetch(`/api/proxy-media?key=${key}`);
  expect([response.status, response.headers.get('etag'), response.headers.get('cache-control')]).toEqual([
    404,
    null,
    'no-store',
  ]);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toMatchObject({ code: 'not_found' });
});

test('metrics count stored and refused uploads', async () => {
  const seen = async () => {
    const page = await (await fetch(`${bench.service.opsUrl}/metrics`)).text();
    return ['stored', 'refused'].map((result) =>
      metric(page, `media_uploads_total{result="${result}",service="media"}`),
    );
  };
  const [stored = 0, refused = 0] = await seen();
  await bench.upload(await halves().jpeg().toBuffer());
  await bench.upload(Buffer.from('not a picture')).catch(() => undefined);
  expect(await seen()).toEqual([stored + 1, refused + 1]);
});
