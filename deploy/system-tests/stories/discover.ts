import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Person } from '../people.ts';
import type { SharedSystem } from '../test-system.ts';

interface Suggestion {
  user?: { id: string };
  tribe?: { id: number; membership: { status: string } | null };
  tag?: string;
  reason: { kind: string };
}

/** Suggestions of tribes, people and tags. */
export function discoverStories(system: () => SharedSystem): void {
  const read = async (viewer: Person, kind: 'tribes' | 'people' | 'tags'): Promise<Suggestion[]> =>
    (await viewer.read(`/discover/${kind}`)).items;

  test('tribes, people and tags are suggested with reasons, until they are joined, followed, muted or blocked', async () => {
    const [ana, beto, eva] = await Promise.all(['ana', 'beto', 'eva'].map((name) => system().newcomer(name)));
    if (!ana || !beto || !eva) throw new Error('registration failed');
    const tag = `mimbre-${ana.id.slice(-8)}`;
    const [beside, secret] = [`${tag}-junco`, `${tag}-secreto`];
    const common = await beto.createTribe(`Mimbre ${ana.id}`);
    const open = await beto.createTribe(`Ribera ${ana.id}`, { tags: [tag] });
    const hidden = await beto.createTribe(`Conjura ${ana.id}`, { tags: [tag], isInvisible: true });
    await ana.join(common.id);
    await ana.post(`/auth/me/follows/tags/${tag}`);
    await beto.publish(common.id, { content: 'Canasta', tags: `${tag},${beside}` });
    await beto.publish(hidden.id, { content: 'Secreto', tags: `${tag},${secret}` });
    await system().settled();

    const tribes = await read(ana, 'tribes');
    expect(tribes.find(({ tribe }) => tribe?.id === open.id)?.reason).toEqual({ kind: 'tagsYouFollow', tags: [tag] });
    const people = await read(ana, 'people');
    expect(people.find(({ user }) => user?.id === beto.id)?.reason).toEqual({ kind: 'writesAbout', tags: [tag] });
    const tags = await read(ana, 'tags');
    expect(tags.find((each) => each.tag === beside)?.reason).toEqual({ kind: 'withTags', tags: [tag] });
    for (const viewer of [ana, eva])
      for (const kind of ['tribes', 'people', 'tags'] as const) {
        const text = JSON.stringify(await read(viewer, kind));
        for (const mark of [hidden.name, secret]) expect([kind, text.includes(mark)]).toEqual([kind, false]);
        expect((await system().visitor.get(`/discover/${kind}`)).status).toBe(401);
      }

    await ana.join(open.id);
    await ana.post(`/auth/me/follows/tags/${beside}`);
    await until(async () => {
      const [nextTribes, nextTags] = await Promise.all([read(ana, 'tribes'), read(ana, 'tags')]);
      return !nextTribes.some(({ tribe }) => tribe?.id === open.id) && !nextTags.some((each) => each.tag === beside);
    }, 'what was joined and followed is not suggested');
    await ana.post(`/auth/users/${eva.id}/follow`);
    await until(
      async () =>
        (await read(eva, 'people')).some(({ user, reason }) => user?.id === ana.id && reason.kind === 'followsYou'),
      'a follower is suggested',
    );
    await beto.put(`/auth/me/blocks/users/${ana.id}`);
    await until(
      async () => !(await read(ana, 'people')).some(({ user }) => user?.id === beto.id),
      'the other person of a block is not suggested',
    );
  });
}
