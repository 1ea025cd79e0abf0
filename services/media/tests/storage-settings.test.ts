import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Secrets } from '@tribus/community/secrets.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import { StubBucket } from '@tribus/kit/testing/bucket.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { AuditRecorded } from '@tribus/proto/media/v1/events.ts';
import { aboutStoreSecret } from '../src/object-stores.ts';
import { renewStoreSecrets } from '../src/store-secrets.ts';
import { sweepStores } from '../src/store-sweep.ts';
import { type Bench, openBench, settingsKey } from './bench.ts';
import { machineTimeAhead } from './modified-time.ts';
import { halves } from './pictures.ts';

const path = '/admin/storage-settings';
const admin = userActor('00000000-0000-7000-8000-00000000000a', { role: 'admin' });
const member = userActor('00000000-0000-7000-8000-00000000000b');
const unending = new AbortController().signal;

let bench: Bench;
let bucket: StubBucket;
let other: StubBucket;
let jpeg: Buffer;
beforeAll(async () => {
  bench = await openBench();
  [bucket, other] = [await StubBucket.open(), await StubBucket.open()];
  jpeg = await halves(40, 20).jpeg().toBuffer();
});
afterAll(async () => {
  await bench.close();
  await Promise.all([bucket.close(), other.close()]);
});

const as = () => bench.service.as(admin);
const put = (change: object) => as().put(path, change);
const read = async () => (await as().get(path)).body;
const tried = async () => (await as().post(`${path}/test`)).body;
const settings = (of = bucket) => ({ driver: 's3', ...of.options });
const backToServer = () => put({ endpoint: '' });
const fetched = async (key: string) => (await bench.fetch(`/api/proxy-media?key=${key}`)).status;

test('until an admin chooses a store, the server’s store is used and tested', async () => {
  const { source, driver, environmentDriver } = await read();
  expect([source, driver]).toEqual(['environment', environmentDriver]);
  expect(await tried()).toEqual({ ok: true });
});

test('only admins can read, change and test the storage settings', async () => {
  for (const [actor, status] of [
    [undefined, 401],
    [member, 403],
  ] as const) {
    const person = bench.service.as(actor);
    expect((await person.get(path)).status).toBe(status);
    expect((await person.put(path, settings())).status).toBe(status);
    expect((await person.post(`${path}/test`)).status).toBe(status);
  }
  expect(bucket.keys()).toEqual([]);
});

test('a chosen store is used by every replica at once, and objects stored before remain readable', async () => {
  const replica = await bench.startReplica();
  const before = await bench.upload(jpeg);
  const response = await put(settings());
  const { secretAccessKey: _, ...shown } = settings();
  expect(response).toMatchObject({ status: 200, body: { ...shown, hasSecretAccessKey: true, source: 'settings' } });
  expect((await read()).elsewhere.objects).toBeGreaterThanOrEqual(3);
  const after = await bench.upload(jpeg);
  expect(bucket.keys()).toHaveLength(3);
  expect(bucket.keys().every((key) => key.startsWith('stores/'))).toBe(true);
  for (const { key } of [before, after]) {
    expect(await fetched(key)).toBe(200);
    expect((await replica.fetch(`/api/proxy-media?key=${key}`)).status).toBe(200);
  }
  const range = await bench.fetch(`/api/proxy-media?key=${after.key}`, { headers: { range: 'bytes=8-11' } });
  expect([range.status, await range.text()]).toEqual([206, 'WEBP']);
  await replica.stop();
});

test('the secret is encrypted, and is not in responses, the log or the audit log', async () => {
  await put({ ...settings(other), secretAccessKey: 'secret' });
  const rows = JSON.stringify(await bench.store.stores.all());
  expect(rows).not.toContain('"secret"');
  expect(JSON.stringify(await read())).not.toContain('"secret"');
  const entries = (await bench.events(AuditRecorded)).map(({ entry }) => entry);
  expect(entries.at(-1)).toMatchObject({
    action: 'site_settings_changed',
    actorId: admin.id,
    targetType: 'site',
    targetId: 'storage',
  });
  expect(JSON.parse(entries.at(-1)?.after ?? '{}')).toMatchObject({ endpoint: other.options.endpoint });
  expect(JSON.stringify(entries)).not.toMatch(/"secret"|accessKeyId/);
  expect(bench.service.logged.join('')).not.toContain('"secret"');
  await put(settings());
});

test.each([
  ['the key is unknown', { accessKeyId: 'nobodys' }, 'credentials_refused'],
  ['the secret is wrong', { secretAccessKey: 'wrong' }, 'credentials_refused'],
  ['the region is wrong', { region: 'elsewhere' }, 'credentials_refused'],
  ['there is no such bucket', { bucket: 'nothing' }, 'bucket_missing'],
  ['nothing listens', { endpoint: 'http://127.0.0.1:1' }, 'unreachable'],
  ['there is no such host', { endpoint: 'https://store.invalid' }, 'host_unknown'],
  ['its private host is not allowed', { endpoint: 'https://localhost' }, 'host_not_allowed'],
  ['its private address is not allowed', { endpoint: 'https://10.0.0.8' }, 'host_not_allowed'],
  ['its address is the metadata service of a cloud', { endpoint: 'http://169.254.169.254' }, 'host_not_allowed'],
])('a store is refused and nothing changes when %s', async (_why, change, reason) => {
  const before = await read();
  const { status, body } = await put({ ...settings(), ...change });
  expect([status, body.code]).toEqual([400, `storage_${reason}`]);
  expect(await read()).toEqual(before);
});

test('the test returns why the chosen store no longer works, by its status and not by its text', async () => {
  expect(await tried()).toEqual({ ok: true });
  bucket.readOnly = true;
  expect(await tried()).toEqual({ ok: false, reason: 'access_denied', replyCode: 403 });
  bucket.readOnly = false;
  bucket.changeKey('key', 'rotated');
  expect(await tried()).toEqual({ ok: false, reason: 'credentials_refused', replyCode: 403 });
  expect((await put({ secretAccessKey: 'rotated' })).status).toBe(200);
  expect(await tried()).toEqual({ ok: true });
  expect(bucket.keys().some((key) => key.includes('probe'))).toBe(false);
});

test('a new key for the same bucket keeps the store, and its objects remain readable', async () => {
  const { key } = await bench.upload(jpeg);
  bucket.changeKey('key-2', 'another');
  expect((await put({ accessKeyId: 'key-2', secretAccessKey: 'another' })).status).toBe(200);
  expect(await fetched(key)).toBe(200);
  await backToServer();
  expect((await put(settings())).status).toBe(200);
  expect((await bench.store.stores.all()).filter(({ endpoint }) => endpoint === bucket.options.endpoint)).toHaveLength(
    1,
  );
  expect(await fetched(key)).toBe(200);
});

test('a secret is sent only to the endpoint it was entered for', async () => {
  const { secretAccessKey: _, ...elsewhere } = settings(other);
  const { status, body } = await put(elsewhere);
  expect([status, body.code]).toEqual([400, 'storage_secret_needed']);
  expect((await put({ region: 'us-east-1' })).status).toBe(200);
});

test('invalid settings are refused', async () => {
  for (const change of [
    { endpoint: 'ftp://store.test' },
    { endpoint: 'https://user:password@store.test' },
    { endpoint: 'https://store.test/?x=1' },
    { endpoint: 'store' },
    { bucket: '../tribus' },
    { bucket: 'a' },
    { region: 'eu west' },
    { accessKeyId: 'a\r\nb' },
    { publicBaseUrl: 'javascript:alert(1)' },
    { driver: 'tape' },
  ])
    expect([change, (await put({ ...settings(), ...change })).status]).toEqual([change, 400]);
  await backToServer();
  expect((await put({ driver: 's3', endpoint: bucket.options.endpoint, bucket: '' })).body.code).toBe(
    'storage_incomplete',
  );
});

test('an address below the store’s public one is mapped to its object, and to nothing else', async () => {
  expect((await put({ ...settings(), publicBaseUrl: 'https://cdn.tribus.test/media/' })).body.publicBaseUrl).toBe(
    'https://cdn.tribus.test/media',
  );
  const open = await bench.upload(jpeg);
  const secret = await bench.upload(jpeg, { visibility: 'signed' });
  const at = async (address: string) =>
    (await bench.fetch(`/api/proxy-media?url=${encodeURIComponent(address)}`)).status;
  expect(await at(`https://cdn.tribus.test/media/${open.key}`)).toBe(200);
  expect(await at(`https://cdn.tribus.test/media/${secret.key}`)).toBe(403);
  expect(await at(`https://cdn.tribus.test/media/nothing.webp`)).toBe(404);
  expect(await at(`https://cdn.tribus.test/mediathek/${open.key}`)).toBe(400);
  expect(await at(`https://evil.test/media/${open.key}`)).toBe(400);
});

test('objects are deleted in the store that contains them', async () => {
  await put(settings());
  const { key } = await bench.upload(jpeg);
  const count = bucket.keys().length;
  await backToServer();
  await bench.rpc.deleteObjects({ keys: [key] });
  expect(bucket.keys()).toHaveLength(count - 3);
});

test('a sweep of a chosen bucket deletes only orphans below the store’s own prefix', async () => {
  await put(settings());
  const { id } = (await bench.store.stores.current()) ?? { id: '' };
  const { blobs, prefix } = await bench.objectStores.of(id);
  const lost = `${prefix}post/lost.webp`;
  for (const key of [lost, 'somebody/elses.txt', 'post/somebody-elses.webp'])
    await blobs.put(key, Buffer.from('x'), { contentType: 'text/plain', size: 1 });
  const rows = bucket.keys().filter((key) => key.startsWith(prefix) && key !== lost);
  const now = Date.now();
  const restore = machineTimeAhead(now + 2 * hourMs);
  await sweepStores(bench, unending).finally(restore);
  expect(bucket.keys().toSorted()).toEqual([...rows, 'somebody/elses.txt', 'post/somebody-elses.webp'].toSorted());
});

test('a store that is no longer used is forgotten with its secret once it is empty', async () => {
  await put(settings(other));
  const { id } = (await bench.store.stores.current()) ?? { id: '' };
  const { key } = await bench.upload(jpeg);
  await backToServer();
  bench.clock.advance(2 * dayMs);
  await sweepStores(bench, unending);
  expect((await bench.store.stores.find([id])).size).toBe(1);
  await bench.rpc.deleteObjects({ keys: [key] });
  await sweepStores(bench, unending);
  expect((await bench.store.stores.find([id])).size).toBe(0);
});

test('a rotated SETTINGS_KEY encrypts the secrets again; a secret whose key is missing is unchanged and logged', async () => {
  await put(settings());
  const [current] = (await bench.store.stores.all()).filter(({ leftAt }) => leftAt === null);
  if (!current) throw new Error('no store is chosen');
  const { ctx, store } = bench;
  await renewStoreSecrets({ ctx, store, secrets: new Secrets('another-key') });
  expect((await store.stores.current())?.secretAccessKey).toBe(current.secretAccessKey);
  await renewStoreSecrets({ ctx, store, secrets: new Secrets(`the-key-of-today ${settingsKey}`) });
  const renewed = (await store.stores.current())?.secretAccessKey ?? '';
  const secret = new Secrets('the-key-of-today').decrypt(renewed, aboutStoreSecret(current.id));
  expect(secret).toBe(bucket.options.secretAccessKey);
  // The service of the bench has only the previous key: it reports the store as unavailable and goes on.
  await until(async () => (await tried()).ok === false, 'the replica reads the new secret');
  expect((await backToServer()).status).toBe(200);
  await bench.upload(jpeg);
});
