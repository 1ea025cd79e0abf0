import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { runScheduled } from '@tribus/kit/testing/jobs.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { leaseHours } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { conversionsOn, longVideo } from './conversion-bench.ts';
import { aac, makeVideo, picture, sound, videoPrograms } from './video-files.ts';

let bench: Bench;
let long: Buffer;
beforeAll(async () => {
  bench = await openBench();
  long = await longVideo();
});
afterAll(() => bench.close());

const { bytesOf, found, reported, publish, underWay } = conversionsOn(() => bench);
const run = promisify(execFile);
const mpeg4 = ['-c:v', 'mpeg4', '-q:v', '2'];

/** Positions of the packets of a stream in a file. */
async function packetsOf(video: Buffer, streams: 'a' | 'v'): Promise<{ at: number; size: number }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tribus-packets-'));
  const path = join(folder, 'video');
  try {
    await writeFile(path, video);
    const args = ['-v', 'error', '-select_streams', streams, '-show_entries', 'packet=pos,size', '-of', 'json', path];
    const { packets } = JSON.parse((await run(videoPrograms.ffprobe, args)).stdout);
    return packets.map(({ pos, size }: Record<string, string>) => ({ at: Number(pos), size: Number(size) }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The same file in which the second half of a stream is unreadable. */
async function halfBroken(video: Buffer, streams: 'a' | 'v'): Promise<Buffer> {
  const packets = await packetsOf(video, streams);
  const broken = Buffer.from(video);
  for (const { at, size } of packets.slice(packets.length / 2)) broken.fill(0xff, at, at + size);
  return broken;
}

const whole = () => makeVideo([...picture({ seconds: 8 }), ...sound(8), ...mpeg4, ...aac, '-movflags', '+faststart']);

test.each<[string, string, () => Promise<Buffer>]>([
  ['whose picture is unreadable from the middle on', 'file_unreadable', async () => halfBroken(await whole(), 'v')],
  ['whose sound is unreadable from the middle on', 'audio_lost', async () => halfBroken(await whole(), 'a')],
])('of a video %s the original stays, as is reported', async (_which, reason, make) => {
  const { key, processing } = await publish(await make());
  expect(processing).toBe('processing');
  const original = await bytesOf(key);
  const before = await bench.keys();
  expect(await reported(key)).toMatchObject({ ready: [], failed: [reason] });
  expect((await found(key))?.processing).toBe('failed');
  expect(await bytesOf(key)).toEqual(original);
  expect(await bench.keys()).toEqual(before);
});

test('a conversion ends quietly when its video is deleted, and leaves neither row nor file', async () => {
  const before = await bench.keys();
  const { key } = await publish(long);
  await underWay(key);
  await bench.rpc.deleteObjects({ keys: [key] });
  expect(await reported(key)).toMatchObject({ ready: [], failed: [] });
  expect(await bench.keys()).toEqual(before);
});

test('a conversion whose video is deleted at its end stores nothing', async () => {
  const before = await bench.keys();
  const { key, variants } = await publish(long);
  const { db } = bench.postgres;
  // No more progress is saved: only the end of the conversion writes to the row.
  await db.updateTable('objects').set({ convertedPercent: 99 }).where('key', '=', key).execute();
  const { files } = await bench.keys();
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('objects').select('key').where('key', '=', key).forUpdate().execute();
    await until(async () => (await bench.keys()).files.length >= files.length + 2, 'the result is written');
    await tx.deleteFrom('objects').where('key', '=', key).execute();
  });
  expect(await reported(key)).toEqual({ ready: [], percents: [], failed: [] });
  await bench.blobs.delete([key, ...variants.map((variant) => variant.key)]);
  expect(await bench.keys()).toEqual(before);
});

const visibilityOf = async (key: string) => (await found(key))?.visibility;

test('a replacement is as visible as its original, and follows only later changes', async () => {
  const { key } = await publish(long);
  await underWay(key);
  const collection = 'tribe:100';
  await bench.rpc.setObjectVisibility({ keys: [key], visibility: 'signed', version: 3, collection });
  const [replacement = ''] = (await reported(key)).ready;
  expect([replacement === key, await visibilityOf(replacement)]).toEqual([false, 'signed']);
  const poster = replacement.replace('.mp4', '.poster.webp');
  for (const each of [replacement, poster]) {
    expect((await bench.fetch(bench.urls.publicUrl(each))).status).toBe(403);
    expect((await bench.fetch(bench.urls.signedUrl(each, bench.clock.now()))).status).toBe(200);
  }
  // Late: about the state that the original had before.
  await bench.rpc.setObjectVisibility({ keys: [replacement], visibility: 'public', version: 3, collection });
  expect(await visibilityOf(replacement)).toBe('signed');
  await bench.rpc.setObjectVisibility({ keys: [replacement], visibility: 'public', version: 4, collection });
  expect(await visibilityOf(replacement)).toBe('public');
});

test('a replacement that no post keeps is deleted with its poster, the original is not', async () => {
  const video = await makeVideo([...picture(), ...mpeg4]);
  const [{ key: unused }, { key: used }] = [await publish(video), await publish(video)];
  const [[lost = ''], [shown = '']] = [(await reported(unused)).ready, (await reported(used)).ready];
  await bench.rpc.keepObjects({ keys: [shown] });
  bench.clock.advance((leaseHours + 1) * hourMs);
  await runScheduled(bench.postgres.db, 'sweepMedia');
  const { rows } = await bench.keys();
  expect([unused, used, lost, shown].map((key) => rows.includes(key))).toEqual([true, true, false, true]);
  expect(rows).not.toContain(lost.replace('.mp4', '.poster.webp'));
  await until(async () => (await found(lost)) === undefined, 'it is deleted');
});
