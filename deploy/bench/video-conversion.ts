import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { trueTimeLimits } from '@tribus/kit/testing/service.ts';
import { MediaFailed, MediaReady } from '@tribus/proto/media/v1/events.ts';
import { backgroundPriority } from '../../services/media/src/sandbox.ts';
import { conversionArguments } from '../../services/media/src/transcode.ts';
import { type Bench, openBench } from '../../services/media/tests/bench.ts';
import { conversionsOn } from '../../services/media/tests/conversion-bench.ts';
import { makeVideo, sound, videoPrograms } from '../../services/media/tests/video-files.ts';
import { median } from './median.ts';

/** Time to convert the same video as a job and with ffmpeg alone. */
export interface ConversionRow {
  title: string;
  count: number;
  /** Medians in milliseconds. */
  alone: number;
  asJob: number;
  /** Ratio of the medians. */
  ratio: number;
  atMost: number;
}

const rounds = 5;
const atMost = 1.15;
const seconds = 10;
/** Reads memory of this process: a call or a query would take processor time from ffmpeg. */
const checkEveryMs = 10;

/**
 * Measures the conversion of a video of ten seconds in 1080p, from the claim of its upload until its outcome is reported,
 * and ffmpeg alone with the same arguments: in turns, with the same priority, so that other load affects both alike.
 */
export async function measureConversion(): Promise<ConversionRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tribus-bench-video-'));
  const bench = await openBench(trueTimeLimits);
  const [alone, asJob]: [number[], number[]] = [[], []];
  try {
    const path = join(folder, 'original.mp4');
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=1920x1080:rate=30:duration=${seconds}`];
    const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-crf', '12', '-c:a', 'aac'];
    const video = await makeVideo([...picture, ...sound(seconds), ...encoding]);
    await writeFile(path, video);
    const input = { path, type: 'video/mp4' } as const;
    const args = conversionArguments(input, {
      picture: 0,
      sound: { index: 1, channels: 1 },
      tones: 'none',
      output: join(folder, 'alone.mp4'),
    });
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await timeAlone(args));
      asJob.push(await timeJob(bench, video));
    }
  } finally {
    await bench.close();
    await rm(folder, { recursive: true });
  }
  const [a, b] = [median(alone), median(asJob)];
  const title = `video of ${seconds} s in 1080p, until it is replaced`;
  return [{ title, count: rounds, alone: a, asJob: b, ratio: b / a, atMost }];
}

/** Runs ffmpeg in the background, as media does; resolves to the milliseconds it took. */
async function timeAlone(args: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(videoPrograms.ffmpeg, ['-y', ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (child.pid) setPriority(child.pid, backgroundPriority);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  return performance.now() - began;
}

/** Uploads and claims a video; resolves to the milliseconds until it is replaced. Throws unless it is. */
async function timeJob(bench: Bench, video: Buffer): Promise<number> {
  const { upload, claim } = conversionsOn(() => bench);
  const claimable = await upload(video);
  const began = performance.now();
  const { key } = await claim(claimable);
  for (;;) {
    const replaced = bench.received(MediaReady).find((event) => event.key === key);
    if (replaced && replaced.replacementKey !== key) return performance.now() - began;
    const failed = bench.received(MediaFailed).find((event) => event.key === key);
    if (replaced || failed) throw new Error('the video was not replaced', { cause: failed });
    await pause(checkEveryMs);
  }
}
