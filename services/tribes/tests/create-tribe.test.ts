import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import { MemberJoined } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const statuses = (answers: { status: number }[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]));

test('creating a tribe stores its fields, five levels and its owner', async () => {
  const owner = person();
  const wish = { name: ' Cine Mudo ', description: ' Sin palabras ', tags: 'Cine, mudo,cine' };
  const { status, body } = await bench.service
    .as(owner)
    .post('/tribes', { ...wish, id: 5, ownerId: 'x', membersCount: 9 });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'Cine Mudo',
    normalizedName: 'cine-mudo',
    description: 'Sin palabras',
    tags: ['cine', 'mudo'],
    isPrivate: false,
    requiresApproval: false,
    imageUrl: null,
    membersCount: 1,
    membership: { status: 'active', role: 'owner', levelOrder: 5 },
    createdAt: bench.clock.now().toISOString(),
  });
  expect(body.id).toBeGreaterThanOrEqual(100);
  const { levels } = (await bench.service.as(owner).get(`/tribes/${body.id}/config`)).body;
  expect(levels).toMatchObject(
    [1, 2, 3, 4, 5].map((order) => ({ order, minScore: 70, rewardPoints: 10, challenges: [] })),
  );
  const detail = (await bench.service.as(owner).get(`/tribes/${body.id}`)).body;
  expect(detail.members).toMatchObject([{ role: 'owner', levelOrder: 5, user: { id: owner.id } }]);

  const joined = { tribeId: body.id, userId: owner.id, role: 'owner', levelOrder: 5 };
  expect(await bench.events(MemberJoined)).toContainEqual(joined);
});

test.each([
  [{}, 'name_required', 'El nombre de la tribu es obligatorio.'],
  [{ name: '   ' }, 'name_required', 'El nombre de la tribu es obligatorio.'],
  [{ name: 'a' }, 'name_length', 'El nombre debe tener entre 2 y 60 caracteres.'],
  [{ name: 'a'.repeat(61) }, 'name_length', 'El nombre debe tener entre 2 y 60 caracteres.'],
  [{ name: '¿?' }, 'name_unusable', 'El nombre necesita al menos una letra o un número.'],
  [{ name: 'Bien', description: 'x'.repeat(501) }, 'description_length', /500/],
  [{ name: 'Bien', tags: 'ok, dos palabras' }, 'tag_characters', "Tag 'dos palabras' solo letras, números o guiones."],
  [{ name: 'Bien', tags: ['x'.repeat(25)] }, 'tag_length', `Tag '${'x'.repeat(25)}' inválido (1-24 chars).`],
  [{ name: 'Bien', tags: [...'abcdefghijk'] }, 'too_many_tags', /10/],
  [{ name: { $gt: '' } }, 'name_required', /obligatorio/],
  [{ name: 'Bien', isPrivate: 'yes' }, 'invalid_input', /./],
])('%j is rejected with %s', async (wish, code, sentence) => {
  const { status, body } = await bench.service.as(person()).post('/tribes', wish);
  expect([status, body.code]).toEqual([400, code]);
  expect(body.error).toMatch(sentence);
});

test('a private tribe always requires approval', async () => {
  const { body } = await bench.service
    .as(person())
    .post('/tribes', { name: unique('Cerrada'), isPrivate: true, requiresApproval: false });
  expect(body).toMatchObject({ isPrivate: true, requiresApproval: true });
});

test('names with the same slug are taken', async () => {
  const name = unique('Poesía viva');
  await bench.createTribe(person(), { name });
  const again = await bench.service.as(person()).post('/tribes', { name: name.toUpperCase().replace('Í', 'I') });
  expect([again.status, again.body.code]).toEqual([409, 'name_taken']);
  expect((await bench.service.as(person()).post('/tribes', { name: 'Hominini' })).body.code).toBe('name_taken');
});

test('only one of 20 concurrent creations of the same name succeeds', async () => {
  const name = unique('Carrera');
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => bench.service.as(person()).post('/tribes', { name })),
  );
  expect(statuses(responses)).toEqual({ 201: 1, 409: 19 });
});

test('only three of 40 concurrent creations by one person succeed', async () => {
  const greedy = person();
  const responses = await Promise.all(
    Array.from({ length: 40 }, () => bench.service.as(greedy).post('/tribes', { name: unique('Ansia') })),
  );
  expect(statuses(responses)).toEqual({ 201: 3, 403: 37 });
  expect(responses.find(({ status }) => status === 403)?.body).toMatchObject({
    code: 'tribe_limit',
    error: 'Puedes tener como máximo 3 tribus.',
  });
  const { memberships } = await bench.rpc.listMemberships({ userId: greedy.id, statuses: [] });
  expect(memberships).toHaveLength(3);
});

test('a person who deletes a tribe may create another', async () => {
  const owner = person();
  const first = await bench.createTribe(owner);
  await bench.createTribe(owner);
  await bench.createTribe(owner);
  expect((await bench.service.as(owner).delete(`/tribes/${first}`)).status).toBe(200);
  await bench.createTribe(owner);
  expect((await bench.service.as(owner).post('/tribes', { name: unique('Cuarta') })).status).toBe(403);
});

test('a name that looks like hominini is rejected', async () => {
  const founder = bench.service.as(person());
  const twins = ['hominini\ufe0f', 'hominini\u3164', 'hominini\u115f', 'homi\u17b4nini', 'homi\u{e0101}nini'];
  for (const name of [...twins, 'hоminini', 'ΗΟΜΙΝΙΝΙ', 'HOMlNlNl', 'h0minini']) {
    const { status, body } = await founder.post('/tribes', { name });
    expect([name, status, body.code]).toEqual([name, 409, 'name_taken']);
  }
});

test('a name with several scripts in one word is rejected, one with words of different scripts is not', async () => {
  const owner = person();
  const founder = bench.service.as(owner);
  const { status, body } = await founder.post('/tribes', { name: unique('Rосk') });
  expect([status, body.code]).toEqual([400, 'name_mixes_scripts']);
  const id = await bench.createTribe(owner, { name: unique('Кино Club') });
  expect((await founder.put(`/tribes/${id}`, { name: unique('Сine') })).body.code).toBe('name_mixes_scripts');
});

test('a rejected creation does not count', async () => {
  const owner = person();
  for (let attempt = 0; attempt < 5; attempt++) await bench.service.as(owner).post('/tribes', { name: 'hominini' });
  await bench.createTribe(owner);
  await bench.createTribe(owner);
  await bench.createTribe(owner);
});

test('an admin creates any number of tribes', async () => {
  for (let index = 0; index < 5; index++) await bench.createTribe(admin);
});

test('repeating the Idempotency-Key creates one tribe', async () => {
  const owner = bench.service.as(person());
  const name = unique('Una vez');
  const key = { 'idempotency-key': unique('llave') };
  const responses = await Promise.all([1, 2, 3, 4].map(() => owner.post('/tribes', { name }, key)));
  expect(statuses(responses)).toEqual({ 201: 4 });
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  expect((await owner.post('/tribes', { name: unique('Otra') }, key)).body.code).toBe('idempotency_conflict');
});
