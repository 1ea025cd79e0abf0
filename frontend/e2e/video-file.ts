import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import ffmpeg from '@ffmpeg-installer/ffmpeg';
import type { ChosenFile } from './files.ts';

interface VideoOptions {
  size?: string;
  seconds?: number;
  /** Whether the picture is noise, which does not compress: the file exceeds the buffers of a connection. */
  isLarge?: boolean;
}

/** The path of a video on the disk: WebM with VP8, which every browser of the tests plays. */
export async function webmPath(name: string, options: VideoOptions = {}): Promise<string> {
  const { size = '180x320', seconds = 4, isLarge = false } = options;
  const source = isLarge ? `nullsrc=size=${size}:rate=15,geq=random(1)*255:128:128` : `testsrc=size=${size}:rate=15`;
  const path = join(await mkdtemp(join(tmpdir(), 'tribus-video-')), `${name}.webm`);
  const coder = ['-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', isLarge ? '20M' : '200k'];
  await promisify(execFile)(ffmpeg.path, ['-f', 'lavfi', '-i', source, '-t', String(seconds), ...coder, path]);
  return path;
}

/** A video file of a person. */
export async function webmFile(name: string, options: VideoOptions = {}): Promise<ChosenFile> {
  const path = await webmPath(name, options);
  const buffer = await readFile(path);
  await rm(dirname(path), { recursive: true });
  return { name: `${name}.webm`, mimeType: 'video/webm', buffer };
}
