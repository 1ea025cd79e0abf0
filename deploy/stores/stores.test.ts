import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { connect, type NatsConnection } from 'nats';
import pg from 'pg';
import { type LocalStores, startStores } from './stores.ts';

let dataDir: string;
let stores: LocalStores;
const start = () => startStores({ dataDir, env: { PATH: process.env.PATH } });
const restart = async (): Promise<void> => {
  await stores.stop();
  stores = await start();
};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tribus-stores-'));
  stores = await start();
});
afterAll(async () => {
  await stores.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('data persists over a restart, except in Redis, which contains only data that can be recreated', async () => {
  await inPostgres(await stores.postgresUrl('kept'), "create table note as select 'hola' as text");
  await withNats(async (nats) => {
    await (await nats.jetstreamManager()).streams.add({ name: 'kept', subjects: ['kept.>'] });
    await nats.jetstream().publish('kept.note', 'hola');
  });
  await withMongo(async (mongo) => {
    await mongo.db('kept').collection('notes').insertOne({ text: 'hola' });
  });
  await withRedis((redis) => redis.set('note', 'hola'));

  await restart();

  expect(await inPostgres(await stores.postgresUrl('kept'), 'select text from note')).toEqual([{ text: 'hola' }]);
  await withNats(async (nats) => {
    const message = await (await nats.jetstreamManager()).streams.getMessage('kept', { seq: 1 });
    expect(message.string()).toBe('hola');
  });
  await withMongo(async (mongo) => {
    expect(await mongo.db('kept').collection('notes').countDocuments({ text: 'hola' })).toBe(1);
  });
  await withRedis(async (redis) => expect(await redis.get('note')).toBeNull());
});

test('Postgres acknowledges a write only when it is on disk', async () => {
  const settings = `select name from pg_settings where setting = 'on'
    and name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name`;
  expect(await inPostgres(stores.urls.postgres, settings)).toEqual([
    { name: 'fsync' },
    { name: 'full_page_writes' },
    { name: 'synchronous_commit' },
  ]);
});

test('a second start on the same data is refused, and the first keeps running', async () => {
  await expect(start()).rejects.toThrow(/in use by another Tribus/);
  expect(await inPostgres(stores.urls.postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a service can connect only to its own database', async () => {
  const [tribes, content] = await Promise.all([stores.postgresUrl('tribes'), stores.postgresUrl('content')]);
  await inPostgres(tribes, 'create table secret (text text)');
  for (const database of ['tribus_tribes', 'postgres', 'template1']) {
    const trespass = Object.assign(new URL(content), { pathname: `/${database}` });
    await expect(inPostgres(trespass.href, 'select 1')).rejects.toThrow(/permission denied for database/);
  }
  await expect(inPostgres(content, 'create role intruder superuser')).rejects.toThrow(/permission denied/);
});

test('concurrent requests for a database return the same one', async () => {
  const urls = await Promise.all(Array.from({ length: 8 }, () => stores.postgresUrl('wanted_by_all')));
  expect(new Set(urls).size).toBe(1);
  expect(await inPostgres(urls[0] ?? '', 'select current_user as role')).toEqual([{ role: 'tribus_wanted_by_all' }]);
});

test('the stores listen on 127.0.0.1 only', async () => {
  const ports = Object.values(stores.urls).map((url) => Number(new URL(url).port));
  const accepts = (host: string) => Promise.all(ports.map((port) => acceptsConnections(host, port)));
  expect(await accepts('127.0.0.1')).toEqual([true, true, true, true]);
  expect(await accepts('127.0.0.2')).toEqual([false, false, false, false]);
});

test('a store with a configured address is used as it is', async () => {
  const { urls } = stores;
  const env = { POSTGRES_URL: urls.postgres, NATS_URL: urls.nats, REDIS_URL: urls.redis, MONGODB_URL: urls.mongodb };
  const configured = await startStores({ dataDir, env });
  expect(configured.urls).toEqual(urls);
  await configured.stop();
  await withRedis((redis) => redis.ping());
});

function acceptsConnections(host: string, port: number): Promise<boolean> {
  const socket = createConnection({ host, port });
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

async function inPostgres(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

async function withNats(work: (nats: NatsConnection) => Promise<void>): Promise<void> {
  const nats = await connect({ servers: stores.urls.nats });
  await work(nats).finally(() => nats.close());
}

async function withMongo(work: (mongo: MongoClient) => Promise<void>): Promise<void> {
  const mongo = await MongoClient.connect(stores.urls.mongodb);
  await work(mongo).finally(() => mongo.close());
}

async function withRedis(work: (redis: Redis) => Promise<unknown>): Promise<void> {
  const redis = new Redis(stores.urls.redis);
  await work(redis).finally(() => redis.disconnect());
}
