import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testContext } from '@tribus/kit/testing/service.ts';
import { conversionLimits } from '../src/conversion-limits.ts';
import { optimise } from '../src/optimised-file.ts';
import type { VideoPrograms } from '../src/programs.ts';
import { type ProgramRun, Sandbox } from '../src/sandbox.ts';
import { stripUpload } from '../src/stripped-video.ts';
import { inspectVideo } from '../src/video-inspection.ts';
import { openBench } from './bench.ts';
import { conversionsOn, longVideo } from './conversion-bench.ts';
import { h264, makeVideo, picture, videoPrograms } from './video-files.ts';

let folder: string;
const ctx = testContext('media');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tribus-program-limits-'));
});
afterAll(async () => {
  await ctx.close();
  await rm(folder, { recursive: true });
});

/** Programs that first execute a command of the shell. */
async function programsAfter(command: string): Promise<VideoPrograms> {
  const own = await mkdtemp(join(folder, 'programs-'));
  const write = async (name: keyof VideoPrograms) => {
    const path = join(own, name);
    await writeFile(path, `#!/bin/sh\n${command}\nexec ${videoPrograms[name]} "$@"\n`);
    await chmod(path, 0o700);
    return path;
  };
  return { ffmpeg: await write('ffmpeg'), ffprobe: await write('ffprobe') };
}

/** Programs that use up their processor time at once if an argument matches the pattern. */
const spentAt = (pattern: string): Promise<VideoPrograms> =>
  programsAfter(`case "$0 $*" in ${pattern}) ulimit -S -t 1; while :; do :; done;; esac`);

/** Why ffmpeg gives no result when it begins with a command of the shell. */
async function causeAfter(command: string, args: readonly string[]): Promise<unknown> {
  const sandbox = new Sandbox(ctx, await programsAfter(command));
  const limits = { maxMs: 600_000, maxOutputBytes: 10_000 };
  const run: ProgramRun = { program: 'ffmpeg', args: ['-v', 'error', '-nostdin', ...args], folder, ...limits };
  return sandbox.run(run).catch((error) => error);
}

const pictures = (size: string) => ['-f', 'lavfi', '-i', `testsrc=size=${size}`, ...h264];

test('ffmpeg that has used up its processor time has taken too long, although it ends its file properly', async () => {
  const error = await causeAfter('ulimit -S -t 1', [...pictures('1280x720'), 'endless.mp4']);
  expect(error).toMatchObject({ why: 'time' });
});

test('ffmpeg that gets no more memory fails by itself, and has not taken too long', async () => {
  const error = await causeAfter('ulimit -v 200000', [...pictures('16000x8000'), '-frames:v', '2', 'huge.mp4']);
  expect(error).toMatchObject({ why: 'exit', message: expect.stringContaining('Cannot allocate memory') });
});

async function inputIn(name: string) {
  const path = join(folder, name);
  await writeFile(path, await makeVideo([...picture(), ...h264]));
  return { path, type: 'video/mp4' } as const;
}

test.each([
  ['description', '*/ffprobe*'],
  ['poster', '*image2pipe*'],
  ['copy', '*faststart*'],
  ['description of the copy', '*/ffprobe*/stripped'],
])('a video whose %s uses up the processor time is refused for good', async (_step, pattern) => {
  const deps = { sandbox: new Sandbox(ctx, await spentAt(pattern)) };
  const own = await mkdtemp(join(folder, 'own-'));
  const error = inspectVideo(deps, await inputIn('video'), own);
  await expect(error).rejects.toMatchObject({ code: 'video_too_slow', status: 400 });
});

test('a video whose poster is no picture is refused as a video', async () => {
  const garbled = await programsAfter('case "$*" in *image2pipe*) echo no picture; exit;; esac');
  const own = await mkdtemp(join(folder, 'own-'));
  const error = inspectVideo({ sandbox: new Sandbox(ctx, garbled) }, await inputIn('garbled'), own);
  await expect(error).rejects.toMatchObject({ code: 'video_unreadable', status: 400 });
});

test('a video of the landing page that uses up the processor time is refused for good', async () => {
  const deps = { sandbox: new Sandbox(ctx, await spentAt('*faststart*')) };
  const own = await mkdtemp(join(folder, 'own-'));
  const error = stripUpload(deps, await inputIn('landing'), own);
  await expect(error).rejects.toMatchObject({ code: 'video_too_slow', status: 400 });
});

test('a conversion that uses up the processor time has exceeded its limit of time', async () => {
  const deps = { sandbox: new Sandbox(ctx, await spentAt('*libx264*')), conversionLimits };
  const own = await mkdtemp(join(folder, 'own-'));
  const original = { sizeBytes: 1_000_000, durationMs: 1_000, playable: true };
  const error = optimise(deps, await inputIn('converted'), original, { folder: own }, () => {});
  await expect(error).rejects.toMatchObject({ reason: 'timeout' });
});

test('a video whose description before its conversion takes too long is not converted at the second attempt', async () => {
  const { ffprobe: FFPROBE_PATH } = await spentAt('*/original');
  const bench = await openBench({ FFPROBE_PATH });
  try {
    const { publish, found, reported } = conversionsOn(() => bench);
    const { key } = await publish(await longVideo());
    expect(await reported(key)).toMatchObject({ ready: [], failed: ['timeout'] });
    expect(await found(key)).toMatchObject({ processing: 'failed', kept: true });
  } finally {
    await bench.close();
  }
});
