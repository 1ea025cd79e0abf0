import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { BSON, MongoClient } from 'mongodb';
import type { TestSystem } from './test-system.ts';

const services = ['identity', 'tribes', 'content', 'gamification', 'agents', 'media'];
/** Folders of stores that are asked instead: what they keep of what was deleted is theirs to write over. */
const asked = new Set(['postgres', 'mongodb', 'redis']);

/**
 * Where a text stands in the stores, the files and the logs of the system: `service.schema.table.column`,
 * `database.collection.field`, `redis:key`, `folder/`.
 */
export async function placesOf(own: TestSystem, text: string): Promise<string[]> {
  const inPostgres = await Promise.all(services.map((service) => columnsWith(own, service, text)));
  const folders = await readdir(own.dataDir);
  const inFiles = await Promise.all(
    folders.filter((name) => !asked.has(name)).map((name) => foldersWith(own.dataDir, name, text)),
  );
  return [
    ...inPostgres.flat(),
    ...(await fieldsWith(own, text)),
    ...(await keysWith(own, text)),
    ...inFiles.flat(),
  ].sort();
}

/** What tells the databases and keys of one test system from those of another says nothing here. */
const withoutNamespace = (name: string): string => name.replace(/^test_[0-9a-f]{8}_?/, '');

async function columnsWith(own: TestSystem, service: string, text: string): Promise<string[]> {
  const tables = await own.sql(
    service,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const hex = Buffer.from(text).toString('hex');
  const found: string[] = [];
  // One after the other: all tables at once would be more connections than a database takes.
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

/** Within binaries, too. */
async function fieldsWith({ system }: TestSystem, text: string): Promise<string[]> {
  const client = await MongoClient.connect(system.stores.urls.mongodb);
  try {
    const { databases } = await client.db('admin').admin().listDatabases();
    const places = new Set<string>();
    for (const { name } of databases)
      for (const collection of await client.db(name).collections())
        for await (const document of collection.find())
          for (const [field, value] of Object.entries(document))
            if (Buffer.from(BSON.serialize({ value })).includes(text))
              places.add(`${withoutNamespace(name)}.${collection.collectionName}.${field}`);
    return [...places];
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
    const places = await Promise.all(
      keys.map(async (key) => {
        const type = await redis.type(key);
        // It ended meanwhile.
        if (type === 'none') return [];
        const readIt = read[type];
        if (!readIt) throw new Error(`nobody looks into ${type}`);
        return JSON.stringify([key, await readIt(key)]).includes(text)
          ? [`redis:${withoutNamespace(key).replace(text, '')}`]
          : [];
      }),
    );
    return places.flat();
  } finally {
    redis.disconnect();
  }
}

async function foldersWith(dataDir: string, folder: string, text: string): Promise<string[]> {
  const root = join(dataDir, folder);
  const files = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        const content = await readFile(path, 'utf8').catch(() => '');
        return path.includes(text) || content.includes(text);
      }),
  );
  return found.includes(true) ? [`${folder}/`] : [];
}

export const countPictures = async (own: TestSystem): Promise<number> =>
  Number((await own.sql('media', 'select count(*) as count from objects'))[0]?.count);

/** Mails are what was sent before; a system without a mail server keeps them as files. */
const keepsWords = new Set(['mail/']);

/** Where the id of who is gone may stand: a number that leads to nobody. */
const keepsIds = new Set([
  // So that nothing is written for them any more.
  ...['agents', 'content', 'tribes'].map((service) => `${service}.public.gone_actors.actor_id`),
  ...['messaging', 'vibes_realtime'].map((service) => `${service}.gone_actors._id`),
  'gamification.public.gone.id',
  // What was done, for a year.
  'identity.public.audit_log.actor_id',
  'identity.public.audit_log.target_id',
  // What they said to others, under no name; the place of a comment under which others replied.
  'content.public.comments.author_id',
  'messaging.chat_messages.userId',
  'messaging.direct_messages.conversation',
  'messaging.direct_messages.fromUserId',
  ...['_id', 'lastMessage', 'people'].map((field) => `messaging.direct_conversations.${field}`),
  // For which like somebody else has a point.
  'gamification.public.ledger.cause_id',
  // Events, for seven days; they carry ids alone.
  ...['content', 'gamification', 'identity', 'tribes'].flatMap((service) =>
    ['key', 'payload'].map((column) => `${service}.public.outbox.${column}`),
  ),
  ...['messaging', 'vibes_realtime'].flatMap((service) =>
    ['key', 'payload'].map((field) => `${service}.published_events.${field}`),
  ),
  'nats/',
  // Who asked for what, until a log file is full; how often, for a minute.
  'log/',
  'redis:gateway:limit-user:',
]);

/** Where the words or the id of somebody who deleted their account still stand, but must not. */
export async function remainsOf(own: TestSystem, id: string, word: string): Promise<string[]> {
  const [ofWord, ofId] = [await placesOf(own, word), await placesOf(own, id)];
  return [
    ...ofWord.filter((where) => !keepsWords.has(where)),
    ...ofId.filter((where) => !keepsIds.has(where)).map((where) => `id in ${where}`),
  ];
}
