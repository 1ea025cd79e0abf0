import { join } from 'node:path';
import { Readable } from 'node:stream';
import { uploadRequest } from '@tribus/community/media-uploads.ts';
import { type Calls, connect } from '@tribus/kit/grpc/client.ts';
import { internalHeader } from '@tribus/kit/http/app.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { InternalTokens, visitorActor } from '@tribus/kit/runtime/actor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import type { Blobs } from '@tribus/kit/storage/blob-store.ts';
import { openBlobs } from '@tribus/kit/storage/blobs.ts';
import { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import { bootService, TestClock, type TestService, testContext, testSecret } from '@tribus/kit/testing/service.ts';
import { testStores } from '@tribus/kit/testing/stores.ts';
import { MediaServiceService, type StoredObject, type UploadMeta } from '@tribus/proto/media/v1/service.ts';
import { media } from '../src/service.ts';
import { type MediaStore, openMediaStore } from '../src/store/store.ts';
import type { MediaDb } from '../src/store/tables.ts';

const usual: UploadMeta = {
  purpose: 'post',
  ownerId: 'ana',
  visibility: 'public',
  collection: '',
  maxBytes: 0,
  originalName: 'a.jpg',
};

interface Replica {
  fetch(path: string): Promise<Response>;
  stop(): Promise<void>;
}

/** Media over a real database and real blobs, with both at hand. */
export interface Bench {
  service: TestService;
  clock: TestClock;
  rpc: Calls<MediaServiceService>;
  urls: MediaUrls;
  ctx: Context;
  store: MediaStore;
  blobs: Blobs;
  postgres: Postgres<MediaDb>;
  upload(bytes: Buffer, more?: Partial<UploadMeta>): Promise<StoredObject>;
  /** The answer that a browser gets. */
  fetch(path: string, init?: { method?: string; headers?: Record<string, string> }): Promise<Response>;
  /** Starts another replica over the same stores. */
  startReplica(): Promise<Replica>;
  /** The keys of all rows and of all blobs. */
  keys(): Promise<{ rows: string[]; files: string[] }>;
  close(): Promise<void>;
}

export async function openBench(): Promise<Bench> {
  const stores = await testStores();
  const clock = new TestClock();
  const objects = await stores.objects();
  const env = { ...stores.env, ...objects.env };
  const service = await bootService(media, env, clock);
  const ctx = testContext('peer', clock);
  const migrations = join(import.meta.dirname, '..', 'migrations');
  const postgres = await openPostgres<MediaDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
  const rpc = connect(ctx, MediaServiceService, 'media', service.grpcAddress);
  const blobs = await openBlobs(ctx, objects.where);
  return {
    service,
    clock,
    rpc,
    urls: new MediaUrls(testSecret),
    ctx,
    store: openMediaStore(postgres),
    blobs,
    postgres,
    async upload(bytes, more = {}) {
      const { object } = await rpc.upload(uploadRequest({ ...usual, ...more }, Readable.from([bytes])));
      if (!object) throw new Error('the answer has no object');
      return object;
    },
    fetch: (path, init) => fetchFrom(service, path, init),
    async startReplica() {
      const replica = await bootService(media, env, clock);
      return { fetch: (path) => fetchFrom(replica, path), stop: () => replica.stop() };
    },
    async keys() {
      const rows = await postgres.db.selectFrom('objects').select('key').orderBy('key').execute();
      const files: string[] = [];
      for await (const { key } of blobs.list('')) files.push(key);
      return { rows: rows.map(({ key }) => key), files: files.toSorted() };
    },
    async close() {
      await service.stop();
      await ctx.close();
      await stores.drop();
    },
  };
}

function fetchFrom(
  { httpUrl }: TestService,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const token = new InternalTokens(testSecret).sign(visitorActor(), 'media');
  return fetch(`${httpUrl}${path}`, { method, headers: { [internalHeader]: token, ...headers } });
}
