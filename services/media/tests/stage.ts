import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { InternalTokens, visitorActor } from '@tribus/kit/actor.ts';
import { type Blobs, openBlobs } from '@tribus/kit/blobs.ts';
import type { Context } from '@tribus/kit/context.ts';
import { type Calls, connect } from '@tribus/kit/grpc-client.ts';
import { internalHeader } from '@tribus/kit/http-app.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres.ts';
import { MediaUrls } from '@tribus/kit/signed-url.ts';
import { bootService, TestClock, type TestService, testContext, testSecret } from '@tribus/kit/testing/service.ts';
import { testStores } from '@tribus/kit/testing/stores.ts';
import { uploadRequest } from '@tribus/kit/uploads.ts';
import { MediaServiceService, type StoredObject, type UploadMeta } from '@tribus/proto/media/v1/service.ts';
import { media } from '../src/service.ts';
import { type MediaDb, ObjectStore } from '../src/store.ts';

const usual: UploadMeta = { purpose: 'post', ownerId: 'ana', visibility: 'public', maxBytes: 0, originalName: 'a.jpg' };

/** Media over a real database and a folder, and both as its rules see them. */
export interface Stage {
  service: TestService;
  clock: TestClock;
  rpc: Calls<MediaServiceService>;
  urls: MediaUrls;
  ctx: Context;
  store: ObjectStore;
  blobs: Blobs;
  postgres: Postgres<MediaDb>;
  /** Where the bytes lie. */
  folder: string;
  upload(bytes: Buffer, more?: Partial<UploadMeta>): Promise<StoredObject>;
  /** What a browser gets. */
  fetch(path: string, init?: { method?: string; headers?: Record<string, string> }): Promise<Response>;
  /** Keys of rows and of files. */
  left(): Promise<{ rows: string[]; files: string[] }>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const stores = await testStores();
  const clock = new TestClock();
  const dir = join(stores.env.DATA_DIR, 'blobs');
  const service = await bootService(media, { ...stores.env, BLOBS_DIR: dir }, clock);
  const ctx = testContext('sibling', clock);
  const migrations = join(import.meta.dirname, '..', 'migrations');
  const postgres = await openPostgres<MediaDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
  const rpc = connect(ctx, MediaServiceService, 'media', service.grpcAddress);
  const folder = join(dir, 'objects');
  return {
    service,
    clock,
    rpc,
    urls: new MediaUrls(testSecret),
    ctx,
    store: new ObjectStore(postgres),
    blobs: await openBlobs(ctx, { dir }),
    postgres,
    folder,
    async upload(bytes, more = {}) {
      const { object } = await rpc.upload(uploadRequest({ ...usual, ...more }, Readable.from([bytes])));
      if (!object) throw new Error('an answer without an object');
      return object;
    },
    fetch(path, { method = 'GET', headers = {} } = {}) {
      const token = new InternalTokens(testSecret).sign(visitorActor(), 'media');
      return fetch(`${service.httpUrl}${path}`, { method, headers: { [internalHeader]: token, ...headers } });
    },
    async left() {
      const rows = await postgres.sql.selectFrom('objects').select('key').orderBy('key').execute();
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      const keys = files.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
      return { rows: rows.map(({ key }) => key), files: keys.map((path) => path.slice(folder.length + 1)).toSorted() };
    },
    async close() {
      await service.stop();
      await ctx.close();
      await stores.drop();
    },
  };
}
