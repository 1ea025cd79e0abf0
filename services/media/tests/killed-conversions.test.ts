import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { MediaFailed, MediaProgress, MediaReady } from '@tribus/proto/media/v1/events.ts';
import { sql } from 'kysely';
import type { MediaDb } from '../src/store/tables.ts';
import { longVideo, progressOf } from './conversion-bench.ts';
import { type MediaProcess, startMediaProcess } from './media-process.ts';
import { UploadClient } from './upload-client.ts';

const ctx = testContext('peer');
let stores: TestStores;
let postgres: Postgres<MediaDb>;
let env: Record<string, string>;
const processes: MediaProcess[] = [];

beforeAll(async () => {
  const migrations = join(import.meta.dirname, '..', 'migrations');
  stores = await testStores({ migrations });
  env = { ...stores.env, ...(await stores.objects()).env, UPLOAD_DIR: join(stores.env.DATA_DIR, 'uploads') };
  postgres = await openPostgres<MediaDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
});
afterAll(async () => {
  for (const each of processes) await each.kill('SIGTERM');
  await ctx.close();
  await stores.drop();
});

async function start(): Promise<MediaProcess> {
  const media = await startMediaProcess(ctx, env);
  processes.push(media);
  return media;
}

/** Uploads a video and claims it as a post does; resolves to its key. */
async function publish({ httpUrl, rpc }: MediaProcess, bytes: Buffer): Promise<string> {
  const ana = person();
  const client = new UploadClient({ httpUrl }, ana);
  const path = await client.create(bytes.length);
  expect((await client.patch(path, 0, bytes)).status).toBe(204);
  const { objects } = await rpc.claimUploads({
    ownerId: ana.id,
    uploadIds: [path.split('/').at(-1) ?? ''],
    claimId: 'post 1',
    visibility: 'public',
    collection: '',
  });
  const key = objects[0]?.key ?? '';
  await rpc.keepObjects({ keys: [key] });
  return key;
}

async function emitted() {
  const { rows } = await sql<{ type: string; payload: Buffer }>`select type, payload from outbox order by seq`.execute(
    postgres.db,
  );
  const of = <E>({ $type, decode }: { $type: string; decode(bytes: Uint8Array): E }): E[] =>
    rows.filter(({ type }) => type === $type).map(({ payload }) => decode(payload));
  return { ready: of(MediaReady), progress: of(MediaProgress), failed: of(MediaFailed) };
}

const stateOf = async (key: string) =>
  (await postgres.db.selectFrom('objects').select('processing').where('key', '=', key).executeTakeFirst())?.processing;

test('when a process is killed while it converts a video, another one continues', async () => {
  const first = await start();
  const key = await publish(first, await longVideo());
  await until(async () => (await progressOf(postgres, key)) >= 50, 'half of it is converted');
  await first.kill('SIGKILL');
  const [state, reached] = [await stateOf(key), await progressOf(postgres, key)];
  expect([state, (await emitted()).ready]).toEqual(['processing', []]);
  // Its lease has expired.
  await sql`update job_workers set alive_until = now() - interval '1 second'`.execute(postgres.db);
  const second = await start();
  await until(async () => (await stateOf(key)) === 'ready', 'the conversion has ended');
  const { ready, progress, failed } = await emitted();
  expect([ready.map((event) => event.key), failed]).toEqual([[key], []]);
  const percents = progress.map(({ percent }) => percent);
  expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b));
  expect([percents.length <= 10, percents.filter((percent) => percent > reached).length > 0]).toEqual([true, true]);
  const { objects } = await second.rpc.getObjects({ keys: [key, ready[0]?.replacementKey ?? ''] });
  expect(objects).toMatchObject([
    { width: 1280, processing: 'ready' },
    { width: 1280, processing: 'ready' },
  ]);
});
