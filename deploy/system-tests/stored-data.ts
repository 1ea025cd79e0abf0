import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { DataKind } from '@tribus/kit/core/retention.ts';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import type { TestSystem } from './test-system.ts';

/** A key, object, stream or file of a system. */
export interface StoredName {
  kind: DataKind;
  name: string;
  /** Redis keys: time until the expiry; -1 without one. */
  expiresInMs?: number;
}

/** Folders of DATA_DIR whose files belong to a database. */
const databaseFolders = new Set(['postgres', 'mongodb', 'mongod', 'nats', 'redis']);

/** Removes the prefix that separates test systems. */
const withoutNamespace = (name: string): string => name.replace(/^test_[0-9a-f]{8}_?/, '');

/** Returns all Redis keys, objects, streams and files of a system with stores of its own. */
export async function storedNames({ system, dataDir }: TestSystem): Promise<StoredName[]> {
  const named = await Promise.all([
    redisKeys(system.stores.urls.redis),
    streams(system.stores.urls.nats),
    objects(join(dataDir, 'media', 'objects')),
    files(dataDir),
  ]);
  return named.flat();
}

async function redisKeys(url: string): Promise<StoredName[]> {
  const redis = new Redis(url);
  try {
    const found: StoredName[] = [];
    for await (const keys of redis.scanStream())
      for (const key of keys as string[])
        found.push({ kind: 'redis key', name: withoutNamespace(key), expiresInMs: await redis.pttl(key) });
    // -2: expired since it was listed.
    return found.filter(({ expiresInMs }) => expiresInMs !== -2);
  } finally {
    redis.disconnect();
  }
}

async function streams(url: string): Promise<StoredName[]> {
  const nats = await connect({ servers: new URL(url).host });
  try {
    const found: StoredName[] = [];
    for await (const { config } of (await nats.jetstreamManager()).streams.list())
      found.push({ kind: 'stream', name: withoutNamespace(config.name) });
    return found;
  } finally {
    await nats.close();
  }
}

/** Returns the tables of a service, and as `schema.table` those of its libraries. */
export async function tablesOf({ sql }: TestSystem, service: string): Promise<{ own: string[]; library: string[] }> {
  const rows = await sql(
    service,
    `select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const names = rows.map(({ schemaname, tablename }) => ({ schema: String(schemaname), table: String(tablename) }));
  const isOwn = ({ schema, table }: (typeof names)[number]) =>
    schema === 'public' && !/^(kit_)?migrations$/.test(table);
  const [own, library] = [names.filter(isOwn), names.filter((name) => !isOwn(name))];
  return { own: own.map(({ table }) => table), library: library.map(({ schema, table }) => `${schema}.${table}`) };
}

/** Returns the collections by the name of their service. */
export async function collections({ system }: TestSystem): Promise<Map<string, string[]>> {
  const client = await MongoClient.connect(system.stores.urls.mongodb);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    const ofServices = databases.filter(({ name }) => withoutNamespace(name) !== name);
    const found = ofServices.map(async ({ name }): Promise<[string, string[]]> => {
      const listed = await client.db(name).listCollections({}, { nameOnly: true }).toArray();
      return [withoutNamespace(name).replaceAll('_', '-'), listed.map((each) => each.name)];
    });
    return new Map(await Promise.all(found));
  } finally {
    await client.close();
  }
}

/** Records the files that are created from now on in these folders of a system, which may exist for a moment only. */
export function watchFiles({ dataDir }: TestSystem, folders: readonly string[]) {
  const seen = new Set<string>();
  const watchers = folders.map((folder): FSWatcher => {
    const watcher = watch(join(dataDir, folder));
    watcher.on('change', (_event, name) => seen.add(join(folder, String(name))));
    return watcher;
  });
  return {
    files: (): StoredName[] => [...seen].map((name) => ({ kind: 'file', name })),
    close() {
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** Publishes an event that no consumer can decode. */
export async function publishMalformed({ system }: TestSystem, type: string): Promise<void> {
  const nats = await connect({ servers: new URL(system.stores.urls.nats).host });
  try {
    const names: string[] = [];
    for await (const { config } of (await nats.jetstreamManager()).streams.list()) names.push(...config.subjects);
    const stream = names.find((subject) => subject.endsWith(`${type.split('.', 1)[0]}.>`));
    if (!stream) throw new Error(`no stream of ${type}`);
    await nats.jetstream().publish(stream.replace(/[^.]+\.>$/, type), '{');
  } finally {
    await nats.close();
  }
}

const objects = async (folder: string): Promise<StoredName[]> =>
  (await filesBelow(folder)).map((path) => ({ kind: 'object', name: relative(folder, path) }));

/** Returns the files of a data folder; those of databases as one name for each database. */
export async function files(dataDir: string): Promise<StoredName[]> {
  const entries = await readdir(dataDir, { withFileTypes: true });
  const paths = await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isDirectory()) return [entry.name];
      if (databaseFolders.has(entry.name)) return [`${entry.name}/`];
      return (await filesBelow(join(dataDir, entry.name))).map((path) => relative(dataDir, path));
    }),
  );
  return paths.flat().map((name) => ({ kind: 'file', name }));
}

/** Returns the paths of all files below a folder. */
export const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
