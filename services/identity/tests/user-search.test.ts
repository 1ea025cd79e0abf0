import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { type Kysely, sql } from 'kysely';
import type { IdentityDb } from '../src/store/tables.ts';
import { UserSearch } from '../src/store/user-search.ts';
import { type Bench, openBench, type SignedInUser } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

async function named(name: string): Promise<SignedInUser> {
  const user = await bench.register();
  await bench.service.as(user.actor).put('/auth/me', { name });
  return user;
}

const find = async (text: string, among: readonly SignedInUser[]): Promise<string[]> => {
  const userIds = among.map(({ id }) => id);
  return (await bench.rpc.findUsers({ text, userIds, viewerId: '', limit: 0, after: undefined })).users.map(
    ({ userId }) => userId,
  );
};

test('a name is found by its words, its parts and without accents, also with a typing error, the best match first', async () => {
  const [lucia, luz, ana, wang] = [
    await named('Lucía Núñez'),
    await named('Ana Lucía'),
    await named('Anacleta Moscoso'),
    await named('王小明'),
  ];
  const all = [lucia, luz, ana, wang];
  for (const typed of ['lucia', 'LUCÍA', 'luci'])
    expect([typed, await find(typed, all)]).toEqual([typed, [lucia.id, luz.id]]);
  expect(await find('nunez', all)).toEqual([lucia.id]);
  expect((await find('lusia', all)).toSorted()).toEqual([lucia.id, luz.id].toSorted());
  expect(await find('anaclet mosoco', all)).toEqual([ana.id]);
  expect(await find('小明', all)).toEqual([wang.id]);
  expect(await find('ana', all)).toEqual([luz.id, ana.id]);
  for (const typed of ['zxq', '%', "lucia'", '\\']) expect((await find(typed, [wang])).length).toBe(0);
});

test('only the given users are found, and none who is suspended, renamed or deleted', async () => {
  const [one, other, suspended, renamed] = [
    await named('Filomena'),
    await named('Filomena'),
    await named('Filomena'),
    await named('Filomena'),
  ];
  await bench.suspend(suspended.id);
  await bench.service.as(renamed.actor).put('/auth/me', { name: 'Bruno' });
  expect(await find('filomena', [one, suspended, renamed])).toEqual([one.id]);
  expect(await find('filomena', [other])).toEqual([other.id]);
  const unknown = {
    userIds: ['nobody', '00000000-0000-7000-8000-000000000000'],
    text: 'filomena',
    viewerId: '',
    limit: 0,
    after: undefined,
  };
  expect((await bench.rpc.findUsers(unknown)).users).toEqual([]);
});

test('among all users are found those whom no block separates from the viewer, and not the viewer', async () => {
  const name = 'Genoveva Ríos';
  const [viewer, shown, other] = [await named(name), await named(name), await named(name)];
  const [blocked, blocking, suspended] = [await named(name), await named(name), await named(name)];
  const block = (by: SignedInUser, of: SignedInUser) =>
    bench.service.as(by.actor).put(`/auth/me/blocks/users/${of.id}`);
  await block(viewer, blocked);
  await block(blocking, viewer);
  await bench.suspend(suspended.id);
  const findFor = async (text: string, userIds: string[] = []) => {
    const { users } = await bench.rpc.findUsers({ text, userIds, viewerId: viewer.id, limit: 0, after: undefined });
    return users.map(({ userId }) => userId).toSorted();
  };
  const both = [shown.id, other.id].toSorted();
  for (const typed of ['ge', 'genoveva', 'Genobeva Ríos', 'rios', 'GENOVEVA RÍ'])
    expect([typed, await findFor(typed)]).toEqual([typed, both]);
  expect(await findFor('genoveva', [shown.id])).toEqual(both);
  const wang = await named('欧阳小明');
  expect(await findFor('欧阳')).toEqual([wang.id]);
  for (const typed of ['', ' ', '%', "'", '\\']) expect(await findFor(typed)).toEqual([]);
});

test('among all users a block in hominini separates two, whoever of them blocked, and one in another tribe does not', async () => {
  const name = 'Eudocia Páramo';
  const [viewer, blocked, blocking, elsewhere] = [
    await named(name),
    await named(name),
    await named(name),
    await named(name),
  ];
  const { db } = await bench.openDatabase();
  const block = (by: SignedInUser, of: SignedInUser, tribeId: number) =>
    sql`insert into blocks (id, user_id, blocked_id, tribe_id, created_at)
      values (gen_random_uuid(), ${by.id}::uuid, ${of.id}::uuid, ${tribeId}::integer, now())`.execute(db);
  await block(viewer, blocked, homininiId);
  await block(blocking, viewer, homininiId);
  await block(viewer, elsewhere, homininiId + 1);
  await block(elsewhere, viewer, homininiId + 1);
  const { users } = await bench.rpc.findUsers({
    text: 'eudocia',
    userIds: [],
    viewerId: viewer.id,
    limit: 0,
    after: undefined,
  });
  expect(users.map(({ userId }) => userId)).toEqual([elsewhere.id]);
});

test('a page continues after the last user of the page before', async () => {
  const all: SignedInUser[] = [];
  for (let count = 0; count < 5; count += 1) all.push(await named('Casimira'));
  const userIds = all.map(({ id }) => id);
  const first = (await bench.rpc.findUsers({ text: 'casimira', userIds, viewerId: '', limit: 3, after: undefined }))
    .users;
  const rest = (await bench.rpc.findUsers({ text: 'casimira', userIds, viewerId: '', limit: 3, after: first.at(-1) }))
    .users;
  expect([first.length, rest.length]).toEqual([3, 2]);
  expect([...first, ...rest].map(({ userId }) => userId).toSorted()).toEqual(userIds.toSorted());
});

test('a text or a list that is too long is refused', async () => {
  const refused = { code: 'invalid_input' };
  await expect(
    bench.rpc.findUsers({ text: 'a'.repeat(101), userIds: [], viewerId: '', limit: 0, after: undefined }),
  ).rejects.toMatchObject(refused);
  const userIds = Array.from({ length: 5_001 }, () => 'x');
  await expect(
    bench.rpc.findUsers({ text: 'a', userIds, viewerId: '', limit: 0, after: undefined }),
  ).rejects.toMatchObject(refused);
});

test('a search reads a bounded number of users, however many names begin with the text or resemble it', async () => {
  const { db } = await bench.openDatabase();
  const viewer = await bench.register();
  await sql`
    insert into users (id, email, name, role, created_at)
    select gen_random_uuid(), n || '@muchos.test', 'Macarena ' || n, 'user', now()
    from generate_series(1, 5000) as n`.execute(db);
  await sql`analyze users`.execute(db);
  const searched = { userIds: [], viewerId: viewer.id };
  const read = await db.transaction().execute(async (tx) => {
    // Rows that a parallel worker reads are not counted.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(tx);
    const before = await countRead(tx);
    const found = await new UserSearch(tx).find('macarena', searched, 500, undefined);
    return { found: found.length, rows: (await countRead(tx)) - before };
  });
  expect(read.found).toBeGreaterThanOrEqual(200);
  expect(read.found).toBeLessThanOrEqual(400);
  expect(read.rows).toBeLessThan(1_500);
});

/** Rows of users that this connection has read from the table. */
async function countRead(tx: Kysely<IdentityDb>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid))::integer as count
    from pg_class where oid = 'users'::regclass`.execute(tx);
  return rows[0]?.count ?? 0;
}
