import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, copyFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Collection, MongoClient } from 'mongodb';
import { type MongoServer, startMongo } from './server.ts';
import { afterTest, clearUp, connect, failure, openMongo, plain, temporaryDirectory } from './testing/fixture.ts';

afterEach(clearUp);

async function restart(server: MongoServer, client: MongoClient, dir: string) {
  await client.close();
  await server.stop();
  return openMongo({ dir });
}

test('documents, indexes and collections persist over a restart', async () => {
  const dir = await temporaryDirectory();
  const { server, client, things, db } = await openMongo({ dir });
  await things.createIndex({ k: 1 }, { unique: true });
  await things.createIndex({ old: 1 });
  await things.insertMany([1, 2, 3].map((k) => ({ k })));
  await things.updateOne({ k: 1 }, { $set: { v: 'x' } });
  await things.deleteOne({ k: 2 });
  await things.dropIndex('old_1');
  await db.createCollection('empty');
  await db.collection('gone').insertOne({});
  await db.collection('gone').drop();
  const again = await restart(server, client, dir);
  expect(plain(await again.things.find().toArray())).toEqual([{ k: 1, v: 'x' }, { k: 3 }]);
  expect((await again.things.indexes()).map(({ name }) => name)).toEqual(['_id_', 'k_1']);
  expect(await failure(again.things.insertOne({ k: 3 }))).toMatchObject({ code: 11000 });
  expect((await again.db.listCollections().toArray()).map(({ name }) => name).sort()).toEqual(['empty', 'things']);
});

test('an incomplete tail is cut off and everything before it is read', async () => {
  const dir = await temporaryDirectory();
  const log = join(dir, 'data.log');
  const first = await startMongo({ dir });
  const { client, things } = await connect(first.url);
  await things.insertMany([{ k: 1 }, { k: 2 }]);
  const { size: good } = await stat(log);
  await things.insertOne({ k: 3 });
  await client.close();
  await first.stop();
  const { size: whole } = await stat(log);
  const original = join(dir, 'original');
  await copyFile(log, original);
  for (const [damage, expected] of [
    [() => truncate(log, whole - 1), [1, 2]],
    [() => truncate(log, good + 3), [1, 2]],
    [() => appendFile(log, Buffer.alloc(100)), [1, 2, 3]],
    [() => appendFile(log, Buffer.from('garbage that is no frame at all')), [1, 2, 3]],
    [() => flip(log, whole - 5), [1, 2]],
  ] as const) {
    await copyFile(original, log);
    await damage();
    const server = await startMongo({ dir });
    const again = await connect(server.url);
    expect((await again.things.find().toArray()).map(({ k }) => k)).toEqual(expected);
    await again.things.insertOne({ k: 4 });
    const after = await restart(server, again.client, dir);
    expect(await after.things.countDocuments()).toBe(expected.length + 1);
    await after.server.stop();
  }
});

async function flip(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  await writeFile(path, bytes);
}

test('a file of another format is not changed', async () => {
  const dir = await temporaryDirectory();
  await writeFile(join(dir, 'data.log'), 'my diary, page one');
  await expect(startMongo({ dir })).rejects.toThrow('is not a log of this server');
  expect(await readFile(join(dir, 'data.log'), 'utf8')).toBe('my diary, page one');
});

test('the log is compacted when most of it is obsolete, while clients continue to write', async () => {
  const dir = await temporaryDirectory();
  const log = join(dir, 'data.log');
  const { server, client, things } = await openMongo({ dir, compactFrom: 50_000 });
  await things.createIndex({ k: 1 }, { unique: true });
  const writers = Array.from({ length: 8 }, async (_, k) => {
    for (let n = 1; n <= 150; n++) {
      await things.updateOne({ k }, { $set: { n, filling: 'x'.repeat(200) } }, { upsert: true });
      if (n % 10 === 0) await things.insertOne({ k: `${k}/${n}` });
    }
  });
  await Promise.all(writers);
  await until(async () => (await stat(log)).size < 100_000, 'the log is short again');
  const again = await restart(server, client, dir);
  expect(await again.things.countDocuments({ n: 150 })).toBe(8);
  expect(await again.things.countDocuments()).toBe(8 + 8 * 15);
  expect(await failure(again.things.insertOne({ k: 3 }))).toMatchObject({ code: 11000 });
  expect(await readdir(dir)).toEqual(expect.not.arrayContaining(['data.log.new']));
});

test('documents that were not read since the start survive a compaction', async () => {
  const dir = await temporaryDirectory();
  const { server, client, things } = await openMongo({ dir, compactFrom: 20_000 });
  await things.createIndex({ k: 1 }, { unique: true });
  await things.insertMany(Array.from({ length: 50 }, (_, k) => ({ k, at: new Date(k), list: [k, { deep: `${k}` }] })));
  const stored = await things.find({ k: { $lt: 50 } }).toArray();
  await client.close();
  await server.stop();
  const next = await openMongo({ dir, compactFrom: 20_000 });
  for (let n = 0; n < 40; n++)
    await next.things.updateOne({ k: 'hot' }, { $set: { n, filling: 'x'.repeat(2000) } }, { upsert: true });
  await until(async () => (await stat(join(dir, 'data.log'))).size < 20_000, 'the log is short again');
  const last = await restart(next.server, next.client, dir);
  expect(await last.things.find({ k: { $lt: 50 } }).toArray()).toEqual(stored);
  expect(await last.things.countDocuments({ k: 'hot', n: 39 })).toBe(1);
});

test('two servers cannot share a directory, and a stale lock is replaced', async () => {
  const dir = await temporaryDirectory();
  const { server } = await openMongo({ dir });
  await expect(startMongo({ dir })).rejects.toThrow('is in use by another server');
  await server.stop();
  const stale = { pid: process.pid, began: 'another boot', token: 'x' };
  await writeFile(join(dir, 'lock'), JSON.stringify(stale));
  const next = await startMongo({ dir });
  await next.stop();
  expect(await readdir(dir)).toEqual(['data.log']);
});

test('a failed start on a port in use releases the directory', async () => {
  const dir = await temporaryDirectory();
  const { server } = await openMongo();
  await expect(startMongo({ dir, port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const next = await startMongo({ dir });
  await next.stop();
});

const SERVER = fileURLToPath(new URL('./testing/server-process.ts', import.meta.url));

async function spawnServer(command: string, args: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  afterTest(async () => child.kill('SIGKILL'));
  const [url] = await once(createInterface(child.stdout), 'line');
  return { child, url };
}

test('a server killed while it writes loses no acknowledged write', async () => {
  const dir = await temporaryDirectory();
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    const { child, url } = await spawnServer(process.execPath, ['--no-warnings', SERVER, dir]);
    const { things, client } = await connect(url);
    const ended = once(child, 'exit');
    const writers = Array.from({ length: 6 }, (_, writer) =>
      writeUntilItEnds(things, `${round}/${writer}`, acknowledged),
    );
    const target = acknowledged.length + 300;
    await until(() => acknowledged.length > target, 'three hundred writes are acknowledged');
    child.kill('SIGKILL');
    await ended;
    await client.close();
    await Promise.all(writers);
  }
  const { things } = await openMongo({ dir });
  const stored = new Set((await things.find().toArray()).map(({ name }) => name));
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  const counters = await things.find({ latest: { $exists: true } }).toArray();
  for (const { name, latest } of counters)
    expect(acknowledged.filter((other) => other.startsWith(`${name}#`)).length).toBeLessThanOrEqual(latest);
});

/** Inserts documents and counts them in another, until the server has ended. */
async function writeUntilItEnds(things: Collection, writer: string, acknowledged: string[]): Promise<void> {
  for (let n = 1; ; n++) {
    try {
      await things.updateOne({ name: writer }, { $set: { latest: n } }, { upsert: true });
      await things.insertOne({ name: `${writer}#${n}`, filling: 'x'.repeat(100) });
    } catch {
      return;
    }
    acknowledged.push(`${writer}#${n}`);
  }
}

test('the client gets an error on a full disk, and only acknowledged writes persist', async () => {
  const dir = await temporaryDirectory();
  // A limit on file size simulates a full disk: with the signal ignored, the write fails.
  const limited = `trap '' XFSZ; ulimit -f 200; exec "$0" --no-warnings "$1" "$2"`;
  const { child, url } = await spawnServer('sh', ['-c', limited, process.execPath, SERVER, dir]);
  const { things, client } = await connect(url);
  await things.createIndex({ k: 1 }, { unique: true });
  const stored: number[] = [];
  let error: unknown;
  for (let k = 0; error === undefined; k++) {
    await things.insertOne({ k, filling: 'x'.repeat(5000) }).then(
      () => stored.push(k),
      (reason: unknown) => {
        error = reason;
      },
    );
  }
  expect(error).toMatchObject({ code: 14031, codeName: 'OutOfDiskSpace' });
  const seen = async (collection: Collection) => (await collection.find().sort({ k: 1 }).toArray()).map(({ k }) => k);
  expect(await seen(things)).toEqual(stored);
  const parallel = await Promise.allSettled([
    things.updateOne({ k: 0 }, { $set: { filling: 'y'.repeat(9000) } }),
    things.deleteMany({ k: { $gt: 0 } }).then(() => things.insertOne({ filling: 'z'.repeat(9000) })),
    things.insertOne({ k: 1000, filling: 'x'.repeat(9000) }),
  ]);
  expect(parallel.some(({ status }) => status === 'rejected')).toBe(true);
  const state = await seen(things);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await client.close();
  expect(await seen((await openMongo({ dir })).things)).toEqual(state);
});
