import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listedBlocksMax } from '@tribus/community/limits.ts';
import { unique } from '@tribus/community/testing/factories.ts';
import { blocksMax } from '../limits.ts';
import { type Bench, openBench, type SignedInUser } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = ({ actor }: SignedInUser) => bench.service.as(actor);
const known = async (user: SignedInUser) => (await bench.rpc.getBlocksAndMutes({ userIds: [user.id] })).users;

/** Adds accounts and returns their ids. */
async function addCrowd(count: number): Promise<string[]> {
  const { db } = await bench.openDatabase();
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  const account = { name: 'x', role: 'user', createdAt: new Date() } as const;
  await db
    .insertInto('users')
    .values(ids.map((id) => ({ ...account, id, email: `${unique('x')}@x.test` })))
    .execute();
  return ids;
}

async function addBlocks(blocks: { userId: string; blockedId: string; createdAt?: Date }[]): Promise<void> {
  const { db } = await bench.openDatabase();
  const everywhere = { tribeId: 0, createdAt: new Date() };
  await db
    .insertInto('blocks')
    .values(blocks.map((each) => ({ ...everywhere, ...each, id: crypto.randomUUID() })))
    .execute();
}

test('of thousands of blocks other services load two thousand, all of the own ones, and ask for the others by id', async () => {
  const [ana, luis, eva] = [await bench.register(), await bench.register(), await bench.register()];
  await as(ana).post(`/auth/users/${eva.id}/follow`);
  const crowd = await addCrowd(listedBlocksMax + 10);
  const later = new Date(Date.now() + 1_000);
  await addBlocks(crowd.map((userId) => ({ userId, blockedId: ana.id })));
  await addBlocks([{ userId: luis.id, blockedId: ana.id }]);
  await addBlocks([
    { userId: ana.id, blockedId: luis.id, createdAt: later },
    { userId: ana.id, blockedId: crowd[0] ?? '', createdAt: later },
  ]);
  const [listed] = await known(ana);
  expect(listed?.hasMoreBlocks).toBe(true);
  expect(new Set(listed?.blocked.map(({ userId }) => userId)).size).toBe(listedBlocksMax);
  const own = [luis.id, crowd[0]].map((userId) => ({ userId, tribeId: 0 }));
  expect(listed?.blocked).toEqual(expect.arrayContaining(own));
  expect((await known(luis))[0]).toMatchObject({ blocked: [{ userId: ana.id }], hasMoreBlocks: false });

  const between = async (userId: string, otherIds: string[]) =>
    (await bench.rpc.getBlocksBetween({ userId, otherIds })).blocked.map((each) => each.userId).sort();
  const all = [...crowd, luis.id].sort();
  expect(await between(ana.id, [...all, eva.id, ana.id, 'nobody'])).toEqual(all);
  expect(await between(luis.id, [ana.id, eva.id])).toEqual([ana.id]);
  expect(await between('nobody', [ana.id])).toEqual([]);

  const listedIds = new Set(listed?.blocked.map(({ userId }) => userId));
  const unlisted = crowd.filter((id) => !listedIds.has(id));
  expect(unlisted.length).toBeGreaterThan(0);
  for (const id of unlisted.slice(0, 2)) {
    expect((await as(ana).get(`/auth/public/${id}`)).status).toBe(404);
    expect((await as(ana).post(`/auth/users/${id}/follow`)).status).toBe(404);
  }
  expect((await as(ana).get('/auth/me/following')).body.users).toMatchObject([{ id: eva.id }]);
});

test('concurrent requests cannot exceed the limit of blocks', async () => {
  const [ana, ...others] = await Promise.all(Array.from({ length: 4 }, () => bench.register()));
  if (!ana) throw new Error('nobody registered');
  const crowd = await addCrowd(blocksMax - 1);
  await addBlocks(crowd.map((blockedId) => ({ userId: ana.id, blockedId })));
  const responses = await Promise.all(others.map((other) => as(ana).put(`/auth/me/blocks/users/${other.id}`)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  expect(responses.find(({ status }) => status === 403)?.body.code).toBe('block_limit');
});
