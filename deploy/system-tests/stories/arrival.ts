import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { Person, passwordOf } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';

const hominini = 38;

/** Registering, finding and creating tribes, joining, leaving. */
export function arrivalStories(system: () => SharedSystem): void {
  test('a registered person is a member of hominini at once, and a visitor can read it', async () => {
    const ana = await system().newcomer('ana');
    expect(ana.name).toMatch(/^ana /);
    await system().settled();
    const { items } = await ana.read('/tribes/@me/memberships');
    expect(items).toMatchObject([{ tribeId: hominini, status: 'active', role: 'member', levelOrder: 1 }]);
    const { id } = await ana.publish(hominini, { content: 'Buenas noches, fuego' });
    const { items: posts } = await system().visitor.read('/public/hominini/posts');
    expect(posts).toContainEqual(
      expect.objectContaining({
        id,
        content: 'Buenas noches, fuego',
        user: expect.objectContaining({ name: ana.name }),
        canEdit: false,
      }),
    );
    expect(JSON.stringify(posts)).not.toContain(ana.email);
  });

  test('an address can be registered once, and a wrong password is refused', async () => {
    const ana = await system().newcomer('ana');
    const { visitor } = system();
    const again = await visitor.post('/auth/register', { email: ana.email.toUpperCase(), password: 'otra-clave' });
    expect([again.status, again.body.code]).toEqual([409, 'email_taken']);
    const wrong = await visitor.post('/auth/login', { email: ana.email, password: 'no es esta' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_credentials']);
    const rejoined = await Person.logIn(ana.url, ana.email, passwordOf(ana.email));
    expect((await rejoined.read('/auth/me')).id).toBe(ana.id);
  });

  test('the directory shows twelve a page, and finds by name, description and tag', async () => {
    const word = `w${Date.now().toString(36)}`;
    const founders = await Promise.all(Array.from({ length: 5 }, () => system().newcomer('fundador')));
    for (const [index, founder] of founders.entries())
      for (const turn of [0, 1, 2])
        await founder.createTribe(`Tribu ${index}${turn} ${word}`, { tags: `t${index}-${word}` });
    const viewer = await system().newcomer('lectora');
    const first = await viewer.read(`/tribes?q=${word}`);
    const second = await viewer.read(`/tribes?q=${word}&page=2`);
    expect([first.items.length, first.total, second.items.length]).toEqual([12, 15, 3]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(15);
    expect((await viewer.read(`/tribes?q=t3-${word}`)).total).toBe(3);
    expect((await viewer.read(`/tribes?q=${encodeURIComponent('%')}${word}`)).total).toBe(0);
  });

  test('a person can create three tribes with tags and a picture, but no fourth', async () => {
    const ana = await system().newcomer('ana');
    const tribe = await ana.createTribe(`Panaderos ${ana.id}`, { description: 'Pan', tags: 'Pan, masa-madre,pan' });
    expect(tribe).toMatchObject({ tags: ['pan', 'masa-madre'], membersCount: 1, membership: { role: 'owner' } });
    const tagged = (tags: string) => ana.post('/tribes', { name: 'Otra', tags });
    expect((await tagged('x'.repeat(25))).body.error).toBe(`Tag '${'x'.repeat(25)}' inválido (1-24 chars).`);
    expect((await tagged('ñandú')).body.error).toBe("Tag 'ñandú' solo letras, números o guiones.");

    const form = new FormData();
    form.append('image', new Blob([Buffer.from(await png(1200, 400))]), 'portada.png');
    const banner = await ana.post(`/tribes/${tribe.id}/banner`, form);
    expect(banner.status).toBe(200);
    const shown = await ana.read(`/tribes/${tribe.id}`);
    expect(shown.imageUrl).toBe(banner.body.imageUrl);
    const picture = await system().visitor.fetch(shown.imageUrl);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);

    for (const number of [2, 3]) await ana.createTribe(`Panaderos ${number} ${ana.id}`);
    const fourth = await ana.post('/tribes', { name: `Panaderos 4 ${ana.id}` });
    expect([fourth.status, fourth.body.code]).toEqual([403, 'tribe_limit']);
  });

  test('a second member joins a public tribe, reads and leaves it', async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    const tribe = await ana.createTribe(`Abierta ${ana.id}`);
    await ana.publish(tribe.id, { content: 'Primera' });
    expect((await beto.get(`/tribes/${tribe.id}/posts`)).status).toBe(403);
    expect((await beto.join(tribe.id)).body.membership).toMatchObject({ status: 'active', levelOrder: 1 });
    expect((await beto.read(`/tribes/${tribe.id}/posts`)).items).toHaveLength(1);
    expect((await ana.read(`/tribes/${tribe.id}`)).membersCount).toBe(2);
    expect((await beto.post(`/tribes/${tribe.id}/leave`)).status).toBe(200);
    await system().settled();
    await until(async () => (await beto.get(`/tribes/${tribe.id}/posts`)).status === 403, 'the tribe is closed');
  });

  test('a request to join a private tribe notifies its owner, who approves it', async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    const tribe = await ana.createTribe(`Secreta ${ana.id}`, { isPrivate: true });
    const post = await ana.publish(tribe.id, { content: 'Solo para nosotros' });
    expect((await beto.join(tribe.id)).body.code).toBe('approval_required');
    expect((await beto.post(`/tribes/${tribe.id}/join-request`)).body.membership.status).toBe('pending');
    expect((await beto.get(`/tribes/${tribe.id}/posts/${post.id}`)).status).toBe(403);

    await system().settled();
    expect(await ana.notifications()).toMatchObject([
      { type: 'join_request', data: { requesterId: beto.id, requesterName: beto.name, tribeId: tribe.id } },
    ]);
    const { items } = await ana.read(`/tribes/${tribe.id}/members/pending`);
    expect(items).toMatchObject([{ user: { id: beto.id } }]);
    expect((await ana.post(`/tribes/${tribe.id}/members/${beto.id}/approve`)).status).toBe(200);

    expect((await beto.read(`/tribes/${tribe.id}/posts/${post.id}`)).content).toBe('Solo para nosotros');
    await system().settled();
    expect(await beto.notifications()).toMatchObject([
      { type: 'join_request_result', data: { tribeId: tribe.id, status: 'approved' } },
    ]);
    expect(await ana.notifications()).toEqual([]);
  });
}
