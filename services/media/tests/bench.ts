import { join } from 'node:path';
import { Readable } from 'node:stream';
import { uploadRequest } from '@tribus/community/media-uploads.ts';
import { internalHeader } from '@tribus/kit/http/app.ts';
import { openPostgres } from '@tribus/kit/postgres/postgres.ts';
import { InternalTokens, visitorActor } from '@tribus/kit/runtime/actor.ts';
import { openBlobs } from '@tribus/kit/storage/blobs.ts';
import { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import { openServiceBench } from '@tribus/kit/testing/bench.ts';
import { TestClock, type TestService, testSecret } from '@tribus/kit/testing/service.ts';
import { testStores } from '@tribus/kit/testing/stores.ts';
import { MediaServiceService, type StoredObject, type UploadMeta } from '@tribus/proto/media/v1/service.ts';
import { media } from '../src/service.ts';
import { openMediaStore } from '../src/store/store.ts';
import type { MediaDb } from '../src/store/tables.ts';

const usual: UploadMeta = {
  purpose: 'post',
  ownerId: 'ana',
  visibility: 'public',
  collection: '',
  maxBytes: 0,
  originalName: 'a.jpg',
};

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** Media over a real database and real blobs, with both at hand. */
export async function openBench() {
  const clock = new TestClock();
  const stores = await testStores();
  const objects = await stores.objects();
  const bench = await openServiceBench(media, { stores, env: objects.env, clock });
  const { service, peer: ctx } = bench;
  const migrations = join(import.meta.dirname, '..', 'migrations');
  const postgres = await openPostgres<MediaDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
  const blobs = await openBlobs(ctx, objects.where);
  const rpc = bench.rpc(MediaServiceService);
  return {
    ...bench,
    clock,
    rpc,
    urls: new MediaUrls(testSecret),
    ctx,
    store: openMediaStore(postgres),
    blobs,
    postgres,
    async upload(bytes: Buffer, more: Partial<UploadMeta> = {}): Promise<StoredObject> {
      const { object } = await rpc.upload(uploadRequest({ ...usual, ...more }, Readable.from([bytes])));
      if (!object) throw new Error('the answer has no object');
      return object;
    },
    /** The answer that a browser gets. */
    fetch: (path: string, init?: FetchOptions) => fetchFrom(service, path, init),
    /** Starts another replica over the same stores. */
    async startReplica() {
      const replica = await bench.startReplica();
      return { fetch: (path: string) => fetchFrom(replica, path), stop: () => replica.stop() };
    },
    /** The keys of all rows and of all blobs. */
    async keys(): Promise<{ rows: string[]; files: string[] }> {
      const rows = await postgres.db.selectFrom('objects').select('key').orderBy('key').execute();
      const files: string[] = [];
      for await (const { key } of blobs.list('')) files.push(key);
      return { rows: rows.map(({ key }) => key), files: files.toSorted() };
    },
  };
}

interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
}

function fetchFrom(
  { httpUrl }: TestService,
  path: string,
  { method = 'GET', headers = {} }: FetchOptions = {},
): Promise<Response> {
  const token = new InternalTokens(testSecret).sign(visitorActor(), 'media');
  return fetch(`${httpUrl}${path}`, { method, headers: { [internalHeader]: token, ...headers } });
}
