import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Bench, openBench, type SignedInUser } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  bench.tribes.addTribe({ id: 38, name: 'hominini', isHominini: true });
});
afterAll(() => bench.close());

const edit = ({ actor }: SignedInUser, change: object) => bench.service.as(actor).put('/auth/me', change);
const seen = async ({ id }: SignedInUser, viewer?: SignedInUser) =>
  (await bench.service.as(viewer?.actor).get(`/auth/public/${id}`)).body;

const photo = () => {
  const body = new FormData();
  body.append('photos', new Blob([new Uint8Array(100)]), 'foto.png');
  return body;
};

const fields = {
  bio: 'Fuego',
  about: 'Montaña',
  gustos: 'Leer',
  educacion: 'Universidad',
  favoriteSong: 'Gracias a la vida',
  favoriteMovie: 'Roma',
  mobileUsage: 'Poco',
  languages: ['es'],
  sexo: 'Mujer',
  alturaCm: 170,
  horoscopo: 'Leo',
  estadoCivil: 'Soltera',
  buscaAventura: 'Sí',
  atraccion: 'Todos',
};
const hiddenByDefault = ['mobileUsage', 'buscaAventura'];

test('others see the fields of a profile that are visible by default', async () => {
  const ana = await bench.register();
  await edit(ana, fields);
  const body = await seen(ana);
  for (const [field, value] of Object.entries(fields))
    expect([field, body[field]]).toEqual([field, hiddenByDefault.includes(field) ? undefined : value]);
  expect(body).toMatchObject({ canFollow: false, canMessage: false, following: false });
});

test.each([...Object.entries(fields)])('%s is shown and hidden as its owner chooses', async (field, value) => {
  const ana = await bench.register();
  const luis = await bench.register();
  const hideAll = Object.fromEntries([...Object.keys(fields), 'photos', 'tribes'].map((key) => [key, false]));
  await edit(ana, { ...fields, profileVisibility: { ...hideAll, [field]: true } });
  await bench.service.as(ana.actor).post('/auth/me/photos', photo());
  for (const viewer of [undefined, luis, ana]) {
    const body = await seen(ana, viewer);
    expect(body[field]).toEqual(value);
    for (const other of [...Object.keys(fields), 'photos', 'tribes', 'gamification'])
      if (other !== field) expect(body).not.toHaveProperty(other);
    expect(JSON.stringify(body)).not.toContain(ana.email);
  }
});

test('an empty and a hidden field cannot be distinguished', async () => {
  const [hidden, empty] = [await bench.register(), await bench.register()];
  await edit(hidden, { bio: 'Secreto', profileVisibility: { bio: false } });
  expect(Object.keys(await seen(hidden))).toEqual(Object.keys(await seen(empty)));
});

test('photos have URLs that expire, and are absent when hidden', async () => {
  const ana = await bench.register();
  await bench.service.as(ana.actor).post('/auth/me/photos', photo());
  const [shown] = (await seen(ana)).photos;
  expect(shown).toMatchObject({ position: 1, url: expect.stringMatching(/&exp=\d+&sig=/) });
  await edit(ana, { profileVisibility: { photos: false } });
  expect(await seen(ana)).not.toHaveProperty('photos');
});

test('points are shown when progress is shown', async () => {
  const ana = await bench.register();
  bench.gamification.points.set(ana.id, 120);
  expect(await seen(ana)).not.toHaveProperty('gamification');
  await edit(ana, { profileVisibility: { progress: true } });
  expect((await seen(ana)).gamification).toEqual({ points: 120, level: 1 });
});

test('a profile lists public tribes, private ones for fellow members only, and common ones first', async () => {
  const [ana, luis, eva] = [await bench.register(), await bench.register(), await bench.register()];
  const open = bench.tribes.createTribe(ana.actor, { name: 'Abierta' });
  const closed = bench.tribes.createTribe(ana.actor, { name: 'Cerrada', isPrivate: true });
  bench.tribes.setMembership(closed, luis.actor);
  bench.tribes.setMembership(closed, eva.actor, { status: 'pending' });
  const named = async (viewer?: SignedInUser) =>
    (await seen(ana, viewer)).tribes
      .filter(({ id }: { id: number }) => id !== 38)
      .map(({ id, inCommon }: { id: number; inCommon: boolean }) => [id, inCommon]);
  expect(await named()).toEqual([[open, false]]);
  expect(await named(eva)).toEqual([[open, false]]);
  expect(await named(luis)).toEqual([
    [closed, true],
    [open, false],
  ]);
  await edit(ana, { profileVisibility: { tribes: false } });
  expect(await seen(ana, luis)).not.toHaveProperty('tribes');
});

test('a private tribe in which the person is hidden from the viewer is not listed', async () => {
  const [ana, luis] = [await bench.register(), await bench.register()];
  const closed = bench.tribes.createTribe(undefined, { isPrivate: true });
  bench.tribes.setMembership(closed, ana.actor, { levelOrder: 3 });
  bench.tribes.setMembership(closed, luis.actor, { levelOrder: 1 });
  expect(JSON.stringify((await seen(ana, luis)).tribes)).not.toContain(`"id":${closed},`);
  // A member of a higher level sees everybody.
  expect(JSON.stringify((await seen(luis, ana)).tribes)).toContain(`"id":${closed},`);
});

test('a signed-in viewer sees whether they follow the person, and in which tribe they may write to them', async () => {
  const [ana, luis] = [await bench.register(), await bench.register()];
  expect(await seen(ana, ana)).toMatchObject({ canFollow: false, canMessage: false });
  expect(await seen(ana, luis)).toMatchObject({
    canFollow: true,
    following: false,
    canMessage: true,
    messageTribeId: 38,
  });
  const common = bench.tribes.createTribe(ana.actor);
  bench.tribes.setMembership(common, luis.actor);
  await bench.service.as(luis.actor).post(`/auth/users/${ana.id}/follow`);
  expect(await seen(ana, luis)).toMatchObject({ following: true, followersCount: 1, messageTribeId: common });
});

test('a pseudonym has no public profile', async () => {
  for (const id of ['hidden-0123456789abcdef01234567', 'deleted'])
    expect((await bench.service.as().get(`/auth/public/${id}`)).status).toBe(404);
});

test('while tribes and gamification are unavailable a profile is shown without them', async () => {
  const alone = await openBench();
  const ana = await alone.register();
  await alone.service.as(ana.actor).put('/auth/me', { bio: 'Fuego', profileVisibility: { progress: true } });
  await alone.stopPeer('tribes');
  await alone.stopPeer('gamification');
  const { status, body } = await alone.service.as().get(`/auth/public/${ana.id}`);
  expect([status, body.bio]).toEqual([200, 'Fuego']);
  expect(body).not.toHaveProperty('tribes');
  await alone.close();
});
