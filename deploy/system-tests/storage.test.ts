import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { StubBucket } from '@tribus/kit/testing/bucket.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type Person, passwordOf } from './people.ts';
import { png } from './pictures.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

const keys = { INTERNAL_TOKEN_SECRET: 'a-secret-of-this-story-alone', SETTINGS_KEY: 'a-key-of-this-story-alone' };
const settingsPath = '/admin/storage-settings';

let bucket: StubBucket;
let system: TestSystem;
let admin: Person;
beforeAll(async () => {
  bucket = await StubBucket.open();
  system = await startTestSystem({ topology: 'one', env: { ...keys, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' } });
  admin = await system.admin();
});
afterAll(async () => {
  await system.close();
  await bucket.close();
});

const choose = () => admin.put(settingsPath, { driver: 's3', ...bucket.options });

/** Returns the addresses of the pictures of a new post, in all sizes. */
async function publishPictures(author: Person, tribeId: number): Promise<string[]> {
  const post = await author.publish(tribeId, { pictures: [await png(), await png(320, 200, '#0e7490')] });
  await system.settled();
  return JSON.stringify(post).match(/\/api\/proxy-media\?[^"\\]+/g) ?? [];
}

async function bytesAt(person: Person, address: string): Promise<Buffer> {
  const response = await person.fetch(address);
  expect([address, response.status]).toEqual([address, 200]);
  return Buffer.from(await response.arrayBuffer());
}

const allBytes = (person: Person, addresses: readonly string[]) =>
  Promise.all(addresses.map((address) => bytesAt(person, address)));

/** Returns the files of objects in the server's folder. */
async function filesAtServer(): Promise<string[]> {
  const entries = await readdir(join(system.dataDir, 'media', 'objects'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Runs `main.ts move-objects` while the system runs, like an operator in a pod. */
async function startCommand(): Promise<{ child: ChildProcess; ended: Promise<string> }> {
  const { urls } = system.system.stores;
  const [{ name } = { name: '' }] = await system.sql('media', 'select current_database() as name');
  const database = new URL(urls.postgres);
  database.pathname = `/${name}`;
  const env = {
    ...keys,
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    POSTGRES_URL: database.href,
    NATS_URL: urls.nats,
    // The command calls no peer.
    IDENTITY_GRPC: '127.0.0.1:1',
    BLOBS_DIR: join(system.dataDir, 'media'),
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
  };
  const main = join(import.meta.dirname, '../../services/media/src/main.ts');
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, ['--no-warnings', main, 'move-objects'], { env, stdio: [...stdio] });
  const output = child.stdout ? text(child.stdout) : Promise.resolve('');
  return { child, ended: once(child, 'exit').then(() => output) };
}

test('pictures are served across a change of the store, also when a move is killed', async () => {
  const ana = await system.newcomer('ana');
  const { id } = await ana.createTribe(`Archiveras ${ana.id}`);
  const before = await publishPictures(ana, id);
  expect(before.length).toBeGreaterThanOrEqual(2);
  const seenBefore = await allBytes(ana, before);

  expect(await admin.put(settingsPath, { ...bucket.options, driver: 's3', bucket: 'nothing' })).toMatchObject({
    status: 400,
    body: { code: 'storage_bucket_missing', error: 'Ese bucket no existe en el almacén.' },
  });
  const { status, body } = await choose();
  expect([status, body.source, body.hasSecretAccessKey]).toEqual([200, 'settings', true]);
  expect(body.elsewhere.objects).toBe((await filesAtServer()).length);
  expect((await admin.post(`${settingsPath}/test`)).body).toEqual({ ok: true });
  const after = await publishPictures(ana, id);
  expect(bucket.keys().length).toBeGreaterThanOrEqual(6);
  const all = [...before, ...after];
  const seen = [...seenBefore, ...(await allBytes(ana, after))];

  // Killed while the bucket receives an object.
  const blocked = new Promise<() => void>((resolve) => {
    bucket.beforePut = () => new Promise((release) => resolve(release));
  });
  const first = await startCommand();
  const release = await blocked;
  first.child.kill('SIGKILL');
  await first.ended;
  release();
  bucket.beforePut = async () => undefined;
  expect(await allBytes(ana, all)).toEqual(seen);

  expect(await (await startCommand()).ended).toMatch(/objects moved \([\d.]+ MB\), 0 lie elsewhere\./);
  expect([await filesAtServer(), (await admin.read(settingsPath)).elsewhere.objects]).toEqual([[], 0]);
  expect(await allBytes(ana, all)).toEqual(seen);
});

test('the audit log records who changed the store, without the secret', async () => {
  await choose();
  await system.settled();
  const { items } = await admin.read('/admin/audit?target=storage');
  expect(items.at(-1)).toMatchObject({
    action: 'site_settings_changed',
    target: { type: 'site', id: 'storage' },
    before: { driver: 'files' },
    after: { driver: 's3', bucket: bucket.options.bucket },
  });
  expect(JSON.stringify(items)).not.toContain(`"${bucket.options.secretAccessKey}"`);
});

test('a data export is saved in the chosen store, and deleting the account removes its objects from every store', async () => {
  await choose();
  const eva = await system.newcomer('eva');
  const { id } = await eva.createTribe(`Efímeras ${eva.id}`);
  const others = bucket.keys().length;
  const inBucket = await publishPictures(eva, id);
  await admin.put(settingsPath, { driver: 'files' });
  const atServer = await publishPictures(eva, id);
  await choose();
  const stored = bucket.keys().length;
  expect((await eva.post('/auth/me/data-export')).status).toBe(201);
  await until(async () => (await eva.read('/auth/me/data-export')).export.state === 'ready', 'the copy is ready');
  const { url } = (await eva.read('/auth/me/data-export')).export;
  expect((await bytesAt(eva, url)).subarray(0, 2).toString()).toBe('PK');
  expect(bucket.keys().length).toBe(stored + 1);

  await allBytes(eva, [...inBucket, ...atServer]);
  const owned = 'select count(*)::int as n from objects where owner_id = $1';
  expect((await system.sql('media', owned, [eva.id]))[0]?.n).toBeGreaterThanOrEqual(13);
  const deleted = await eva.call('DELETE', '/auth/me/account', { confirmPassword: passwordOf(eva.email) });
  expect(deleted.status).toBe(200);
  await until(async () => (await system.sql('media', owned, [eva.id]))[0]?.n === 0, 'no row is theirs');
  await until(async () => (await filesAtServer()).length === 0, 'nothing of theirs lies at the server');
  await until(async () => bucket.keys().length === others, 'nothing of theirs lies in the bucket');
});
