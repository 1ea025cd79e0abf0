import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runScheduled } from '@tribus/kit/testing/jobs.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { MediaReady } from '@tribus/proto/media/v1/events.ts';
import { sql } from 'kysely';
import { type Bench, openBench } from './bench.ts';
import { conversionsOn } from './conversion-bench.ts';
import { makeVideo, picture, videoPrograms } from './video-files.ts';

let bench: Bench;
let folder: string;
let gate: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tribus-gate-'));
  gate = join(folder, 'gate');
  await promisify(execFile)('mkfifo', [gate]);
  const ffmpeg = join(folder, 'ffmpeg');
  // A conversion reads a line of the gate before it begins.
  const waiting = `case "$*" in *libx264*) read -r line < '${gate}';; esac`;
  await writeFile(ffmpeg, `#!/bin/sh\n${waiting}\nexec '${videoPrograms.ffmpeg}' "$@"\n`);
  await chmod(ffmpeg, 0o755);
  bench = await openBench({ FFMPEG_PATH: ffmpeg });
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true });
});

const { publish } = conversionsOn(() => bench);

/** More conversions than jobs that run at once. */
const videos = 6;

test('a sweep does not wait for conversions, however many there are, and each of them is carried out', async () => {
  const { db } = bench.postgres;
  const video = await makeVideo([...picture(), '-c:v', 'mpeg4', '-q:v', '2']);
  const keys: string[] = [];
  for (let count = 0; count < videos; count += 1) keys.push((await publish(video)).key);
  const startedJobs = sql`
    select from graphile_worker.jobs where task_identifier = 'convertVideo' and locked_at is not null`;
  await until(async () => (await startedJobs.execute(db)).rows.length > 0, 'a conversion has begun');
  await runScheduled(db, 'sweepMedia');
  expect(await bench.events(MediaReady)).toEqual([]);

  const opened = await open(gate, 'r+');
  await opened.write('\n'.repeat(100));
  const dueNow = sql`
    select graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where task_identifier = 'convertVideo'), run_at => now())`;
  const remaining = sql`select from graphile_worker.jobs where task_identifier = 'convertVideo'`;
  await until(async () => {
    await dueNow.execute(db);
    return (await remaining.execute(db)).rows.length === 0;
  }, 'all conversions have ended');
  await opened.close();
  const converted = (await bench.events(MediaReady)).map(({ key }) => key);
  expect(converted.toSorted()).toEqual(keys.toSorted());
});
