import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { framesOf } from '@tribus/community/testing/video.ts';
import { sql } from 'kysely';
import { type Bench, openBench } from './bench.ts';
import { conversionsOn, largeVideo, type ProbedStream, probed } from './conversion-bench.ts';
import { aac, h264, makeVideo, picture, sound, turned } from './video-files.ts';

let bench: Bench;
let large: Buffer;
beforeAll(async () => {
  bench = await openBench();
  large = await largeVideo(['-metadata', 'location=+40.4-003.7/', '-metadata', 'comment=Casa']);
});
afterAll(() => bench.close());

const { bytesOf, upload, claim, found, reported, publish } = conversionsOn(() => bench);

/** Publishes a video; resolves to the streams of the file that replaces it. */
async function converted(bytes: Buffer): Promise<{ streams: ProbedStream[]; size: [number?, number?] }> {
  const { key, processing } = await publish(bytes);
  expect(processing).toBe('processing');
  const { ready, failed } = await reported(key);
  expect([failed, ready.length, ready.includes(key)]).toEqual([[], 1, false]);
  const object = await found(ready[0] ?? '');
  const { streams } = await probed(await bytesOf(ready[0] ?? ''));
  return { streams, size: [object?.width, object?.height] };
}

/** Publishes a video that is not converted. */
async function untouched(bytes: Buffer): Promise<void> {
  const { key, processing } = await publish(bytes);
  expect(processing).toBe('ready');
  expect(await reported(key)).toEqual({ ready: [], percents: [], failed: [] });
}

test('a video over 8 MB is shown at once, and replaced by a smaller one with the same picture and sound', async () => {
  expect(large.length).toBeGreaterThan(8 * 1_048_576);
  const original = await publish(large);
  expect(original.processing).toBe('processing');
  expect(framesOf(await bytesOf(original.key)).equals(framesOf(large))).toBe(true);
  const { ready, percents, failed } = await reported(original.key);
  expect(failed).toEqual([]);
  expect(percents.length).toBeLessThanOrEqual(10);
  expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b));
  for (const percent of percents) expect([percent > 0, percent < 100]).toEqual([true, true]);
  const [key = ''] = ready;
  const replacement = await found(key);
  expect(replacement).toMatchObject({
    contentType: 'video/mp4',
    visibility: 'public',
    processing: 'ready',
    kept: false,
    width: 320,
    height: 240,
    lqip: original.lqip,
    variants: [{ name: 'poster', key: key.replace('.mp4', '.poster.webp'), width: 320, height: 240 }],
  });
  expect(Math.abs((replacement?.durationMs ?? 0) - original.durationMs)).toBeLessThan(200);
  const [bytes, posters] = [
    await bytesOf(key),
    await Promise.all(
      [original, replacement].map((object) =>
        bytesOf(object?.variants.find(({ name }) => name === 'poster')?.key ?? ''),
      ),
    ),
  ];
  expect(bytes.length).toBeLessThan(large.length * 0.95);
  expect(bytes.length).toBe(replacement?.sizeBytes);
  expect(posters[0]).toEqual(posters[1]);
  const [before, after] = [await probed(large), await probed(bytes)];
  expect(after.streams.map(({ codec_name: codec }) => codec)).toEqual(['h264', 'aac']);
  expect(after.streams[0]?.nb_frames).toBe(before.streams[0]?.nb_frames);
  expect(Number(after.streams[1]?.duration)).toBeCloseTo(Number(before.streams[1]?.duration), 0);
  expect((await found(original.key))?.processing).toBe('ready');
});

test('the file that replaces a video begins to play before all of it has arrived, and contains no location', async () => {
  const { key } = await publish(large);
  const bytes = await bytesOf((await reported(key)).ready[0] ?? '');
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  expect([large.includes('Casa'), bytes.includes('Casa')]).toEqual([true, false]);
  expect(bytes.includes('40.4')).toBe(false);
});

test('a video of at most 8 MB that every browser plays stays as it is', async () => {
  await untouched(await makeVideo([...picture(), ...sound(), ...h264, ...aac]));
  await untouched(await makeVideo([...picture(), ...h264]));
  await untouched(await makeVideo([...picture(), ...sound(), '-c:v', 'libvpx', '-c:a', 'libopus'], 'webm'));
  await untouched(await makeVideo([...picture(), '-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p', '-b:v', '50k'], 'webm'));
});

test('a recording without a duration, in which players cannot move, is converted to a file that has it', async () => {
  const recorded = ['-c:v', 'libvpx', '-c:a', 'libopus', '-f', 'webm', '-live', '1'];
  const video = await makeVideo([...picture({ seconds: 2 }), ...sound(2), ...recorded], 'webm');
  expect((await probed(video)).format.duration).toBeUndefined();
  const { key, durationMs, processing } = await publish(video);
  expect([processing, Math.round(durationMs / 1_000)]).toEqual(['processing', 2]);
  const { ready, failed } = await reported(key);
  expect(failed).toEqual([]);
  const { streams, format } = await probed(await bytesOf(ready[0] ?? ''));
  expect(streams.map(({ codec_name: codec }) => codec)).toEqual(['h264', 'aac']);
  expect(Math.round(Number(format.duration))).toBe(2);
});

test('a video over 8 MB stays when its optimised file would not be smaller by five percent', async () => {
  // As the optimised file would be: made with the same settings, and a little worse.
  const coarse = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-crf', '28'];
  const small = await makeVideo([
    ...picture({ size: '640x480', seconds: 5, rate: 15 }),
    ...['-vf', 'noise=alls=100:allf=t'],
    ...coarse,
  ]);
  expect(small.length).toBeGreaterThan(8 * 1_048_576);
  const { key, processing } = await publish(small);
  const stored = await bytesOf(key);
  const { rows } = await bench.keys();
  expect([processing, (await reported(key)).ready]).toEqual(['processing', [key]]);
  expect([(await found(key))?.processing, await bytesOf(key)]).toEqual(['ready', stored]);
  expect((await bench.keys()).rows).toEqual(rows);
});

const hdr = ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1', '-x265-params'];
const marked = 'log-level=none:pools=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';
const makeHdr = () => makeVideo([...picture(), ...hdr, marked]);

test.each<[string, () => Promise<Buffer>, boolean]>([
  ['HEVC', () => makeVideo([...picture(), ...sound(), ...hdr, 'log-level=none:pools=none', ...aac]), true],
  ['HDR', makeHdr, false],
  ['MPEG-4', () => makeVideo([...picture(), ...sound(), '-c:v', 'mpeg4', ...aac]), true],
  ['full colours', () => makeVideo([...picture(), '-c:v', 'libx264', '-pix_fmt', 'yuv444p']), false],
  [
    'ten bits',
    () => makeVideo([...picture(), '-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv444p', '-b:v', '50k'], 'webm'),
    false,
  ],
  ['another sound', () => makeVideo([...picture(), ...sound(), ...h264, '-c:a', 'libmp3lame']), true],
])('a small video in %s, which some browsers do not play, is converted', async (_which, make, hasSound) => {
  const { streams, size } = await converted(await make());
  expect(streams.map(({ codec_name: codec }) => codec)).toEqual(hasSound ? ['h264', 'aac'] : ['h264']);
  expect([streams[0]?.pix_fmt, ...size]).toEqual(['yuv420p', 64, 36]);
  if (make === makeHdr) expect(streams[0]?.color_transfer).toBe('bt709');
});

test('a converted video is upright, with square pixels, even sides and at most 1280 wide', async () => {
  const mpeg4 = ['-c:v', 'mpeg4', '-q:v', '2'];
  const sizeOf = async (video: Promise<Buffer>) => {
    const { streams, size } = await converted(await video);
    const [{ width, height, sample_aspect_ratio: aspect } = {}] = streams;
    expect(size).toEqual([width, height]);
    expect(['1:1', undefined]).toContain(aspect);
    return size;
  };
  const across = makeVideo([...picture({ size: '96x54' }), ...mpeg4]);
  expect(await sizeOf(across.then(turned))).toEqual([54, 96]);
  expect(await sizeOf(makeVideo([...picture(), '-vf', 'setsar=2', ...mpeg4]))).toEqual([128, 36]);
  expect(await sizeOf(makeVideo([...picture({ size: '63x35' }), ...mpeg4]))).toEqual([62, 34]);
  expect(await sizeOf(makeVideo([...picture({ size: '1920x1080', rate: 2 }), ...mpeg4]))).toEqual([1280, 720]);
  expect(await sizeOf(makeVideo([...picture({ size: '640x360', rate: 2 }), ...mpeg4]))).toEqual([640, 360]);
});

test('frames keep their times, and the sound its length, when the frame rate varies', async () => {
  const unevenly = "select='not(mod(n,3))+lt(n,12)',setpts=PTS";
  const video = await makeVideo([
    ...picture({ rate: 24, seconds: 3 }),
    ...sound(3),
    ...['-vf', unevenly, '-vsync', 'vfr', '-c:v', 'mpeg4', '-q:v', '2'],
    ...aac,
  ]);
  const before = await probed(video);
  const { streams } = await converted(video);
  expect(streams[0]?.nb_frames).toBe(before.streams[0]?.nb_frames);
  for (const index of [0, 1])
    expect(Number(streams[index]?.duration)).toBeCloseTo(Number(before.streams[index]?.duration), 0);
});

test('a conversion retains only the default one of several sound tracks', async () => {
  const video = await makeVideo([
    ...picture(),
    ...sound(),
    ...['-f', 'lavfi', '-i', 'sine=frequency=880:duration=1', '-map', '0', '-map', '1', '-map', '2'],
    ...[
      '-c:v',
      'mpeg4',
      ...aac,
      '-ac:a:0',
      '1',
      '-ac:a:1',
      '2',
      '-disposition:a:0',
      '0',
      '-disposition:a:1',
      'default',
    ],
  ]);
  const { streams } = await converted(video);
  expect(streams.map(({ codec_type: type, channels }) => [type, channels])).toEqual([
    ['video', undefined],
    ['audio', 2],
  ]);
});

test('a video that no post claims is never converted, and a repeated claim converts it once', async () => {
  const claimable = await upload(await makeVideo([...picture(), '-c:v', 'mpeg4']));
  const waiting = await sql`select from graphile_worker.jobs where task_identifier = 'convertVideo'`.execute(
    bench.postgres.db,
  );
  expect(waiting.rows).toEqual([]);
  const { key } = await claim(claimable);
  await claim(claimable);
  expect((await reported(key)).ready).toHaveLength(1);
  expect((await claim(claimable)).processing).toBe('ready');
  expect((await reported(key)).ready).toHaveLength(1);
});
