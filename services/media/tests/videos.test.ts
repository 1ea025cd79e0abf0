import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fail } from '@tribus/kit/core/errors.ts';
import { type Bench, openBench } from './bench.ts';
import { probed } from './conversion-bench.ts';
import { halves } from './pictures.ts';
import { h264, makeVideo, picture } from './video-files.ts';
import { mp4 } from './videos.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const landing = { purpose: 'landing' } as const;
const camera = ['-metadata', 'comment=Casa'];
const webm = (): Promise<Buffer> => makeVideo([...picture(), ...camera, '-c:v', 'libvpx'], 'webm');
/** A marker of a video without more. */
const brokenWebm = (): Buffer =>
  Buffer.concat([
    Buffer.from('1a45dfa3974286810142f7810142f2810442f381084282847765626d', 'hex'),
    Buffer.alloc(4_000, 'w'),
  ]);
const mov = (): Buffer => Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('ftypqt  '), Buffer.alloc(400)]);
const refusal = (bytes: Buffer, more: object = landing) =>
  bench.upload(bytes, more).then(
    () => 'taken',
    (error) => error.code,
  );

test.each<[string, () => Promise<Buffer>, RegExp]>([
  ['video/mp4', () => makeVideo([...picture(), ...camera, ...h264]), /^landing\/[0-9a-f]{40}\.mp4$/],
  ['video/webm', webm, /^landing\/[0-9a-f]{40}\.webm$/],
])('a landing video of %s is stored without its metadata, and served whole and in ranges', async (type, make, key) => {
  const original = await make();
  const object = await bench.upload(original, landing);
  expect(object).toMatchObject({
    key: expect.stringMatching(key),
    contentType: type,
    width: 0,
    height: 0,
    lqip: '',
    variants: [],
    kept: false,
  });
  const address = bench.urls.publicUrl(object.key);
  const whole = await bench.fetch(address);
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
    200,
    type,
    'bytes',
  ]);
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(bytes.length).toBe(object.sizeBytes);
  expect([original, bytes].map((file) => file.includes('Casa'))).toEqual([true, false]);
  const streams = async (file: Buffer) => (await probed(file)).streams.map(({ codec_name }) => codec_name);
  expect(await streams(bytes)).toEqual(await streams(original));
  for (const [range, start, end] of [
    ['bytes=0-1', 0, 1],
    ['bytes=1000-', 1_000, bytes.length - 1],
    ['bytes=-5', bytes.length - 5, bytes.length - 1],
  ] as const) {
    const part = await bench.fetch(address, { headers: { range } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true);
  }
});

test('a picture of the landing page is encoded again, as any other', async () => {
  const object = await bench.upload(await halves(2_000, 1_000).png().toBuffer(), landing);
  expect(object).toMatchObject({ contentType: 'image/webp', width: 1_600, height: 800 });
  expect(object.variants.map(({ name }) => name)).toEqual(['large', 'medium', 'square']);
});

test('videos are accepted only for the landing page in playable types, which a refusal lists', async () => {
  const before = await bench.keys();
  for (const purpose of ['post', 'avatar', 'banner', 'photo'] as const)
    expect(await refusal(mp4(), { purpose })).toBe('file_type_refused');
  for (const bytes of [mov(), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('<html>')])
    expect(await refusal(bytes)).toBe('media_type_refused');
  for (const bytes of [brokenWebm(), mp4().subarray(0, 800)]) expect(await refusal(bytes)).toBe('video_unreadable');
  expect(await bench.keys()).toEqual(before);
});

test('a video may be larger than a picture, a picture of the landing page may not', async () => {
  const above = 15 * 1_048_576 + 1;
  expect((await bench.upload(mp4(above), landing)).sizeBytes).toBeGreaterThan(above);
  const png = await halves(40, 20).png().toBuffer();
  expect(await refusal(Buffer.concat([png, Buffer.alloc(above)]))).toBe('file_too_large');
  expect(await refusal(mp4(2_000), { ...landing, maxBytes: 1_000 })).toBe('file_too_large');
});

test('a video is deleted with its bytes', async () => {
  const [dropped, retained] = [await bench.upload(mp4(), landing), await bench.upload(mp4(), landing)];
  await bench.rpc.keepObjects({ keys: [retained.key] });
  await bench.rpc.deleteObjects({ keys: [dropped.key] });
  expect((await bench.fetch(bench.urls.publicUrl(dropped.key))).status).toBe(fail('not_found').status);
  const { rows, files } = await bench.keys();
  expect([rows.includes(dropped.key), files.includes(dropped.key)]).toEqual([false, false]);
  expect([rows.includes(retained.key), files.includes(retained.key)]).toEqual([true, true]);
});
