import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { BSON, MongoClient } from 'mongodb';
import { filesBelow } from './stored-data.ts';
import type { TestSystem } from './test-system.ts';

const services = ['identity', 'tribes', 'content', 'gamification', 'agents', 'media'];
/** Stores that are queried instead of their files, because they overwrite deleted data in their own time. */
const queriedStores = new Set(['postgres', 'mongodb', 'redis']);

/**
 * Returns the locations of a text in the stores, files and logs of the system: `service.schema.table.column`,
 * `database.collection.field`, `redis:key`, `folder/`.
 */
export async function locationsOf(own: TestSystem, text: string): Promise<string[]> {
  const inPostgres = await Promise.all(services.map((service) => columnsWith(own, service, text)));
  const folders = await readdir(own.dataDir);
  const inFiles = await Promise.all(
    folders.filter((name) => !queriedStores.has(name)).map((name) => foldersWith(own.dataDir, name, text)),
  );
  return [
    ...inPostgres.flat(),
    ...(await fieldsWith(own, text)),
    ...(await keysWith(own, text)),
    ...inFiles.flat(),
  ].sort();
}

/** Removes the prefix that separates the databases and keys of test systems. */
const withoutNamespace = (name: string): string => name.replace(/^test_[0-9a-f]{8}_?/, '');

async function columnsWith(own: TestSystem, service: string, text: string): Promise<string[]> {
  const tables = await own.sql(
    service,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const hex = Buffer.from(text).toString('hex');
  const found: string[] = [];
  // One after the other: all tables concurrently would exceed the connections of a database.
  for (const { name } of tables) {
    const columns = await own.sql(
      service,
      `select distinct field.name from ${name} as stored, jsonb_each_text(to_jsonb(stored)) as field (name, content)
       where field.content like any ($1)`,
      [[`%${text}%`, `%${hex}%`]],
    );
    found.push(...columns.map((column) => `${service}.${name}.${column.name}`));
  }
  return found;
}

/** Returns the fields of all MongoDB documents that contain the text, also within binary values. */
async function fieldsWith({ system }: TestSystem, text: string): Promise<string[]> {
  const client = await MongoClient.connect(system.stores.urls.mongodb);
  try {
    const { databases } = await client.db('admin').admin().listDatabases();
    const locations = new Set<string>();
    for (const { name } of databases)
      for (const collection of await client.db(name).collections())
        for await (const document of collection.find())
          for (const [field, value] of Object.entries(document))
            if (Buffer.from(BSON.serialize({ value })).includes(text))
              locations.add(`${withoutNamespace(name)}.${collection.collectionName}.${field}`);
    return [...locations];
  } finally {
    await client.close();
  }
}

async function keysWith({ system }: TestSystem, text: string): Promise<string[]> {
  const redis = new Redis(system.stores.urls.redis);
  const read: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, '0', '-1'),
    list: (key) => redis.lrange(key, 0, -1),
  };
  try {
    const keys = await redis.keys('*');
    const locations = await Promise.all(
      keys.map(async (key) => {
        const type = await redis.type(key);
        // The key has expired since it was listed.
        if (type === 'none') return [];
        const readValue = read[type];
        if (!readValue) throw new Error(`unsupported key type ${type}`);
        return JSON.stringify([key, await readValue(key)]).includes(text)
          ? [`redis:${withoutNamespace(key).replace(text, '')}`]
          : [];
      }),
    );
    return locations.flat();
  } finally {
    redis.disconnect();
  }
}

async function foldersWith(dataDir: string, folder: string, text: string): Promise<string[]> {
  // Not of a file, nor of a folder that is gone.
  const paths = await filesBelow(join(dataDir, folder)).catch(() => []);
  const found = await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(path, 'utf8').catch(() => '');
      return path.includes(text) || content.includes(text);
    }),
  );
  return found.includes(true) ? [`${folder}/`] : [];
}

export const countPictures = async (own: TestSystem): Promise<number> =>
  Number((await own.sql('media', 'select count(*) as count from objects'))[0]?.count);

/** Returns the paths of all stored blobs, in the order of their names. */
export const storedBlobs = async (own: TestSystem): Promise<string[]> =>
  (await filesBelow(join(own.dataDir, 'media', 'objects'))).sort();

/** Mails were sent before; a system without a mail server saves them as files. */
const allowedForText = new Set(['mail/']);

/** Locations location the id of a deleted account may remain: it references no account. */
const allowedForIds = new Set([
  // Prevents new data for the deleted account.
  ...['agents', 'content', 'tribes'].map((service) => `${service}.public.gone_actors.actor_id`),
  ...['messaging', 'vibes_realtime'].map((service) => `${service}.gone_actors._id`),
  'gamification.public.gone.id',
  // The audit log, for a year.
  'identity.public.audit_log.actor_id',
  'identity.public.audit_log.target_id',
  // The user of an agent.
  'identity.public.audit_log.after',
  // Content in others' conversations, without a name; the parent of others' replies.
  'content.public.comments.author_id',
  'messaging.chat_messages.userId',
  'messaging.direct_messages.conversation',
  'messaging.direct_messages.fromUserId',
  ...['_id', 'lastMessage', 'people'].map((field) => `messaging.direct_conversations.${field}`),
  // The like for which another person has a point.
  'gamification.public.ledger.cause_id',
  // Events, for seven days; they contain only ids.
  ...['agents', 'content', 'gamification', 'identity', 'tribes'].flatMap((service) =>
    ['key', 'payload'].map((column) => `${service}.public.outbox.${column}`),
  ),
  ...['messaging', 'vibes_realtime'].flatMap((service) =>
    ['key', 'payload'].map((field) => `${service}.published_events.${field}`),
  ),
  'nats/',
  // Access logs until rotation; rate limits for a minute.
  'log/',
  'redis:gateway:limit-user:',
]);

/** Returns the locations that still contain the text or the id of a deleted account, but must not. */
export async function remainsOf(own: TestSystem, id: string, text: string): Promise<string[]> {
  const [ofText, ofId] = [await locationsOf(own, text), await locationsOf(own, id)];
  return [
    ...ofText.filter((location) => !allowedForText.has(location)),
    ...ofId.filter((location) => !allowedForIds.has(location)).map((location) => `id in ${location}`),
  ];
}
