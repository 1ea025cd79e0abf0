import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Person } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';
import { getPathsOf, type Marks, pathsContaining, vanishes, type World } from './get-paths.ts';

const heart = '❤️';
const hominini = 38;

/** Creates two people with every kind of relation, and a third who owns the tribe. */
async function acquaintances(system: SharedSystem) {
  const [ana, beto, eva] = await Promise.all([system.newcomer('ana'), system.newcomer('beto'), system.newcomer('eva')]);
  const tribe = await eva.createTribe(`Fogón ${eva.id}`);
  for (const each of [ana, beto]) await each.join(tribe.id);
  const vibe = { kind: 'story', tags: 'chill', pictures: [await png(60, 40)] };
  const postId: string = (await eva.publish(tribe.id, { content: 'Para todas' })).id;
  const vibeId: string = (await eva.publish(tribe.id, vibe)).id;
  const world: Omit<World, 'otherId'> = { tribeId: tribe.id, postId, vibeId };
  return { ana, beto, eva, world };
}

/** Writes content of every kind, with words used nowhere else; returns the values that identify the author. */
async function writeContent(
  by: Person,
  to: Person,
  { tribeId, postId, vibeId }: Omit<World, 'otherId'>,
): Promise<Marks> {
  const word = (what: string) => `${what}-de-${by.id}`;
  const form = new FormData();
  form.append('avatar', new Blob([Buffer.from(await png(300, 300))]), 'cara.png');
  const { avatarUrl } = (await by.post('/auth/me/avatar', form)).body;
  await by.put('/auth/me', { name: word('nombre'), bio: word('vida').slice(0, 90) });
  await by.post('/user/heartbeat');
  const own = await to.publish(tribeId, { content: 'Para ti' });
  await by.post(`/auth/users/${to.id}/follow`);
  await by.publish(tribeId, { content: word('post') });
  await by.publish(hominini, { content: word('portada') });
  await by.publish(tribeId, { kind: 'story', tags: 'chill', content: word('vibe'), pictures: [await png(60, 40)] });
  await by.putUp(tribeId, await png(60, 40), word('imagen'));
  for (const id of [postId, own.id]) {
    await by.post(`/tribes/${tribeId}/posts/${id}/comments`, { content: word('comentario') });
    await by.post(`/tribes/${tribeId}/posts/${id}/reactions`, { type: 'like' });
  }
  await by.post(`/vibes/${vibeId}/reactions`, { emoji: heart });
  await by.post(`/tribes/${tribeId}/chat`, { content: word('charla') });
  await by.post('/messages', { toUserId: to.id, tribeId, content: word('mensaje') });
  const key = new URL(avatarUrl, by.url).searchParams.get('key') ?? avatarUrl;
  // Names and texts contain the id.
  return { id: by.id, picture: encodeURIComponent(key) };
}

/** A block hides two people from each other everywhere. */
export function blockStories(system: () => SharedSystem): void {
  test('no response of the API contains the other person after a block, in either direction', async () => {
    const { ana, beto, eva, world } = await acquaintances(system());
    const [ofAna, ofBeto] = [await writeContent(ana, beto, world), await writeContent(beto, ana, world)];
    const comments = `/tribes/${world.tribeId}/posts/${world.postId}/comments`;
    const [blockedComment] = (await eva.read(comments)).items.filter(
      ({ userId }: { userId: string }) => userId === beto.id,
    );
    await eva.post(comments, { content: 'Bien dicho', parentId: blockedComment.id });
    await system().settled();
    const published = await ana.read('/openapi.json');
    const getPaths = (other: Person) => getPathsOf(published, { ...world, otherId: other.id });
    for (const [viewer, other, marks] of [
      [ana, beto, ofBeto],
      [beto, ana, ofAna],
    ] as const)
      expect((await pathsContaining(viewer, marks, getPaths(other))).length).toBeGreaterThan(10);

    expect((await ana.put(`/auth/me/blocks/users/${beto.id}`)).status).toBe(200);
    await system().settled();
    const withoutOwnList = new Map([...getPaths(beto)].filter(([route]) => route !== '/api/auth/me/blocks'));
    const left = async () => [
      ...(await pathsContaining(ana, ofBeto, withoutOwnList)),
      ...(await pathsContaining(beto, ofAna, getPaths(ana))),
    ];
    await vanishes(ana, ofBeto, withoutOwnList);
    await vanishes(beto, ofAna, getPaths(ana));
    expect(await left()).toEqual([]);
    // Only her own list shows the block, and others see both people.
    expect((await ana.read('/auth/me/blocks')).items).toMatchObject([{ user: { id: beto.id } }]);
    expect((await pathsContaining(eva, ofBeto, getPaths(beto))).length).toBeGreaterThan(5);
  });

  test('open streams receive no events of a blocked person, and an unblock restores them', async () => {
    const { ana, beto, eva, world } = await acquaintances(system());
    await ana.put(`/auth/me/blocks/users/${beto.id}`);
    await system().settled();
    const streams = await Promise.all([ana.listen('/stream'), ana.listen(`/vibes/${world.vibeId}/stream`)]);
    await beto.post(`/tribes/${world.tribeId}/chat`, { content: 'No para ella' });
    await beto.post(`/vibes/${world.vibeId}/reactions`, { emoji: heart });
    expect((await beto.post('/messages', { toUserId: ana.id, tribeId: world.tribeId, content: 'no' })).status).toBe(
      403,
    );
    const { body: sent } = await eva.post(`/tribes/${world.tribeId}/chat`, { content: 'Para todas' });
    await eva.post(`/vibes/${world.vibeId}/reactions`, { emoji: heart });
    const [own, watching] = streams;
    await own.waitFor('chat', ({ messageId }) => messageId === sent.id);
    await watching.waitFor('reaction', ({ userId }) => userId === eva.id);
    expect(own.received.filter(({ event }) => event === 'chat')).toHaveLength(1);
    expect(JSON.stringify(streams.map(({ received }) => received))).not.toContain(beto.id);
    for (const stream of streams) stream.close();

    const post = await beto.publish(world.tribeId, { content: 'De vuelta' });
    const path = `/tribes/${world.tribeId}/posts/${post.id}`;
    expect((await ana.get(path)).status).toBe(404);
    expect((await ana.delete(`/auth/me/blocks/users/${beto.id}`)).status).toBe(200);
    await until(async () => (await ana.get(path)).status === 200, 'the post is visible again');
  });

  test('muted content is in no feed of the person who muted it, and its author cannot notice it', async () => {
    const { ana, beto, world } = await acquaintances(system());
    const post = await beto.publish(world.tribeId, { content: 'Spoilers de la final' });
    const feed = async (viewer: Person): Promise<string[]> =>
      (await viewer.read(`/tribes/${world.tribeId}/posts`)).items.map(({ id }: { id: string }) => id);
    expect(await feed(ana)).toContain(post.id);
    await ana.put('/auth/me/mutes/words', { word: 'SPOILERS' });
    await until(async () => !(await feed(ana)).includes(post.id), 'the word is muted');
    expect((await ana.call('DELETE', '/auth/me/mutes/words', { word: 'spoilers' })).status).toBe(200);
    await until(async () => (await feed(ana)).includes(post.id), 'it is muted no more');
    await ana.put(`/auth/me/mutes/users/${beto.id}`);
    await until(async () => !(await feed(ana)).includes(post.id), 'its author is muted');
    expect((await beto.get(`/auth/public/${ana.id}`)).status).toBe(200);
    expect(await feed(beto)).toContain(post.id);
  });
}
