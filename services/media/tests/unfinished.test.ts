import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { MediaServiceService, UploadMeta, UploadRequest } from '@tribus/proto/media/v1/service.ts';
import { sql } from 'kysely';
import { uploadsAnHour, uploadsAtOnce } from '../limits.ts';
import { Spool } from '../src/spool.ts';
import type { MediaDb } from '../src/store/tables.ts';
import { addUploads } from './bench.ts';
import { type MediaProcess, startMediaProcess } from './media-process.ts';
import { halves } from './pictures.ts';

const mb = 1_048_576;
const ctx = testContext('peer');
let stores: TestStores;
let postgres: Postgres<MediaDb>;
let jpeg: Buffer;
let uploadDir: string;
let env: Record<string, string>;
let media: MediaProcess;

beforeAll(async () => {
  const migrations = join(import.meta.dirname, '..', 'migrations');
  stores = await testStores({ migrations });
  const objects = await stores.objects();
  uploadDir = join(stores.env.DATA_DIR, 'uploads');
  env = { ...stores.env, ...objects.env, UPLOAD_DIR: uploadDir };
  jpeg = await halves(20, 10).jpeg().toBuffer();
  postgres = await openPostgres<MediaDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
  media = await startMediaProcess(ctx, env);
});
afterAll(async () => {
  await media.kill('SIGTERM');
  await ctx.close();
  await stores.drop();
});

/** An upload whose sender pauses before the end until `finish` or `breakOff`. */
class Unfinished {
  #resume: () => void = () => undefined;
  readonly #paused = new Promise<void>((resolve) => {
    this.#resume = resolve;
  });
  /** `stored`, or the error code. */
  readonly result: Promise<string>;
  #brokenOff = false;

  constructor(rpc: Calls<MediaServiceService>, ownerId: string, bytes: Buffer) {
    this.result = rpc.upload(this.#messages(ownerId, bytes)).then(
      () => 'stored',
      (error) => error.code ?? error.message,
    );
  }

  async *#messages(ownerId: string, bytes: Buffer): AsyncGenerator<UploadRequest> {
    const value: UploadMeta = {
      purpose: 'post',
      ownerId,
      visibility: 'public',
      collection: '',
      maxBytes: 0,
      originalName: 'a.jpg',
    };
    yield { part: { $case: 'meta', value } };
    for (let from = 0; from < bytes.length; from += 65_536)
      yield { part: { $case: 'chunk', value: bytes.subarray(from, from + 65_536) } };
    // A message is sent once the next one is known.
    yield { part: { $case: 'chunk', value: Buffer.alloc(0) } };
    await this.#paused;
    if (this.#brokenOff) throw new Error('the sender disconnected');
  }

  finish(): Promise<string> {
    this.#resume();
    return this.result;
  }

  breakOff(): Promise<string> {
    this.#brokenOff = true;
    return this.finish();
  }
}

const begin = (ownerId: string, bytes = jpeg) => new Unfinished(media.rpc, ownerId, bytes);
const spooled = () => media.metric('media_spool_bytes');
const reservations = async (ownerId: string) =>
  (await postgres.db.selectFrom('reservations').selectAll().where('ownerId', '=', ownerId).execute()).length;

async function filesIn(dir: string): Promise<{ path: string; mode: number; isFolder: boolean }[]> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  return Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path, mode: (await stat(path)).mode & 0o777, isFolder: entry.isDirectory() };
    }),
  );
}

test('forty unfinished uploads are on disk, readable by no other user, and not in memory', async () => {
  const bytes = Buffer.alloc(5 * mb, 7);
  // One upload first, so that the memory for decoding is not part of the measurement.
  expect(await begin('ana-0').finish()).toBe('stored');
  const before = await media.metric('process_resident_memory_bytes');
  const uploads = Array.from({ length: 40 }, (_, index) => begin(`ana-${index % 4}`, bytes));
  await until(async () => (await spooled()) === 40 * bytes.length, 'all bytes are received', 90_000);
  const grown = ((await media.metric('process_resident_memory_bytes')) - before) / mb;
  // They are 200 MB. Some tens of megabytes of received chunks remain until the garbage collector runs.
  expect(grown).toBeLessThan(100);
  const files = await filesIn(uploadDir);
  expect(files.filter(({ isFolder }) => isFolder).map(({ mode }) => mode)).toEqual([0o700]);
  expect(files.filter(({ isFolder }) => !isFolder).map(({ mode }) => mode)).toEqual(Array(40).fill(0o600));
  expect((await stat(uploadDir)).mode & 0o777).toBe(0o700);

  const results = await Promise.all(uploads.map((upload, index) => (index % 2 ? upload.finish() : upload.breakOff())));
  expect(results.filter((result) => result === 'file_type_refused')).toHaveLength(20);
  await until(async () => (await spooled()) === 0, 'all files are removed');
  expect((await filesIn(uploadDir)).filter(({ isFolder }) => !isFolder)).toEqual([]);
  await until(async () => (await reservations('ana-0')) === 0, 'all reservations are deleted');
});

test('one user has a limited number of concurrent uploads, and other users are not delayed', async () => {
  const uploads = Array.from({ length: 3 * uploadsAtOnce }, () => begin('beto'));
  const refused: string[] = [];
  for (const upload of uploads) void upload.result.then((result) => refused.push(result));
  await until(() => refused.length === 2 * uploadsAtOnce, 'the uploads beyond the limit are refused');
  expect([new Set(refused), await reservations('beto')]).toEqual([new Set(['too_many_requests']), uploadsAtOnce]);
  expect(await begin('clara').finish()).toBe('stored');
  const results = await Promise.all(uploads.map((upload) => upload.finish()));
  expect(results.filter((result) => result === 'stored')).toHaveLength(uploadsAtOnce);
  expect([await begin('beto').finish(), await reservations('beto')]).toEqual(['stored', 0]);
});

test('concurrent uploads do not exceed the hourly quota', async () => {
  expect(await begin('dora').finish()).toBe('stored');
  await addUploads(postgres, 'dora', { count: uploadsAnHour - 3, at: new Date() });
  const results = await Promise.all(Array.from({ length: 8 }, () => begin('dora').finish()));
  expect(results.toSorted()).toEqual([...Array(2).fill('stored'), ...Array(6).fill('too_many_requests')]);
});

test('a killed process leaves no file behind, and its reservations end with their lease', async () => {
  const uploads = Array.from({ length: uploadsAtOnce }, () => begin('elena'));
  await until(async () => (await spooled()) === uploadsAtOnce * jpeg.length, 'all bytes are received');
  await media.kill('SIGKILL');
  for (const upload of uploads) expect(await upload.breakOff()).not.toBe('stored');
  expect((await filesIn(uploadDir)).length).toBeGreaterThan(uploadsAtOnce);

  media = await startMediaProcess(ctx, env);
  expect(await filesIn(uploadDir)).toMatchObject([{ isFolder: true }]);
  expect(await begin('elena').finish()).toBe('too_many_requests');
  // Ends the lease of two minutes.
  const past = sql<Date>`expires_at - interval '121 seconds'`;
  await postgres.db.updateTable('reservations').set({ expiresAt: past }).execute();
  expect(await begin('elena').finish()).toBe('stored');
});

test('all unfinished uploads share one size limit, and a finished one frees its bytes', async () => {
  const parent = join(stores.env.DATA_DIR, 'small');
  await mkdir(parent);
  const spool = await Spool.open(ctx, parent, 1_000);
  const refusal = spool.withFile(async (first) => {
    await first.append(Buffer.alloc(600));
    await spool.withFile((second) => second.append(Buffer.alloc(401)));
  });
  await expect(refusal).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  await spool.withFile((file) => file.append(Buffer.alloc(1_000)));
  await spool.withFile((file) => file.append(Buffer.alloc(1_000)));
  expect((await filesIn(parent)).filter(({ isFolder }) => !isFolder)).toEqual([]);
});
