import { afterAll, beforeAll, expect, test } from '@jest/globals';
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
  return (await bench.rpc.findUsers({ text, userIds, limit: 0, after: undefined })).users.map(({ userId }) => userId);
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
    limit: 0,
    after: undefined,
  };
  expect((await bench.rpc.findUsers(unknown)).users).toEqual([]);
});

test('a page continues after the last user of the page before', async () => {
  const all: SignedInUser[] = [];
  for (let count = 0; count < 5; count += 1) all.push(await named('Casimira'));
  const userIds = all.map(({ id }) => id);
  const first = (await bench.rpc.findUsers({ text: 'casimira', userIds, limit: 3, after: undefined })).users;
  const rest = (await bench.rpc.findUsers({ text: 'casimira', userIds, limit: 3, after: first.at(-1) })).users;
  expect([first.length, rest.length]).toEqual([3, 2]);
  expect([...first, ...rest].map(({ userId }) => userId).toSorted()).toEqual(userIds.toSorted());
});

test('a text or a list that is too long is refused', async () => {
  const refused = { code: 'invalid_input' };
  await expect(
    bench.rpc.findUsers({ text: 'a'.repeat(101), userIds: [], limit: 0, after: undefined }),
  ).rejects.toMatchObject(refused);
  const userIds = Array.from({ length: 5_001 }, () => 'x');
  await expect(bench.rpc.findUsers({ text: 'a', userIds, limit: 0, after: undefined })).rejects.toMatchObject(refused);
});
