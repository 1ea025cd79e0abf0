import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Environment } from '@tribus/kit/core/config.ts';
import { programs } from '../src/programs.ts';

const run = promisify(execFile);

export const videoPrograms = programs.read(new Environment({ PATH: process.env.PATH }));

/** A file that ffmpeg makes by these arguments, e.g. `testsrc=…` as its picture. */
export async function makeVideo(args: readonly string[], ending = 'mp4'): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'tribus-video-'));
  const path = join(folder, `video.${ending}`);
  try {
    await run(videoPrograms.ffmpeg, ['-v', 'error', '-nostdin', '-y', ...args, '-threads', '1', path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const picture = ({ size = '64x36', seconds = 1, rate = 8 } = {}): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=${rate}:duration=${seconds}`],
];
export const sound = (seconds = 1): string[] => ['-f', 'lavfi', '-i', `sine=duration=${seconds}`];
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
export const aac = ['-c:a', 'aac', '-strict', 'experimental'];

/** The same mp4 file with its picture turned by a quarter, as phones mark it: in the matrix of its first track. */
export function turned(video: Buffer): Buffer {
  const matrix = video.indexOf('tkhd') + 44;
  const copy = Buffer.from(video);
  for (const [index, value] of [0, 0x1_0000, 0, -0x1_0000, 0].entries()) copy.writeInt32BE(value, matrix + index * 4);
  return copy;
}
