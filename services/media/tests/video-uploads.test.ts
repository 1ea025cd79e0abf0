import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { jobsDone } from '@tribus/kit/testing/jobs.ts';
import type { StoredObject } from '@tribus/proto/media/v1/service.ts';
import sharp from 'sharp';
import { type Bench, openBench } from './bench.ts';
import { type ProbedStream, probed } from './conversion-bench.ts';
import { UploadClient } from './upload-client.ts';
import { aac, h264, makeVideo, picture, sound, turned } from './video-files.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** Uploads a file in one request; resolves to its error code, or to the object that a post gets. */
async function upload(
  bytes: Buffer,
  actor = person(),
): Promise<{ code: string | undefined; object: StoredObject | undefined }> {
  const client = new UploadClient(bench.service, actor);
  const path = await client.create(bytes.length);
  const { status, code } = await client.patch(path, 0, bytes);
  if (status !== 204) {
    expect([status, (await client.head(path)).status]).toEqual([400, 404]);
    return { code, object: undefined };
  }
  const { objects } = await bench.rpc.claimUploads({
    ownerId: actor.id,
    uploadIds: [path.split('/').at(-1) ?? ''],
    claimId: path,
    visibility: 'public',
    collection: '',
  });
  return { code, object: objects[0] };
}

const posterOf = (object: StoredObject | undefined) => object?.variants.find(({ name }) => name === 'poster');

async function posterBytes(object: StoredObject | undefined): Promise<Buffer> {
  const response = await bench.fetch(bench.urls.publicUrl(posterOf(object)?.key ?? ''));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  return Buffer.from(await response.arrayBuffer());
}

test('a video gets its size, its duration and a poster of its picture at half a second', async () => {
  // Black for 0.4 seconds, then white.
  const colours = [
    '-f',
    'lavfi',
    '-i',
    'color=black:64x36:r=10:d=0.4',
    '-f',
    'lavfi',
    '-i',
    'color=white:64x36:r=10:d=1',
  ];
  const { object } = await upload(await makeVideo([...colours, '-filter_complex', 'concat=n=2', ...h264]));
  expect(object).toMatchObject({ contentType: 'video/mp4', width: 64, height: 36, processing: 'ready', kept: false });
  expect(object?.durationMs).toBe(1_400);
  expect(object?.lqip).toMatch(/^data:image\/webp;base64,/);
  expect(posterOf(object)).toMatchObject({ width: 64, height: 36, key: object?.key.replace('.mp4', '.poster.webp') });
  const { channels } = await sharp(await posterBytes(object)).stats();
  for (const { mean } of channels) expect(mean).toBeGreaterThan(240);
});

test('a video is shown upright, with square pixels', async () => {
  const across = turned(await makeVideo([...picture(), ...sound(), ...h264, ...aac]));
  const { object } = await upload(across);
  expect(object).toMatchObject({ width: 36, height: 64 });
  expect(await sharp(await posterBytes(object)).metadata()).toMatchObject({ width: 36, height: 64 });
  const { object: wide } = await upload(await makeVideo([...picture(), '-vf', 'setsar=2', ...h264]));
  expect(wide).toMatchObject({ width: 128, height: 36 });
  expect(posterOf(wide)).toMatchObject({ width: 128, height: 36 });
});

const camera = ['-metadata', 'location=+40.4168-003.7038/', '-metadata', 'comment=Casa', '-metadata', 'title=Ana'];
const recorder = ['-metadata:s:v', 'handler_name=Ana', '-metadata', 'creation_time=2026-01-02T03:04:05Z'];
/** A third stream, as the position along the way is one. */
const timecode = ['-timecode', '01:02:03:04', '-write_tmcd', '1'];

/** Behind its boxes, in a box that players skip. */
const withNote = (video: Buffer) => Buffer.concat([video, Buffer.from([0, 0, 0, 12]), Buffer.from('freeCasa')]);

test.each<[string, () => Promise<Buffer>]>([
  [
    'mp4',
    async () =>
      withNote(turned(await makeVideo([...picture(), ...sound(), ...camera, ...recorder, ...timecode, ...h264]))),
  ],
  ['webm', () => makeVideo([...picture(), ...sound(), ...camera, ...recorder, '-c:v', 'libvpx'], 'webm')],
])(
  'a stored %s file has the picture and the sound of the original, and no other data of its maker',
  async (ending, make) => {
    const original = await make();
    const { object } = await upload(original);
    expect(object?.key).toMatch(new RegExp(`\\.${ending}$`));
    const stored = Buffer.from(await (await bench.fetch(bench.urls.publicUrl(object?.key ?? ''))).arrayBuffer());
    expect(object?.sizeBytes).toBe(stored.length);
    for (const text of ['Casa', 'Ana']) expect([text, original.includes(text)]).toEqual([text, true]);
    for (const text of ['Casa', 'Ana', '40.4168', '2026-01-02'])
      expect([text, stored.includes(text)]).toEqual([text, false]);
    const [before, after] = [await probed(original), await probed(stored)];
    const about = ({ codec_type, codec_name, width, height, nb_frames, side_data_list }: ProbedStream) => ({
      codec_type,
      codec_name,
      width,
      height,
      nb_frames,
      rotation: side_data_list?.[0]?.rotation,
    });
    expect(after.streams.map(about)).toEqual(before.streams.slice(0, 2).map(about));
    expect(after.format.tags).not.toHaveProperty('location');
    expect(after.format.tags).not.toHaveProperty('creation_time');
  },
);

const hdr = ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-x265-params'];
const marked = 'log-level=none:pools=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';
const unevenly = "select='not(mod(n,3))+lt(n,3)',setpts=PTS";

test.each<[string, () => Promise<Buffer>, object]>([
  ['without sound', () => makeVideo([...picture(), ...h264]), { width: 64, height: 36, durationMs: 1_000 }],
  ['in HDR', () => makeVideo([...picture(), ...hdr, marked, '-tag:v', 'hvc1']), { width: 64, height: 36 }],
  [
    'with a variable frame rate',
    () => makeVideo([...picture({ rate: 24 }), '-vf', unevenly, '-vsync', 'vfr', ...h264]),
    { width: 64, height: 36 },
  ],
  [
    'in 4K',
    () => makeVideo([...picture({ size: '3840x2160', seconds: 1, rate: 1 }), ...h264]),
    { width: 3840, height: 2160 },
  ],
  ['of ten minutes', () => makeVideo([...picture({ seconds: 600, rate: 1 }), ...h264]), { durationMs: 600_000 }],
  ['shorter than half a second', () => makeVideo([...picture({ seconds: 0.25 }), ...h264]), { durationMs: 250 }],
  ['of one frame a second', () => makeVideo([...picture({ seconds: 1, rate: 1 }), ...h264]), { durationMs: 1_000 }],
  ['as WebM', () => makeVideo([...picture(), '-c:v', 'libvpx', '-b:v', '50k'], 'webm'), { contentType: 'video/webm' }],
  [
    'that a browser records, without a duration',
    () => makeVideo([...picture(), '-c:v', 'libvpx', '-b:v', '50k', '-f', 'webm', '-live', '1'], 'webm'),
    { contentType: 'video/webm', durationMs: expect.any(Number) },
  ],
])('a video %s is accepted, with a poster', async (_which, make, expected) => {
  const { code, object } = await upload(await make());
  expect(code).toBeUndefined();
  expect(object).toMatchObject(expected);
  expect(object?.durationMs).toBeGreaterThan(0);
  expect((await posterBytes(object)).length).toBeGreaterThan(0);
});

test.each<[string, string, () => Promise<Buffer>]>([
  ['with sound only', 'video_missing', () => makeVideo([...sound(), ...aac])],
  [
    'cut off behind its beginning',
    'video_unreadable',
    async () => (await makeVideo([...picture(), ...h264])).subarray(0, 900),
  ],
  [
    'longer than ten minutes',
    'video_too_long',
    () => makeVideo([...picture({ size: '32x18', seconds: 660, rate: 1 }), ...h264]),
  ],
  [
    'larger than 4K',
    'video_dimensions',
    () => makeVideo([...picture({ size: '4200x2400', seconds: 1, rate: 1 }), ...h264]),
  ],
])('a file %s is refused as %s, and nothing of it is stored', async (_which, refusal, make) => {
  const bytes = await make();
  // Those of the accepted videos that some browsers do not play are converted.
  await jobsDone(bench.postgres.db, 'convertVideo');
  const before = await bench.keys();
  expect((await upload(bytes)).code).toBe(refusal);
  expect(await bench.keys()).toEqual(before);
});

test('a truncated video has the duration of its remaining part', async () => {
  const whole = await makeVideo([...picture({ seconds: 8 }), ...h264, '-g', '1', '-movflags', '+faststart']);
  const { object } = await upload(whole.subarray(0, -(whole.length / 2)));
  expect(object?.durationMs).toBeGreaterThan(2_000);
  expect(object?.durationMs).toBeLessThan(6_000);
});

test('a poster is shown to those who may see the video, and deleted with it', async () => {
  const { object } = await upload(await makeVideo([...picture(), ...h264]));
  const [key, poster] = [object?.key ?? '', posterOf(object)?.key ?? ''];
  expect((await bench.fetch(bench.urls.publicUrl(poster))).status).toBe(200);
  await bench.rpc.keepObjects({ keys: [key] });
  await bench.rpc.setObjectVisibility({ keys: [key], visibility: 'signed', version: 1, collection: '' });
  const replica = await bench.startReplica();
  expect((await replica.fetch(bench.urls.publicUrl(poster))).status).toBe(403);
  expect((await replica.fetch(bench.urls.signedUrl(poster, bench.clock.now()))).status).toBe(200);
  await bench.rpc.deleteObjects({ keys: [key] });
  const { rows, files } = await bench.keys();
  expect([...rows, ...files].filter((name) => [key, poster].includes(name))).toEqual([]);
});
