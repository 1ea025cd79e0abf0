import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { uploadRequest } from '@tribus/community/media-uploads.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import type { Blobs } from '@tribus/kit/storage/blob-store.ts';
import { openBlobs } from '@tribus/kit/storage/blobs.ts';
import { runScheduled } from '@tribus/kit/testing/jobs.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { sql } from 'kysely';
import type { MediaDb } from '../src/store/tables.ts';
import { identity, usual } from './bench.ts';
import { type MediaProcess, startMediaProcess } from './media-process.ts';
import { h264, makeVideo, picture, videoPrograms } from './video-files.ts';

const ctx = testContext('peer');
let stores: TestStores;
let postgres: Postgres<MediaDb>;
let env: Record<string, string>;
let blobs: Blobs;
let folder: string;
const processes: MediaProcess[] = [];

beforeAll(async () => {
  const migrations = join(import.meta.dirname, '..', 'migrations');
  stores = await testStores({ migrations });
  const objects = await stores.objects();
  blobs = await openBlobs(ctx, objects.where);
  env = { ...stores.env, ...objects.env, UPLOAD_DIR: join(stores.env.DATA_DIR, 'uploads') };
  postgres = await openPostgres<MediaDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
  folder = await mkdtemp(join(tmpdir(), 'tribus-stripping-'));
});
afterAll(async () => {
  for (const each of processes) await each.kill('SIGTERM');
  await ctx.close();
  await stores.drop();
  await rm(folder, { recursive: true });
});

async function start(more: Record<string, string> = {}): Promise<MediaProcess> {
  const media = await startMediaProcess(ctx, { ...env, ...more });
  processes.push(media);
  return media;
}

/** An ffmpeg that waits while the file `gate` exists, and writes the file `begun` when it begins to wait. */
async function gatedProgram(): Promise<{ path: string; gate: string; begun: string }> {
  const [path, gate, begun] = ['ffmpeg', 'gate', 'begun'].map((name) => join(folder, name)) as [string, string, string];
  const wait = `if [ -e '${gate}' ]; then : > '${begun}'; while [ -e '${gate}' ]; do sleep 0.05; done; fi`;
  await writeFile(path, `#!/bin/sh\nPATH=/usr/bin:/bin\n${wait}\nexec '${videoPrograms.ffmpeg}' "$@"\n`);
  await chmod(path, 0o700);
  return { path, gate, begun };
}

const stateOf = async (key: string) =>
  (await postgres.db.selectFrom('objects').select('metadata').where('key', '=', key).executeTakeFirst())?.metadata;

const bytesAt = async ({ rpc }: MediaProcess, key: string) =>
  (await rpc.readObject({ key, offset: 0 }, identity)).chunk;

test('when a process is killed while it removes metadata the video is served, and another one continues', async () => {
  const { path, gate, begun } = await gatedProgram();
  const first = await start({ FFMPEG_PATH: path });
  const original = await makeVideo([...picture(), '-metadata', 'comment=Casa', ...h264]);
  const { object } = await first.rpc.upload(uploadRequest({ ...usual, purpose: 'landing' }, Readable.from([original])));
  const key = object?.key ?? '';
  await first.rpc.keepObjects({ keys: [key] });
  await blobs.delete([key]);
  await blobs.put(key, original, { contentType: 'video/mp4', size: original.length });
  const earlier = { metadata: null, sizeBytes: original.length };
  await postgres.db.updateTable('objects').set(earlier).where('key', '=', key).execute();

  await writeFile(gate, '');
  await sql`select from graphile_worker.add_job('stripEarlierVideos', '{}'::json)`.execute(postgres.db);
  await until(
    () =>
      readFile(begun).then(
        () => true,
        () => false,
      ),
    'the removal has begun',
  );
  await first.kill('SIGKILL');
  expect(await stateOf(key)).toBe('removing');
  await sql`update job_workers set alive_until = now() - interval '1 second'`.execute(postgres.db);
  const second = await start({ FFMPEG_PATH: path });
  expect((await bytesAt(second, key)).equals(original)).toBe(true);
  await rm(gate);
  await until(async () => (await stateOf(key)) === 'removed', 'the metadata are removed');
  const stored = await bytesAt(second, key);
  expect([stored.length > 0, stored.includes('Casa'), original.includes('Casa')]).toEqual([true, false, true]);
  await runScheduled(postgres.db, 'stripEarlierVideos');
  expect(await stateOf(key)).toBe('removed');
});
