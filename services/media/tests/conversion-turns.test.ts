import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { jobsAtOnce } from '@tribus/kit/jobs/worker.ts';
import { jobsDone, runScheduled } from '@tribus/kit/testing/jobs.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { MediaReady } from '@tribus/proto/media/v1/events.ts';
import { sql } from 'kysely';
import { conversionsAtOnce } from '../src/conversions.ts';
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

const startedJobs = async (): Promise<number> => {
  const { rows } = await sql`
    select from graphile_worker.jobs where task_identifier = 'convertVideo' and locked_at is not null`.execute(
    bench.postgres.db,
  );
  return rows.length;
};
const started = () => until(async () => (await startedJobs()) === conversionsAtOnce, 'conversions have begun');
const mpeg4Video = () => makeVideo([...picture(), '-c:v', 'mpeg4', '-q:v', '2']);

/** Lets all conversions begin; resolves to the keys of the videos in the order of their ends. */
async function convertedAll(): Promise<string[]> {
  const opened = await open(gate, 'r+');
  await opened.write('\n'.repeat(100));
  await jobsDone(bench.postgres.db, 'convertVideo');
  await opened.close();
  return (await bench.events(MediaReady)).map(({ key }) => key);
}

test('a sweep does not wait for conversions, however many there are, and each of them is carried out', async () => {
  const video = await mpeg4Video();
  const keys: string[] = [];
  while (keys.length < jobsAtOnce + 2) keys.push((await publish(video)).key);
  await started();
  await runScheduled(bench.postgres.db, 'sweepMedia');
  expect(await bench.events(MediaReady)).toEqual([]);
  expect((await convertedAll()).toSorted()).toEqual(keys.toSorted());
});

test('the videos of one member do not delay that of another who publishes later', async () => {
  const [ana, beto, video] = [person(), person(), await mpeg4Video()];
  const earlier = (await bench.events(MediaReady)).length;
  const keys: string[] = [];
  while (keys.length < conversionsAtOnce + 3) keys.push((await publish(video, {}, ana)).key);
  await started();
  const other = await publish(video, {}, beto);
  const converted = (await convertedAll()).slice(earlier);
  expect(converted.toSorted()).toEqual([...keys, other.key].toSorted());
  // It begins as soon as one of those ends that had begun before it.
  expect(converted.indexOf(other.key)).toBeLessThan(2 * conversionsAtOnce);
});
