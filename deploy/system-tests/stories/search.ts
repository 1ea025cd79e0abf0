import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Person } from '../people.ts';
import type { SharedSystem } from '../test-system.ts';

interface Found {
  user: { id: string };
  tribe: { id: number };
}

/** The search for people. */
export function searchStories(system: () => SharedSystem): void {
  test('a person is found by a misspelt name in a shared tribe, until a block, a change of name or leaving', async () => {
    const [ana, beto, eve] = await Promise.all(['ana', 'beto', 'eva'].map((name) => system().newcomer(name)));
    if (!ana || !beto || !eve) throw new Error('registration failed');
    const found = async (viewer: Person, q: string): Promise<string[]> =>
      (await viewer.read(`/search?type=accounts&q=${q}`)).items.map(
        ({ user, tribe }: Found) => `${user.id} ${tribe.id}`,
      );
    await beto.put('/auth/me', { name: 'Eustaquio Rovira' });
    const tribe = await ana.createTribe(`Búsqueda ${ana.id}`);
    expect(await found(ana, 'eustaquio')).toEqual([]);
    await beto.join(tribe.id);
    await system().settled();
    const shown = [`${beto.id} ${tribe.id}`];
    for (const q of ['eustaquio', 'Ustaquio', 'eustakio', 'rovira'])
      expect([q, await found(ana, q)]).toEqual([q, shown]);
    expect(await found(eve, 'eustaquio')).toEqual([]);
    expect((await system().visitor.get('/search?type=accounts&q=eustaquio')).status).toBe(401);

    await beto.put('/auth/me', { name: 'Macario' });
    expect(await found(ana, 'eustaquio')).toEqual([]);
    expect(await found(ana, 'macario')).toEqual(shown);
    await beto.put(`/auth/me/blocks/users/${ana.id}`);
    const none = async () => (await found(beto, ana.name)).length === 0;
    await until(none, 'neither finds the other');
    await beto.delete(`/auth/me/blocks/users/${ana.id}`);
    await beto.post(`/tribes/${tribe.id}/leave`);
    await until(async () => (await found(ana, 'macario')).length === 0, 'a former member is not found');
  });
}
