import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { becomes, until } from '@tribus/kit/testing/until.ts';
import { bytesPerMb, partMb } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { halves } from './pictures.ts';
import { UploadClient } from './upload-client.ts';
import { videoPrograms } from './video-files.ts';
import { mp4 } from './videos.ts';

/** A file in two parts: the second has this size. */
const lastBytes = 1_000;
const video = mp4(partMb * bytesPerMb + lastBytes - 24);

let folder: string;
let bench: Bench;
/** ffprobe waits as long as this file exists. */
let gate: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tribus-slots-'));
  gate = join(folder, 'gate');
  const program = join(folder, 'ffprobe');
  const wait = `while [ -e '${gate}' ]; do sleep 0.05; done`;
  await writeFile(program, `#!/bin/sh\nPATH=/usr/bin:/bin\n${wait}\nexec '${videoPrograms.ffprobe}' "$@"\n`);
  await chmod(program, 0o700);
  await writeFile(gate, '');
  bench = await openBench({ FFPROBE_PATH: program });
});
afterEach(async () => {
  await bench.close();
  await rm(folder, { recursive: true });
});

/** Sends all but the last part; resolves to a function that sends it. */
async function almostSent(client: UploadClient): Promise<() => ReturnType<UploadClient['patch']>> {
  const path = await client.create(video.length);
  const start = video.length - lastBytes;
  expect((await client.patch(path, 0, video.subarray(0, start))).status).toBe(204);
  return () => client.patch(path, start, video.subarray(start));
}

const newClient = () => new UploadClient(bench.service, person());
/** Resolves when these numbers of videos are being read and are waiting. */
const inspections = (working: number, waiting: number) =>
  until(async () => {
    const page = await bench.service.metrics.registry.metrics();
    const of = (state: string) => Number(page.match(`media_inspections\\{.*state="${state}".*\\} (\\d+)`)?.[1]);
    return of('working') === working && of('waiting') === waiting;
  }, `${working} videos are being read, and ${waiting} wait`);
const spooled = (bytes: number) => becomes(bench.service, 'media_spool_bytes', bytes);

test('one user reads one video at a time; a waiting file is not on the disk, and pictures do not wait', async () => {
  const ana = newClient();
  const lasts = [await almostSent(ana), await almostSent(ana), await almostSent(ana)];
  const sent = lasts.map((send) => send());
  await inspections(1, 0);
  const beto = await almostSent(newClient());
  const eva = await almostSent(newClient());
  sent.push(beto());
  await inspections(2, 0);
  sent.push(eva());
  await inspections(2, 1);
  await spooled(2 * video.length + sent.length * lastBytes);
  const picture = await bench.upload(await halves(20, 10).jpeg().toBuffer(), { ownerId: 'eva' });
  expect(picture.contentType).toBe('image/webp');
  await rm(gate);
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(sent.length).fill(204));
  await spooled(0);
});

/** The number of finished requests, with a response or without. */
const requestsOver = () => bench.service.logged.filter((line) => JSON.parse(line).msg === 'request').length;

test('a video whose request ends while it waits is not read, and its last part is sent again', async () => {
  const ana = newClient();
  const path = await ana.create(video.length);
  const start = video.length - lastBytes;
  expect((await ana.patch(path, 0, video.subarray(0, start))).status).toBe(204);
  const inspected = (await almostSent(ana))();
  await spooled(video.length + lastBytes);
  const disconnect = await ana.sendPart(path, start, video.subarray(start), lastBytes);
  await spooled(video.length + 2 * lastBytes);
  const before = requestsOver();
  disconnect();
  await until(() => requestsOver() === before + 1, 'media has noticed the end of the request');
  await rm(gate);
  expect((await inspected).status).toBe(204);
  await spooled(0);
  expect(await ana.head(path)).toMatchObject({ offset: start });
  expect(await ana.patch(path, start, video.subarray(start))).toMatchObject({ status: 204, offset: video.length });
});
