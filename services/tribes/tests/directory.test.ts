import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { TribeCard } from '../api/tribe-card.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const namesOf = (items: TribeCard[]) => items.map(({ name }) => name);
const search = async (q: string) =>
  namesOf((await bench.service.as(person()).get(`/tribes?q=${encodeURIComponent(q)}`)).body.items);

test('hominini exists initially as an open tribe with five levels', async () => {
  const client = bench.service.as(person());
  const { body } = await client.get('/tribes/38');
  expect(body).toMatchObject({ id: 38, name: 'hominini', isPrivate: false, requiresApproval: false, members: [] });
  const config = await client.get('/tribes/38/config');
  expect(config.body.levels.map(({ name }: { name: string }) => name)).toEqual([
    'Principiante',
    'Junior',
    'Senior',
    'Master',
    'Guru',
  ]);
});

test('a visitor has to sign in', async () => {
  const visitor = bench.service.as();
  for (const path of ['/tribes', '/tribes/slug?s=x', '/tribes/38', '/tribes/@me/memberships', '/tribes/38/members'])
    expect((await visitor.get(path)).status).toBe(401);
});

test('a search matches name, description and tags in any case', async () => {
  const word = unique('zanfona');
  await bench.createTribe(person(), { name: `Amigos de ${word}` });
  await bench.createTribe(person(), {
    name: unique('Otra'),
    description: `Tocamos la ${word.toUpperCase()} los lunes`,
  });
  await bench.createTribe(person(), { name: unique('Mas'), tags: [word] });
  expect(await search(word)).toHaveLength(3);
});

test('matches of the name come before matches of the description', async () => {
  const word = unique('gaita');
  const speaker = await bench.createTribe(person(), { name: unique('Folk'), description: word });
  await bench.join(speaker, person(), person());
  await bench.createTribe(person(), { name: word });
  expect((await search(word))[0]).toBe(word);
});

test.each(['%', '_', '\\', "'", '100%', 'a_b'])('the search %j is matched literally', async (sign) => {
  const marker = unique('marca');
  await bench.createTribe(person(), { name: `${marker} ${sign}` });
  await bench.createTribe(person(), { name: `${marker} nada 100 aXb` });
  expect(await search(`${marker} ${sign}`)).toEqual([`${marker} ${sign}`]);
});

test('pages contain each tribe once, with the total', async () => {
  const word = unique('pagina');
  for (let index = 0; index < 7; index++) await bench.createTribe(person(), { name: `${word} ${index}` });
  const client = bench.service.as(person());
  const pages = [];
  for (const page of [1, 2, 3, 4]) {
    const { body } = await client.get(`/tribes?q=${word}&pageSize=3&page=${page}`);
    expect(body.total).toBe(7);
    pages.push(namesOf(body.items));
  }
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 1, 0]);
  expect(new Set(pages.flat()).size).toBe(7);
});

test('the page size is clamped, and an invalid page is rejected', async () => {
  const client = bench.service.as(person());
  expect((await client.get('/tribes?pageSize=1000')).status).toBe(200);
  expect((await client.get('/tribes?pageSize=0')).body.items).toHaveLength(1);
  expect((await client.get('/tribes?page=0')).body).toMatchObject({ code: 'invalid_input' });
  expect((await client.get('/tribes?page=x')).status).toBe(400);
});

test("a card contains the viewer's own membership only", async () => {
  const [owner, member, outsider] = [person(), person(), person()];
  const name = unique('Coro');
  const id = await bench.createTribe(owner, { name });
  await bench.join(id, member);
  const cardFor = async (viewer: typeof owner): Promise<TribeCard> =>
    (await bench.service.as(viewer).get(`/tribes?q=${name}`)).body.items[0];
  expect((await cardFor(owner)).membership).toEqual({ status: 'active', role: 'owner', levelOrder: 5 });
  expect((await cardFor(member)).membership).toEqual({ status: 'active', role: 'member', levelOrder: 1 });
  expect((await cardFor(outsider)).membership).toBeNull();
  expect((await cardFor(outsider)).membersCount).toBe(2);
});

test('a slug is returned with a free suggestion', async () => {
  const client = bench.service.as(person());
  const name = unique('Árbol & Raíz');
  const slug = (s: string) => client.get(`/tribes/slug?s=${encodeURIComponent(s)}`);
  const free = (await slug(name)).body;
  expect(free).toEqual({ slug: free.slug, suggestion: free.slug, available: true });
  expect(free.slug).toMatch(/^arbol-raiz-\d+$/);
  await bench.createTribe(person(), { name });
  expect((await slug(name)).body).toEqual({ ...free, suggestion: `${free.slug}-2`, available: false });
  expect((await slug('hominini')).body).toMatchObject({ suggestion: 'hominini-2', available: false });
  expect((await slug('h0minini')).body).toMatchObject({ suggestion: 'h0minini-2', available: false });
  expect((await slug('hоminini')).body).toMatchObject({ suggestion: '', available: false });
  expect((await slug('¡!')).body).toEqual({ slug: '', suggestion: '', available: false });
});

test("a user's tribes are those joined and those requested, by name", async () => {
  const me = person();
  await bench.rpc.ensureHomininiMember({ userId: me.id });
  const own = await bench.createTribe(me, { name: unique('aaa mia') });
  const pendingTribe = await bench.createTribe(person(), { name: unique('Zzz cerrada'), isPrivate: true });
  await bench.service.as(me).post(`/tribes/${pendingTribe}/join-request`);
  await bench.createTribe(person());
  const { body } = await bench.service.as(me).get('/tribes/@me/memberships?details=1');
  expect(body.items).toMatchObject([
    { tribeId: own, role: 'owner', status: 'active', levelOrder: 5, tribe: { id: own, membersCount: 1 } },
    { tribeId: 38, role: 'member', status: 'active', levelOrder: 1, tribeName: 'hominini' },
    { tribeId: pendingTribe, role: 'member', status: 'pending', levelOrder: 0 },
  ]);
});
