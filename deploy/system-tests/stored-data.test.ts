import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { toCamelCase } from '@tribus/kit/postgres/column-names.ts';
import { StubBucket } from '@tribus/kit/testing/bucket.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type DeclaredFamily, declaredFamilies, eventStreams } from '../checks/data-families.ts';
import { definitions } from '../checks/definitions.ts';
import { createMarkedAuthor, succeeded } from './marked-author.ts';
import type { Person } from './people.ts';
import { png } from './pictures.ts';
import { collections, publishMalformed, type StoredName, storedNames, tablesOf, watchFiles } from './stored-data.ts';
import { testWithOwnSystem as test } from './targets.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

/** Compares the declared retention (docs/retention.md) with what a running system has stored. */
let own: TestSystem;
let author: Person;
let bucket: StubBucket;
/** Files and objects that existed for a moment. */
let brief: { files(): StoredName[]; close(): void };
const probes: StoredName[] = [];
const families = declaredFamilies();
const hominini = 38;

/** Not written by a system of tests, with the reason. */
const notHere: Readonly<Record<string, string>> = {
  '{DATA_DIR}/mongodb/**': 'MongoDB is installed, so that the server from npm does not run',
  '{DATA_DIR}/mongod/**': 'MongoDB is not installed, so that the server from npm runs',
  '{DATA_DIR}/demo.json': 'there is no demo',
  '{DATA_DIR}/demo.json.new': 'there is no demo',
  '{DATA_DIR}/demo-story.jsonl': 'there is no demo',
  '{TMPDIR}/tribus-postgres-**': 'outside of the folder; only if Postgres cannot run where npm installed it',
};

beforeAll(async () => {
  bucket = await StubBucket.open();
  own = await startTestSystem({ topology: 'one', ownStores: true, env: { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' } });
  const { author: marked, friend } = await createMarkedAuthor(own, 'conservada');
  author = marked;
  const uploads = (await readdir(join(own.dataDir, 'media/uploads'))).map((folder) => `media/uploads/${folder}`);
  brief = watchFiles(own, ['media/incoming', 'mail', ...uploads]);
  await author.post('/auth/me/data-export');
  const isReady = async () => (await author.read('/auth/me/data-export')).export.state === 'ready';
  await until(isReady, 'the export is ready');
  await uploadEachPurpose(friend);
  await reactToVibe(friend);
  await testStore();
  await publishMalformed(own, 'content.v1.PostPublished');
});
afterAll(async () => {
  brief.close();
  await own.close();
  await bucket.close();
});

async function upload(person: Person, path: string, field: string): Promise<void> {
  const form = new FormData();
  form.append(field, new Blob([Buffer.from(await png(300, 200))]), 'foto.png');
  await succeeded(person.post(path, form));
}

/** Uploads what the marked author does not: a banner, the answer to a challenge, and a slide of the landing page. */
async function uploadEachPurpose(owner: Person): Promise<void> {
  const { id } = await owner.createTribe(`Completa ${owner.id}`);
  await author.join(id);
  await upload(owner, `/tribes/${id}/banner`, 'image');
  const { levels } = await owner.read(`/tribes/${id}/config`);
  const challenges = `/tribes/${id}/levels/${levels[1].id}/challenges`;
  const challenge = await succeeded(owner.post(challenges, { type: 'manual', title: 'Enséñalo' }));
  await upload(author, `/tribes/${id}/challenges/${challenge.id}/submit/file`, 'file');
  await upload(await own.admin(), '/admin/landing-content/upload', 'file');
  await leaveUploadUnfinished(author);
}

async function leaveUploadUnfinished(person: Person): Promise<void> {
  const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const begun = await person.call('POST', '/uploads', undefined, { ...tus, 'upload-length': '1000' });
  const { status } = await person.call('PATCH', begun.headers.get('location') ?? '', 'the beginning', tus);
  expect([begun.status, status]).toEqual([201, 204]);
}

/** Causes the only event of vibes. */
async function reactToVibe(by: Person): Promise<void> {
  const vibe = await author.publish(hominini, { kind: 'story', tags: 'chill', pictures: [await png(200, 200)] });
  await own.settled();
  await succeeded(by.post(`/vibes/${vibe.id}/reactions`, { emoji: '❤️' }));
}

/** Tests a store as an admin does, and records the objects of the test. */
async function testStore(): Promise<void> {
  bucket.beforePut = async (key) => void probes.push({ kind: 'object', name: key.replace(/^stores\/[^/]+\//, '') });
  const admin = await own.admin();
  await succeeded(admin.put('/admin/storage-settings', { driver: 's3', ...bucket.options }));
  expect(await succeeded(admin.post('/admin/storage-settings/test'))).toEqual({ ok: true });
}

/** Everything besides tables and collections that the system has stored since it started, and Redis keys. */
const allNames = async (): Promise<StoredName[]> => [...(await storedNames(own)), ...brief.files(), ...probes];

const familyOf = ({ kind, name }: StoredName): DeclaredFamily | undefined =>
  families.find((family) => family.kind === kind && family.pattern.test(name));

/** Sends a request for each kind of limit, and a heartbeat. */
async function touchRedisKeys(): Promise<void> {
  await author.post('/user/heartbeat');
  await own.visitor.post('/auth/register', { email: author.email, password: 'ya registrada' });
  await own.visitor.post('/auth/forgot-password', { email: author.email });
  await own.visitor.get('/invites?code=ninguna');
  await own.visitor.post('/contact', {});
}

test('the tables of a running system are those with a declared retention', async () => {
  const services = definitions.filter(({ stores }) => stores.includes('postgres'));
  expect(services.length).toBeGreaterThan(0);
  for (const { name, retention, data } of services) {
    const stored = await tablesOf(own, name);
    expect([name, stored.own.map(toCamelCase).sort()]).toEqual([name, Object.keys(retention).sort()]);
    expect([name, stored.library.sort()]).toEqual([name, Object.keys(data['library table'] ?? {}).sort()]);
  }
});

test('the collections of a running system are those with a declared retention', async () => {
  const services = definitions.filter(({ stores }) => stores.includes('mongodb'));
  const stored = await collections(own);
  expect([...stored.keys()].sort()).toEqual(services.map(({ name }) => name).sort());
  for (const { name, retention } of services)
    expect([name, stored.get(name)?.sort()]).toEqual([name, Object.keys(retention).sort()]);
});

test('each package of events has its stream, and the dead letters have theirs', async () => {
  const streams = async () => (await storedNames(own)).flatMap(({ kind, name }) => (kind === 'stream' ? [name] : []));
  await until(async () => (await streams()).includes('DEAD'), 'a malformed event is a dead letter');
  await own.settled();
  expect((await streams()).sort()).toEqual([...eventStreams, 'DEAD'].sort());
});

test('every declared object and file is written', async () => {
  const kinds = ['object', 'file'];
  let missing: string[] = [];
  const areAllWritten = async () => {
    const written = new Set((await allNames()).map((each) => familyOf(each)?.name));
    const absent = families.filter(({ kind, name }) => kinds.includes(kind) && !written.has(name));
    missing = absent.map(({ name }) => name);
    return missing.every((name) => name in notHere);
  };
  await until(areAllWritten, () => `all are written but ${missing.filter((name) => !(name in notHere))}`);
  expect(missing.filter((name) => name.includes('/mongo')).length).toBe(1);
  expect(Object.keys(notHere).filter((name) => !families.some((family) => family.name === name))).toEqual([]);
});

test('every Redis key, object, stream and file of a running system has a declared retention', async () => {
  const stored = await allNames();
  const kinds = Map.groupBy(stored, ({ kind }) => kind);
  expect([...kinds.keys()].sort()).toEqual(['file', 'object', 'redis key', 'stream']);
  expect(stored.filter((each) => !familyOf(each))).toEqual([]);
});

test('every declared Redis key is written, and expires unless its declaration states a reason', async () => {
  const declared = families.filter(({ kind }) => kind === 'redis key').map(({ name }) => name);
  let keys: StoredName[] = [];
  const areAllWritten = async () => {
    await touchRedisKeys();
    keys = (await storedNames(own)).filter(({ kind }) => kind === 'redis key');
    const written = new Set(keys.map((key) => familyOf(key)?.name));
    return declared.every((name) => written.has(name));
  };
  await until(areAllWritten, 'each family of keys is written');
  expect(declared.length).toBeGreaterThan(0);
  expect(keys.flatMap(problemOf)).toEqual([]);
});

function problemOf(key: StoredName): string[] {
  const rule = familyOf(key)?.rule;
  const expiresInMs = key.expiresInMs ?? -1;
  if (!rule || 'until' in rule) return expiresInMs < 0 ? [] : [`${key.name} expires, unlike its declaration`];
  if (expiresInMs < 0) return [`${key.name} never expires`];
  return expiresInMs > rule.seconds * 1000 ? [`${key.name} expires in ${expiresInMs} ms`] : [];
}
