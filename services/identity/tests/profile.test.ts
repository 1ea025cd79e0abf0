import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import { profileVisibilityDefaults } from '../limits.ts';
import { type Bench, openBench, type SignedInUser } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const edit = ({ actor }: SignedInUser, change: object) => bench.service.as(actor).put('/auth/me', change);
const me = async ({ actor }: SignedInUser) => (await bench.service.as(actor).get('/auth/me')).body;

const everything = {
  name: 'Ana Río',
  bio: 'Fuego y montaña',
  about: 'Dos líneas\nsobre mí',
  gustos: 'Leer | Cocinar',
  educacion: 'Universidad',
  favoriteSong: 'Gracias a la vida',
  favoriteMovie: 'Roma',
  mobileUsage: 'Poco',
  languages: ['es', 'en'],
  sexo: 'Mujer',
  alturaCm: 170,
  horoscopo: 'Leo',
  estadoCivil: 'Soltera',
  buscaAventura: 'Sí',
  atraccion: 'Todos',
};

test('a new profile is empty and has the default visibility of the specification', async () => {
  expect(await me(await bench.register())).toMatchObject({
    bio: null,
    gustos: null,
    languages: [],
    alturaCm: null,
    photos: [],
    profileVisibility: profileVisibilityDefaults,
  });
});

test('every field of a profile is stored, and absent fields are unchanged', async () => {
  const ana = await bench.register();
  const { status, body } = await edit(ana, everything);
  expect([status, body]).toEqual([200, await me(ana)]);
  expect(body).toMatchObject(everything);
  await edit(ana, { bio: 'Otra', profileVisibility: { progress: true } });
  await edit(ana, { profileVisibility: { bio: false } });
  expect(await me(ana)).toMatchObject({
    ...everything,
    bio: 'Otra',
    profileVisibility: { ...profileVisibilityDefaults, progress: true, bio: false },
  });
});

test('null and empty text remove a field', async () => {
  const ana = await bench.register();
  await edit(ana, everything);
  await edit(ana, { bio: '  ', about: null, gustos: '', educacion: null, sexo: '', alturaCm: null, languages: [] });
  const cleared = { bio: null, about: null, gustos: null, educacion: null, sexo: null, alturaCm: null, languages: [] };
  expect(await me(ana)).toMatchObject({ ...cleared, name: 'Ana Río', horoscopo: 'Leo' });
});

test('long values are truncated, and duplicates are removed', async () => {
  const ana = await bench.register();
  const interests = Array.from({ length: 20 }, (_, index) => `Gusto ${index}`);
  const { body } = await edit(ana, {
    bio: `${'b'.repeat(99)}😀`,
    about: 'a'.repeat(400),
    gustos: ['Gusto 0', ...interests].join(' | '),
    educacion: 'Una|Dos|Una|Tres',
    languages: ['es', 'es', 'en', 'fr', 'de', 'it', 'pt'],
  });
  expect(body.bio).toBe('b'.repeat(99));
  expect(body.about).toBe('a'.repeat(250));
  expect(body.gustos).toBe(interests.slice(0, 15).join(' | '));
  expect(body.educacion).toBe('Una | Dos');
  expect(body.languages).toEqual(['es', 'en', 'fr', 'de', 'it']);
});

test('fields that users may not set are ignored: role, address, ids, counts, points', async () => {
  const ana = await bench.register();
  const before = await me(ana);
  const forbidden = {
    id: '00000000-0000-7000-8000-000000000000',
    email: 'otra@tribus.test',
    role: 'admin',
    status: 'suspended',
    isAgent: true,
    emailVerified: true,
    emailVerifiedAt: new Date().toISOString(),
    createdAt: '2001-01-01T00:00:00.000Z',
    password: 'una-clave-nueva',
    passwordHash: 'x',
    avatarKey: 'avatar/foreign.webp',
    photos: [{ id: 'x', url: 'https://elsewhere.test/x.png' }],
    followersCount: 9,
    points: 1_000_000,
    tribes: [38],
    __proto__: { role: 'admin' },
    nonsense: { deep: true },
  };
  const { status, body } = await edit(ana, { ...forbidden, profileVisibility: { email: true, role: true } });
  expect([status, body]).toEqual([200, before]);
  expect(await me(ana)).toEqual(before);
});

test.each([
  { bio: 7 },
  { bio: { $gt: '' } },
  { name: '' },
  { name: 'x'.repeat(81) },
  { name: null },
  { gustos: ['Leer'] },
  { gustos: 'x'.repeat(61) },
  { sexo: 'x'.repeat(61) },
  { languages: 'es' },
  { languages: [{}] },
  { alturaCm: 170.5 },
  { alturaCm: '170' },
  { alturaCm: -1 },
  { profileVisibility: { bio: 'yes' } },
  { bio: 'a\u202eb' },
])('an invalid change is rejected and changes nothing: %j', async (change) => {
  const ana = await bench.register();
  const before = await me(ana);
  expect((await edit(ana, { about: 'Bien', ...change })).status).toBe(400);
  expect(await me(ana)).toEqual(before);
});

test.each([
  ['one character', '王'],
  ['80 characters', 'x'.repeat(80)],
])('a name may have %s', async (_what, name) => {
  const ana = await bench.register();
  expect((await edit(ana, { name })).body.name).toBe(name);
  expect((await me(ana)).name).toBe(name);
});

test.each(['😀', '👩🏽‍🚀', '🇲🇽', '❤️', '1️⃣'])('an avatar may be one emoji: %s', async (emoji) => {
  const ana = await bench.register();
  expect((await edit(ana, { avatarUrl: `emoji:${emoji}` })).body.avatarUrl).toBe(`emoji:${emoji}`);
  expect((await edit(ana, { avatarUrl: null })).body.avatarUrl).toBeNull();
  const persisted = await bench.service.as(ana.actor).post('/auth/persist-emoji', { emoji });
  expect([persisted.status, persisted.body]).toEqual([200, { avatarUrl: `emoji:${emoji}` }]);
});

test('an emoji without the variation selector is the same emoji', async () => {
  const ana = await bench.register();
  expect((await edit(ana, { avatarUrl: 'emoji:❤' })).body.avatarUrl).toBe('emoji:❤\ufe0f');
});

test.each(['', 'a', '7', '😀😀', '😀 ', ' 😀', '😀a', '\u{1f3fd}\u{1f3fd}', '<b>', '\u200d', '👩‍'])(
  'an avatar that is not exactly one emoji is rejected: %j',
  async (emoji) => {
    const ana = await bench.register();
    const change = await edit(ana, { avatarUrl: `emoji:${emoji}` });
    expect([change.status, change.body.code]).toEqual([400, 'emoji_invalid']);
    expect((await bench.service.as(ana.actor).post('/auth/persist-emoji', { emoji })).status).toBe(400);
    expect((await me(ana)).avatarUrl).toBeNull();
  },
);

test('a URL cannot become an avatar', async () => {
  const ana = await bench.register();
  for (const avatarUrl of ['https://elsewhere.test/a.png', '/api/proxy-media?key=x', 'javascript:alert(1)', 7, {}])
    expect((await edit(ana, { avatarUrl })).status).toBe(400);
});

test('peers are notified of a new name, avatar or visibility, and read whether progress is shown', async () => {
  const ana = await bench.register();
  const updates = async () => (await bench.events(UserUpdated)).filter(({ userId }) => userId === ana.id).length;
  await edit(ana, { bio: 'Nada que otros servicios muestren' });
  expect(await updates()).toBe(0);
  await edit(ana, { name: 'Otra', avatarUrl: 'emoji:🦊', profileVisibility: { progress: true } });
  expect(await updates()).toBe(1);
  const { users } = await bench.rpc.getUsers({ ids: [ana.id] });
  expect(users).toMatchObject([{ name: 'Otra', avatarUrl: 'emoji:🦊', showsProgress: true }]);
});

test('twenty concurrent changes of different fields are all saved', async () => {
  const ana = await bench.register();
  const { name, ...fields } = everything;
  await Promise.all(Object.entries(fields).map(([field, value]) => edit(ana, { [field]: value })));
  expect(await me(ana)).toMatchObject(fields);
});

test('changing a profile requires a session of an existing account', async () => {
  expect((await bench.service.as().put('/auth/me', { bio: 'x' })).status).toBe(401);
  const unknown = userActor('00000000-0000-7000-8000-000000000000');
  expect((await bench.service.as(unknown).put('/auth/me', { bio: 'x' })).status).toBe(401);
});
