import { afterAll, beforeAll, expect } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { type DeclaredFamily, declaredFamilies } from '../checks/data-families.ts';
import { createMarkedAuthor } from './marked-author.ts';
import type { Person } from './people.ts';
import { type StoredName, storedNames } from './stored-data.ts';
import { testWithOwnSystem as test } from './targets.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

/** Compares the declared retention (docs/retention.md) with what a running system has stored. */
let own: TestSystem;
let author: Person;
const families = declaredFamilies();

beforeAll(async () => {
  own = await startTestSystem({ topology: 'one', ownStores: true });
  ({ author } = await createMarkedAuthor(own, 'conservada'));
  await author.post('/auth/me/data-export');
  const isReady = async () => (await author.read('/auth/me/data-export')).export.state === 'ready';
  await until(isReady, 'the export is ready');
});
afterAll(() => own.close());

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

test('every Redis key, object, stream and file of a running system has a declared retention', async () => {
  const stored = await storedNames(own);
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
