import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { MediaFailed } from '@tribus/proto/media/v1/events.ts';
import { sql } from 'kysely';
import { type Bench, openBench } from './bench.ts';
import { conversionsOn } from './conversion-bench.ts';
import { makeVideo, picture, videoPrograms } from './video-files.ts';

let bench: Bench;
let folder: string;
let full: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tribus-full-'));
  full = join(folder, 'full');
  const ffmpeg = join(folder, 'ffmpeg');
  // As ffmpeg does, a conversion fails while the disk is full.
  const message = 'Error writing trailer of optimised.mp4: No space left on device';
  const failing = `case "$*" in *libx264*) [ ! -e '${full}' ] || { echo '${message}' >&2; exit $(cat '${full}'); };; esac`;
  await writeFile(ffmpeg, `#!/bin/sh\n${failing}\nexec '${videoPrograms.ffmpeg}' "$@"\n`);
  await chmod(ffmpeg, 0o755);
  bench = await openBench({ FFMPEG_PATH: ffmpeg });
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true });
});

const { publish, reported } = conversionsOn(() => bench);

/** More than a file has that cannot be converted. */
const failedAttempts = 4;

test.each([
  ['is reported as a failure', '1'],
  ['only the end of the file meets', '0'],
])('after a full disk that %s, a conversion waits until there is room again', async (_what, exitCode) => {
  const { db } = bench.postgres;
  await writeFile(full, exitCode);
  const { key } = await publish(await makeVideo([...picture(), '-c:v', 'mpeg4', '-q:v', '2']));
  const waiting = sql<{ attempts: number }>`
    select attempts from graphile_worker.jobs where task_identifier = 'convertVideo' and locked_at is null`;
  const dueNow = sql`
    select graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where task_identifier = 'convertVideo'), run_at => now())`;
  for (let attempt = 1; attempt <= failedAttempts; attempt += 1) {
    const hasFailed = async () => (await waiting.execute(db)).rows.some(({ attempts }) => attempts === attempt);
    await until(hasFailed, `attempt ${attempt} has failed`);
    expect(await bench.events(MediaFailed)).toEqual([]);
    if (attempt === failedAttempts) await rm(full);
    await dueNow.execute(db);
  }
  const { ready, failed } = await reported(key);
  expect([ready.length, failed]).toEqual([1, []]);
  expect(ready[0]).not.toBe(key);
});
