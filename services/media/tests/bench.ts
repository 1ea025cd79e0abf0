import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { uploadRequest } from '@tribus/community/media-uploads.ts';
import { Secrets } from '@tribus/community/secrets.ts';
import { IdentityStub } from '@tribus/community/testing/identity-stub.ts';
import { InternalTokens, serviceActor, visitorActor } from '@tribus/kit/core/actor.ts';
import type { Clock } from '@tribus/kit/core/clock.ts';
import type { Env } from '@tribus/kit/core/config.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import type { TimeLimits } from '@tribus/kit/core/time-limits.ts';
import { internalHeader } from '@tribus/kit/http/app.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import type { Blobs } from '@tribus/kit/storage/blob-store.ts';
import { openBlobs } from '@tribus/kit/storage/blobs.ts';
import { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import { openServiceBench, openTestStores } from '@tribus/kit/testing/bench.ts';
import { TestClock, type TestService, testSecret } from '@tribus/kit/testing/service.ts';
import { AuditRecorded, MediaFailed, MediaProgress, MediaReady } from '@tribus/proto/media/v1/events.ts';
import {
  MediaServiceService,
  type StoreArchiveRequest,
  type StoredObject,
  type UploadMeta,
} from '@tribus/proto/media/v1/service.ts';
import { ObjectStores } from '../src/object-stores.ts';
import { media, mediaWith } from '../src/service.ts';
import { type MediaStore, openMediaStore } from '../src/store/store.ts';
import type { MediaDb } from '../src/store/tables.ts';
import { ownerDigest } from '../src/store/uploads.ts';

export const usual: UploadMeta = {
  purpose: 'post',
  ownerId: 'ana',
  visibility: 'public',
  collection: '',
  maxBytes: 0,
  originalName: 'a.jpg',
};

/** The key for the secrets of the bench's service. */
export const settingsKey = 'the-settings-key-of-media';

const events = [AuditRecorded, MediaFailed, MediaProgress, MediaReady];

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** Media with a real database and real blobs, and direct access to both. */
export async function openBench(
  more: Env = {},
  limits?: Parameters<typeof mediaWith>[0],
  timeLimits: Partial<TimeLimits> = {},
) {
  const clock = new TestClock();
  const definition = limits ? mediaWith(limits) : media;
  const stores = await openTestStores(definition);
  const objects = await stores.objects();
  const env: Env = { ...objects.env, SETTINGS_KEY: settingsKey, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1', ...more };
  const identityStub = new IdentityStub();
  const peers = { identity: identityStub };
  const bench = await openServiceBench(definition, { stores, env, clock, peers, timeLimits, events });
  const { service, peer: ctx } = bench;
  const migrations = join(import.meta.dirname, '..', 'migrations');
  const postgres = await openPostgres<MediaDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
  const blobs = await openBlobs(ctx, objects.where);
  const store = openMediaStore(postgres);
  const rpc = bench.rpc(MediaServiceService);
  return {
    ...bench,
    identityStub,
    clock,
    rpc,
    urls: new MediaUrls(testSecret),
    ctx,
    store,
    blobs,
    ...openStores(ctx, store, blobs, env),
    env,
    postgres,
    async upload(bytes: Buffer, more: Partial<UploadMeta> = {}): Promise<StoredObject> {
      const { object } = await rpc.upload(uploadRequest({ ...usual, ...more }, Readable.from([bytes])));
      if (!object) throw new Error('the response has no object');
      return object;
    },
    /** Stores a personal data export as identity does, for an hour. */
    storeArchive: (ownerId: string, ...texts: string[]) =>
      rpc.storeArchive(archiveOf(clock, ownerId, ...texts), identity),
    deleteArchives: (ownerId: string) => rpc.deleteArchives({ ownerId }, identity),
    /** Fetches a path as a browser does. */
    fetch: (path: string, init?: FetchOptions) => fetchFrom(service, path, init),
    /** Starts another replica over the same stores. */
    async startReplica() {
      const replica = await bench.startReplica();
      const { httpUrl } = replica;
      return { httpUrl, fetch: (path: string) => fetchFrom(replica, path), stop: () => replica.stop() };
    },
    /** The keys of all rows and of all blobs. */
    keys: () => storedKeys(postgres, blobs),
  };
}

async function storedKeys({ db }: Postgres<MediaDb>, blobs: Blobs): Promise<{ rows: string[]; files: string[] }> {
  const rows = await db.selectFrom('objects').select('key').orderBy('key').execute();
  const files: string[] = [];
  for await (const { key } of blobs.list('')) files.push(key);
  return { rows: rows.map(({ key }) => key), files: files.toSorted() };
}

/** Adds uploads of a user at a given time. */
export async function addUploads(
  { db }: Postgres<MediaDb>,
  ownerId: string,
  { count, at }: { count: number; at: Date },
): Promise<void> {
  const line = () => ({ id: randomUUID(), ownerDigest: ownerDigest(ownerId), uploadedAt: at });
  await db
    .insertInto('uploads')
    .values(Array.from({ length: count }, line))
    .execute();
}

/** The object stores, built as in the service. */
function openStores(ctx: Context, store: MediaStore, environment: Blobs, env: Env) {
  const secrets = new Secrets(settingsKey);
  const allowedHosts = (env.OUTBOUND_ALLOWED_HOSTS ?? '').split(',');
  return { secrets, objectStores: new ObjectStores({ ctx, store, secrets, environment, allowedHosts }) };
}

export const identity = { actor: serviceActor('identity') };

export async function* archiveOf(
  clock: Clock,
  ownerId: string,
  ...texts: string[]
): AsyncGenerator<StoreArchiveRequest> {
  const expiresAt = new Date(clock.now().getTime() + hourMs).toISOString();
  yield { part: { $case: 'meta', value: { ownerId, expiresAt } } };
  for (const text of texts) yield { part: { $case: 'chunk', value: Buffer.from(text) } };
}

interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

function fetchFrom(
  { httpUrl }: TestService,
  path: string,
  { headers = {}, ...more }: FetchOptions = {},
): Promise<Response> {
  const token = new InternalTokens(testSecret).sign(visitorActor(), 'media');
  return fetch(`${httpUrl}${path}`, { ...more, headers: { [internalHeader]: token, ...headers } });
}
