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
import { type MediaDb, ObjectStore } from '../src/store.ts';

const usual: UploadMeta = {
  purpose: 'post',
  ownerId: 'ana',
  visibility: 'public',
  collection: '',
  maxBytes: 0,
  originalName: 'a.jpg',
};

interface Copy {
  fetch(path: string): Promise<Response>;
  stop(): Promise<void>;
}

/** Media over a real database and real objects, and both as its rules see them. */
export interface Stage {
  service: TestService;
  clock: TestClock;
  rpc: Calls<MediaServiceService>;
  urls: MediaUrls;
  ctx: Context;
  store: ObjectStore;
  blobs: Blobs;
  postgres: Postgres<MediaDb>;
  upload(bytes: Buffer, more?: Partial<UploadMeta>): Promise<StoredObject>;
  /** What a browser gets. */
  fetch(path: string, init?: { method?: string; headers?: Record<string, string> }): Promise<Response>;
  /** Another copy of the service over the same stores. */
  bootCopy(): Promise<Copy>;
  /** Keys of rows and of objects. */
  left(): Promise<{ rows: string[]; files: string[] }>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const stores = await testStores();
  const clock = new TestClock();
  const objects = await stores.objects();
  const env = { ...stores.env, ...objects.env };
  const service = await bootService(media, env, clock);
  const ctx = testContext('sibling', clock);
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
    store: new ObjectStore(postgres),
    blobs,
    postgres,
    async upload(bytes, more = {}) {
      const { object } = await rpc.upload(uploadRequest({ ...usual, ...more }, Readable.from([bytes])));
      if (!object) throw new Error('an answer without an object');
      return object;
    },
    fetch: (path, init) => fetchFrom(service, path, init),
    async bootCopy() {
      const copy = await bootService(media, env, clock);
      return { fetch: (path) => fetchFrom(copy, path), stop: () => copy.stop() };
    },
    async left() {
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
