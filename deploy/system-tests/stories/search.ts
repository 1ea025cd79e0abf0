import { expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { Person } from '../people.ts';
import type { SharedSystem } from '../test-system.ts';

interface Found {
  user: { id: string };
  tribe: { id: number };
}

/** The search for people. */
export function searchStories(system: () => SharedSystem): void {
  test('a person is found in hominini, and by a misspelt name in a shared tribe, until a block or a change of name', async () => {
    const [ana, beto, eve] = await Promise.all(['ana', 'beto', 'eva'].map((name) => system().newcomer(name)));
    if (!ana || !beto || !eve) throw new Error('registration failed');
    // Other people of the system may have similar names.
    const found = async (viewer: Person, q: string, wanted = beto): Promise<number[]> => {
      const { items } = await viewer.read(`/search?type=accounts&q=${encodeURIComponent(q)}`);
      return items.flatMap(({ user, tribe }: Found) => (user.id === wanted.id ? [tribe.id] : []));
    };
    await beto.put('/auth/me', { name: 'Eustaquio Rovira' });
    const tribe = await ana.createTribe(`Búsqueda ${ana.id}`);
    expect(await found(ana, 'eustaquio')).toEqual([homininiId]);
    await beto.join(tribe.id);
    await system().settled();
    const shown = [tribe.id];
    for (const q of ['eustaquio', 'Ustaquio', 'eustakio', 'rovira'])
      expect([q, await found(ana, q)]).toEqual([q, shown]);
    expect(await found(eve, 'eustaquio')).toEqual([homininiId]);
    expect((await system().visitor.get('/search?type=accounts&q=eustaquio')).status).toBe(401);

    await beto.put('/auth/me', { name: 'Macario' });
    expect(await found(ana, 'eustaquio')).toEqual([]);
    expect(await found(ana, 'macario')).toEqual(shown);
    await beto.put(`/auth/me/blocks/users/${ana.id}`);
    const none = async () => (await found(beto, ana.name, ana)).length === 0;
    await until(none, 'a blocked person is not found');
    await beto.delete(`/auth/me/blocks/users/${ana.id}`);
    await beto.post(`/tribes/${tribe.id}/leave`);
    const isInHominini = async () => (await found(ana, 'macario'))[0] === homininiId;
    await until(isInHominini, 'a former member is found in hominini only');
  });
}
