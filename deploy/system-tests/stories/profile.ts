import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Person } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';

const hominini = 38;

/** Profile, avatar and photos, and their visibility to others. */
export function profileStories(system: () => SharedSystem): void {
  test('a new name and avatar appear everywhere within seconds', async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    const tribe = await ana.createTribe(`Caras ${ana.id}`);
    await beto.join(tribe.id);
    const post = await ana.publish(tribe.id, { content: 'Hola' });
    expect((await beto.read(`/tribes/${tribe.id}/posts/${post.id}`)).user).toMatchObject({ name: ana.name });

    const { avatarUrl } = (await sendPicture(ana, '/auth/me/avatar', 'avatar', await png(900, 600))).body;
    await ana.put('/auth/me', { name: 'Ana Río' });
    const picture = await system().visitor.fetch(avatarUrl);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    await until(async () => {
      const { user } = await beto.read(`/tribes/${tribe.id}/posts/${post.id}`);
      return user.name === 'Ana Río' && user.avatarUrl === avatarUrl;
    }, 'the post shows the new name and face');

    await ana.put('/auth/me', { avatarUrl: null });
    await until(
      async () => (await system().visitor.fetch(avatarUrl)).status === 404,
      'the picture of before is deleted',
    );
  });

  test('a file that is not a picture is refused as avatar and as photo, regardless of its name', async () => {
    const ana = await system().newcomer('ana');
    const disguised = [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
      '<html><body>Hola</body></html>',
    ];
    for (const text of disguised)
      for (const [path, field] of [
        ['/auth/me/avatar', 'avatar'],
        ['/auth/me/photos', 'photos'],
      ] as const) {
        const response = await sendPicture(ana, path, field, new TextEncoder().encode(text));
        expect([response.status, response.body.error]).toEqual([
          415,
          'Tipo de archivo no válido. Use JPG, PNG, GIF o WebP.',
        ]);
      }
    const large = await sendPicture(ana, '/auth/me/avatar', 'avatar', new Uint8Array(5 * 1024 * 1024 + 1));
    expect([large.status, large.body.error]).toEqual([413, 'El archivo es demasiado grande. Máximo 5MB.']);
    expect(await ana.read('/auth/me')).toMatchObject({ avatarUrl: null, photos: [] });
  });

  test('photos are visible to the audience their owner chose, through addresses that expire', async () => {
    const ana = await system().newcomer('ana');
    for (const side of [400, 500]) await sendPicture(ana, '/auth/me/photos', 'photos', await png(side, side));
    const { photos } = await system().visitor.read(`/auth/public/${ana.id}`);
    expect(photos).toHaveLength(2);
    expect((await system().visitor.fetch(photos[0].variants.square)).status).toBe(200);
    const unsigned = photos[0].url.split('&exp=')[0];
    expect((await system().visitor.fetch(unsigned)).status).toBe(403);
    await ana.put('/auth/me/photos/order', { ids: [photos[1].id, photos[0].id] });
    await ana.put('/auth/me', { profileVisibility: { photos: false } });
    expect(await system().visitor.read(`/auth/public/${ana.id}`)).not.toHaveProperty('photos');
    const own: { id: string }[] = (await ana.read('/auth/me')).photos;
    expect(own.map(({ id }) => id)).toEqual([photos[1].id, photos[0].id]);
  });

  test('a profile shows tribes and points as its owner allows, and private tribes only to their members', async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    const secret = await ana.createTribe(`Secreta ${ana.id}`, { isPrivate: true });
    await ana.publish(hominini, { content: 'Por cinco puntos' });
    await system().settled();
    const idsSeenBy = async (viewer: Pick<Person, 'read'>): Promise<number[]> =>
      (await viewer.read(`/auth/public/${ana.id}`)).tribes.map(({ id }: { id: number }) => id);
    expect(await idsSeenBy(system().visitor)).toEqual([hominini]);
    expect(await idsSeenBy(beto)).toEqual([hominini]);
    await beto.post(`/tribes/${secret.id}/join-request`);
    expect(await idsSeenBy(beto)).toEqual([hominini]);
    await ana.post(`/tribes/${secret.id}/members/${beto.id}/approve`);
    expect(new Set(await idsSeenBy(beto))).toEqual(new Set([hominini, secret.id]));
    expect(await idsSeenBy(system().visitor)).toEqual([hominini]);

    expect(await beto.read(`/auth/public/${ana.id}`)).not.toHaveProperty('gamification');
    await ana.put('/auth/me', { profileVisibility: { progress: true } });
    expect((await beto.read(`/auth/public/${ana.id}`)).gamification).toEqual({ points: 5, level: 1 });
  });
}

function sendPicture(person: Person, path: string, field: string, bytes: Uint8Array) {
  const form = new FormData();
  form.append(field, new Blob([Buffer.from(bytes)]), 'foto.png');
  return person.post(path, form);
}
