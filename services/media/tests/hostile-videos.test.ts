import { mkdtemp, readdir, readFile, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AppError } from '@tribus/kit/core/errors.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { ProgramFailure, Sandbox } from '../src/sandbox.ts';
import { Spool } from '../src/spool.ts';
import type { VideoType } from '../src/store/tables.ts';
import { stripMetadata } from '../src/stripped-video.ts';
import { probeArguments } from '../src/transcode.ts';
import { type InspectedVideo, inspectVideo } from '../src/video-inspection.ts';
import { sniffVideo } from '../src/videos.ts';
import { aac, h264, makeVideo, picture, sound, videoPrograms } from './video-files.ts';

const brokenFiles = 500;
const refusals = ['video_unreadable', 'video_missing', 'video_dimensions', 'video_too_long'];

let folder: string;
const ctx = testContext('media');
let spool: Spool;
let sandbox: Sandbox;
let server: Server;
const requests: string[] = [];
/** The body of the server's responses. */
let served: Buffer = Buffer.alloc(0);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tribus-hostile-'));
  spool = await Spool.open(ctx, join(folder, 'spool'), 100_000_000);
  sandbox = new Sandbox(ctx, videoPrograms);
  server = createServer(({ url = '' }, res) => {
    requests.push(url);
    res.end(served);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await ctx.close();
  await rm(folder, { recursive: true });
});

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Inspects a file as the service does, with this type or the sniffed one; returns the code of a refusal. */
function inspected(bytes: Buffer, type?: VideoType): Promise<InspectedVideo | string> {
  return spool.withFile(async (file) => {
    await file.append(bytes);
    await file.close();
    const sniffed = type ?? (await sniffVideo(file.path));
    if (!sniffed) return 'video_type_refused';
    const input = { path: file.path, type: sniffed };
    return spool.withFolder((own) => inspectVideo({ sandbox }, input, own)).catch(codeOf);
  });
}

/** Whether ffprobe describes what is at a path, alone, before any other check: its output, or why it has none. */
async function described(path: string, type: VideoType = 'video/mp4'): Promise<string> {
  const work = async (folder: string) => {
    const limits = { maxMs: 60_000, maxOutputBytes: 1_048_576 };
    const output = await sandbox.run({ program: 'ffprobe', args: probeArguments({ path, type }), folder, ...limits });
    return output.toString();
  };
  return spool.withFolder(work).catch((error) => {
    if (error instanceof ProgramFailure) return error.why;
    throw error;
  });
}

/** A refusal; anything else fails the test. */
function codeOf(error: unknown): string {
  if (error instanceof AppError && error.status < 500) return error.code;
  throw error;
}

/** Files that an upload has left, in the folder of the process. */
const leftFiles = async (): Promise<string[]> => readdir(await spoolFolder());

async function spoolFolder(): Promise<string> {
  const [own = ''] = await readdir(join(folder, 'spool'));
  return join(folder, 'spool', own);
}

const ftyp = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');

test('a playlist, alone or behind the first bytes of an mp4 file, reads neither other files nor the network', async () => {
  const secret = join(await spoolFolder(), 'secret.mp4');
  await writeFile(secret, await makeVideo([...picture(), ...h264]));
  for (const lines of [
    ['#EXTM3U', '#EXT-X-TARGETDURATION:1', '#EXTINF:1,', `${address()}/segment.ts`, '#EXT-X-ENDLIST'],
    ['#EXTM3U', '#EXTINF:1,', `file://${secret}`, '#EXT-X-ENDLIST'],
    ['ffconcat version 1.0', "file 'secret.mp4'"],
    ['<?xml version="1.0"?><MPD><Period><BaseURL>', `${address()}/dash`, '</BaseURL></Period></MPD>'],
  ]) {
    const text = Buffer.from(lines.join('\n'));
    expect(await inspected(text)).toBe('video_type_refused');
    expect(await inspected(Buffer.concat([ftyp, text]))).toBe('video_unreadable');
    // Even if its bytes were taken for those of a video.
    expect(await inspected(text, 'video/mp4')).toBe('video_unreadable');
    expect(await inspected(text, 'video/webm')).toBe('video_unreadable');
  }
  await rm(secret);
  expect(requests).toEqual([]);
});

test('a list of files is described as none of them, whatever its name', async () => {
  const own = await spoolFolder();
  await writeFile(join(own, 'secret.mp4'), await makeVideo([...picture(), ...h264]));
  for (const [name, lines] of [
    ['list', ['ffconcat version 1.0', "file 'secret.mp4'", '']],
    ['list.m3u8', ['#EXTM3U', '#EXT-X-TARGETDURATION:1', '#EXTINF:1,', 'secret.mp4', '#EXT-X-ENDLIST', '']],
  ] as const) {
    await writeFile(join(own, name), lines.join('\n'));
    for (const type of ['video/mp4', 'video/webm'] as const)
      expect([name, await described(join(own, name), type)]).toEqual([name, 'exit']);
    await rm(join(own, name));
  }
  await rm(join(own, 'secret.mp4'));
});

test('only the listed decoders work: a picture of any other format has no size', async () => {
  const video = await makeVideo([...picture(), '-c:v', 'ffv1', '-f', 'mov']);
  expect(await inspected(video, 'video/mp4')).toBe('video_unreadable');
  const path = join(folder, 'other-format');
  await writeFile(path, video);
  expect(await described(path)).not.toContain('"pix_fmt"');
  await rm(path);
});

/** The record by which a `dref` box names another file: an alias with the parts of its path. */
function alias(path: string): Buffer {
  const target = Buffer.from(`v${path.replaceAll('/', ':')}`);
  const record = Buffer.alloc(166);
  record.write('alis', 4);
  // The name of the volume, that of the file, and the absolute path.
  record.write('\x01v', 22, 'latin1');
  record.write('\x05other', 62, 'latin1');
  record.writeUInt16BE(2, 162);
  record.writeUInt16BE(target.length, 164);
  const padding = Buffer.alloc(target.length % 2);
  const whole = Buffer.concat([record, target, padding, Buffer.from('ffff0000', 'hex')]);
  whole.writeUInt32BE(whole.length);
  return whole;
}

/** The same file without samples, which are at the same positions of another file. */
function referring(video: Buffer, entry: Buffer): Buffer {
  const own = Buffer.from('0000000c75726c2000000001', 'hex');
  const start = video.indexOf(own, video.indexOf('dref'));
  const rest = video.subarray(start + own.length, video.indexOf('mdat') + 4);
  const grown = Buffer.concat([video.subarray(0, start), entry, rest]);
  for (const box of ['dref', 'dinf', 'minf', 'mdia', 'trak', 'moov']) {
    const size = grown.indexOf(box) - 4;
    grown.writeUInt32BE(grown.readUInt32BE(size) + entry.length - own.length, size);
  }
  return grown;
}

test('references of an mp4 file to other files and addresses are not followed', async () => {
  const video = await makeVideo([...picture(), ...h264, '-movflags', '+faststart']);
  const other = join(folder, 'other');
  await writeFile(other, video);
  expect(await inspected(referring(video, alias(other)))).toBe('video_unreadable');
  // A video, for whoever fetches it.
  served = video;
  const url = Buffer.from(`    url \0\0\0\0${address()}/other\0`, 'latin1');
  url.writeUInt32BE(url.length);
  expect(await inspected(referring(video, url))).toBe('video_unreadable');
  // Not even in place of the file.
  expect(await described(`${address()}/other`)).toBe('exit');
  expect(requests).toEqual([]);
});

/** The same file, in which each frame is the first one: its size, and the start of the chunk that it begins. */
function repeating(video: Buffer): Buffer {
  const copy = Buffer.from(video);
  const sizes = copy.indexOf('stsz') + 16;
  const starts = copy.indexOf('stco') + 12;
  for (const entries of [sizes, starts])
    for (let index = 1; index < copy.readUInt32BE(entries - 4); index += 1)
      copy.writeUInt32BE(copy.readUInt32BE(entries), entries + index * 4);
  return copy;
}

test('a small file whose frames are the same bytes many times does not become a large one', async () => {
  const still = ['-f', 'lavfi', '-i', 'color=gray:640x480:r=1:d=100,noise=alls=100:allf=u'];
  const video = await makeVideo([...still, ...sound(100), ...h264, ...aac, '-crf', '1', '-movflags', '+faststart']);
  expect(await inspected(video)).toMatchObject({ width: 640 });
  expect(await inspected(repeating(video))).toBe('video_unreadable');
});

test('a file that takes longer than its limit of time is refused for good', async () => {
  const slow = Object.assign(Object.create(ctx), { timeLimits: { ...ctx.timeLimits, factor: 0 } });
  const video = await makeVideo([...picture(), ...h264]);
  const path = join(folder, 'slow');
  await writeFile(path, video);
  const work = (own: string) =>
    inspectVideo({ sandbox: new Sandbox(slow, videoPrograms) }, { path, type: 'video/mp4' }, own);
  await expect(spool.withFolder(work)).rejects.toMatchObject({ code: 'video_too_slow', status: 400 });
});

test('a video without room for its copy is not refused for good', async () => {
  const path = join(folder, 'larger-than-the-disk');
  await writeFile(path, await makeVideo([...picture(), ...h264]));
  const { bavail, bsize } = await statfs(folder);
  await truncate(path, bavail * bsize + 1_073_741_824);
  const probe = { streams: [{ index: 0, codec_type: 'video' }], format: { duration: 1 } };
  const work = (own: string) => stripMetadata({ sandbox }, { path, type: 'video/mp4' }, { probe, folder: own });
  await expect(spool.withFolder(work)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  await rm(path);
});

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

const damages: ((bytes: Buffer, next: () => number) => Buffer)[] = [
  (bytes, next) => bytes.subarray(0, next() % bytes.length),
  (bytes, next) => {
    for (let count = 0; count < 8; count += 1) bytes[next() % bytes.length] = next() >>> 24;
    return bytes;
  },
  // Sizes and counts of boxes.
  (bytes, next) => {
    for (let count = 0; count < 3; count += 1) bytes.writeUInt32BE(next(), 24 + (next() % 900));
    return bytes;
  },
  (bytes, next) => {
    const start = next() % bytes.length;
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + (next() % 400))]);
  },
  (bytes, next) => {
    const start = next() % bytes.length;
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(next() % bytes.length), bytes.subarray(start)]);
  },
];

test(`each of ${brokenFiles} damaged files is refused or shown, and leaves no process and no file`, async () => {
  const small = picture({ size: '32x18', rate: 4 });
  const seeds = await Promise.all([
    makeVideo([...small, ...h264, '-movflags', '+faststart']),
    makeVideo([...small, ...sound(), ...h264, ...aac]),
    makeVideo([...small, '-c:v', 'libvpx', '-b:v', '50k'], 'webm'),
  ]);
  const random = numbers(20_260);
  const next = () => random.next().value;
  const files = Array.from({ length: brokenFiles }, (_, index) => {
    const damage = damages[index % damages.length];
    return damage?.(Buffer.from(seeds[index % seeds.length] ?? ''), next) ?? Buffer.alloc(0);
  });
  const outcomes: string[] = [];
  const queue = files.values();
  const worker = async () => {
    for (const file of queue) {
      const outcome = await inspected(file);
      outcomes.push(typeof outcome === 'string' ? outcome : 'shown');
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  expect(outcomes.length).toBe(brokenFiles);
  expect(outcomes.filter((outcome) => ![...refusals, 'video_type_refused', 'shown'].includes(outcome))).toEqual([]);
  expect(outcomes.filter((outcome) => outcome === 'video_unreadable').length).toBeGreaterThan(50);
  expect(await leftFiles()).toEqual([]);
  expect(await runningPrograms()).toEqual([]);
});

/** The command lines of video programs that work on files of this test. */
async function runningPrograms(): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(folder) && /ff(mpeg|probe)/.test(line));
}
