import { expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { Listener } from '../listener.ts';
import type { Person } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';
import { getPathsOf, type Marks, pathsContaining, searchPathsOf, type World } from './get-paths.ts';

const heart = '❤️';

/** The only response that names a hidden member: it is requested by their id, outside of any tribe. */
const profile = '/api/auth/public/{userId}: id,picture';

/** A tribe with one member at its first level and some at its second, whose names the first may not see. */
async function climbed(system: SharedSystem) {
  const [ana, beto, luis, noa, eva] = (await Promise.all(
    ['ana', 'beto', 'luis', 'noa', 'eva'].map((name) => system.newcomer(name)),
  )) as [Person, Person, Person, Person, Person];
  const { id: tribeId } = await ana.createTribe(`Cumbre ${ana.id}`);
  for (const each of [beto, luis, noa, eva]) await each.join(tribeId);
  const { levels } = await ana.read(`/tribes/${tribeId}/config`);
  const quiz = { type: 'quiz', title: 'Cuerdas', answerKey: { answers: [4] } };
  const { id: quizId } = (await ana.post(`/tribes/${tribeId}/levels/${levels[1].id}/challenges`, quiz)).body;
  for (const each of [luis, noa, eva])
    await each.post(`/tribes/${tribeId}/challenges/${quizId}/submit`, { answers: [4] });
  const vibe = { kind: 'story', tags: 'chill', pictures: [await png(60, 40)] };
  const postId: string = (await ana.publish(tribeId, { content: 'Para toda la cordada' })).id;
  const vibeId: string = (await beto.publish(tribeId, vibe)).id;
  return { ana, beto, luis, noa, eva, world: { tribeId: Number(tribeId), postId, vibeId } };
}

/** Writes and reacts wherever possible; returns the values that identify the author. */
async function writeContent(
  by: Person,
  to: Person,
  { tribeId, postId, vibeId }: Omit<World, 'otherId'>,
): Promise<Marks> {
  const form = new FormData();
  form.append('avatar', new Blob([Buffer.from(await png(300, 300))]), 'cara.png');
  const { avatarUrl } = (await by.post('/auth/me/avatar', form)).body;
  await by.put('/auth/me', { name: `nombre-de-${by.id}` });
  const own = await to.publish(tribeId, { content: 'Pregunto a quien sepa' });
  await by.publish(tribeId, { content: 'Hitos en la niebla' });
  await by.publish(tribeId, { kind: 'story', tags: 'chill', pictures: [await png(60, 40)] });
  await by.putUp(tribeId, await png(60, 40), 'La arista');
  for (const id of [postId, own.id]) {
    await by.post(`/tribes/${tribeId}/posts/${id}/comments`, { content: 'Por la izquierda' });
    await by.post(`/tribes/${tribeId}/posts/${id}/reactions`, { type: 'like' });
  }
  await by.post(`/vibes/${vibeId}/reactions`, { emoji: heart });
  await by.post(`/tribes/${tribeId}/chat`, { content: 'Salimos a las seis' });
  const key = new URL(avatarUrl, by.url).searchParams.get('key') ?? avatarUrl;
  return { id: by.id, picture: encodeURIComponent(key) };
}

/** Returns the author ids that a viewer sees in the chat, in posts and in comments. */
async function authorsSeenBy(viewer: Person, { tribeId, postId }: Omit<World, 'otherId'>): Promise<Set<string>> {
  const paths = ['chat', 'posts', `posts/${postId}/comments`].map((list) => `/tribes/${tribeId}/${list}`);
  const lists = await Promise.all(paths.map((path) => viewer.read(path)));
  return new Set(JSON.stringify(lists).match(/hidden-[\w-]{43}/g) ?? []);
}

/** Opens all streams of a member: their own and that of a vibe. */
const listen = (viewer: Person, { vibeId }: Omit<World, 'otherId'>): Promise<[Listener, Listener]> =>
  Promise.all([viewer.listen('/stream'), viewer.listen(`/vibes/${vibeId}/stream`)]);

/** The streams have delivered an event of each hidden person, without their marks, until a visible person's. */
async function expectHiddenIn(
  [own, watching]: [Listener, Listener],
  hidden: readonly Marks[],
  { by, world }: { by: Person; world: Omit<World, 'otherId'> },
): Promise<void> {
  const { body: last } = await by.post(`/tribes/${world.tribeId}/chat`, { content: 'Hasta mañana' });
  await by.post(`/vibes/${world.vibeId}/reactions`, { emoji: heart });
  await own.waitFor('chat', ({ messageId }) => messageId === last.id);
  await watching.waitFor('reaction', ({ userId }) => userId === by.id);
  expect(own.received.filter(({ event }) => event === 'chat')).toHaveLength(hidden.length + 1);
  const names = watching.received.map(({ data }) => data.userName);
  expect(names).toEqual([...hidden.map(() => 'Miembro de nivel superior'), by.name]);
  const received = JSON.stringify([own.received, watching.received]);
  expect(hidden.flatMap((marks) => Object.values(marks)).filter((mark) => received.includes(mark))).toEqual([]);
  for (const stream of [own, watching]) stream.close();
}

/** The tribes in which a search for a name finds people: everybody is a member of hominini, which hides nobody. */
async function tribesOfFound(viewer: Person, name: string): Promise<number[]> {
  const { items } = await viewer.read(`/search?q=${encodeURIComponent(name)}`);
  return items.map(({ tribe }: { tribe?: { id: number } }) => tribe?.id);
}

/** A member hidden by their level is hidden while they are in the tribe, and after leaving it. */
export function hiddenPeopleStories(system: () => SharedSystem): void {
  test('a member of a higher level is named to no viewer below it, before and after they leave or are banned', async () => {
    const { ana, beto, luis, noa, eva, world } = await climbed(system());
    const marks = new Map<Person, Marks>();
    const streams = await listen(beto, world);
    for (const each of [luis, noa]) marks.set(each, await writeContent(each, beto, world));
    await system().settled();
    await expectHiddenIn(streams, [...marks.values()], { by: ana, world });
    const published = await ana.read('/openapi.json');
    const namedIn = (viewer: Person, other: Person) =>
      pathsContaining(viewer, marks.get(other) ?? {}, getPathsOf(published, { ...world, otherId: other.id }));
    const ofTribe = (named: readonly string[]) => named.filter((route) => route.startsWith('/api/tribes/{tribeId}'));
    for (const other of [luis, noa]) {
      expect(await namedIn(beto, other)).toEqual([profile]);
      const { name } = await other.read('/auth/me');
      const searches = searchPathsOf(published, { ...world, otherId: other.id }, [name]);
      const found = await pathsContaining(beto, { name, ...marks.get(other) }, searches);
      expect(found.map((route) => route.split(' ')[0])).toEqual(['/api/search']);
      expect(await tribesOfFound(beto, name)).toEqual([homininiId]);
    }
    const known = await authorsSeenBy(beto, world);
    expect(known.size).toBe(2);

    expect((await luis.post(`/tribes/${world.tribeId}/leave`)).status).toBe(200);
    expect((await ana.post(`/tribes/${world.tribeId}/bans`, { userId: noa.id, reason: 'insultos' })).status).toBe(201);
    await system().settled();
    const sees = async () => (await beto.read(`/tribes/${world.tribeId}/members`)).items.length === 3;
    await until(sees, 'neither is listed among the members');
    for (const other of [luis, noa]) {
      expect(await namedIn(beto, other)).toEqual([profile]);
      expect(ofTribe(await namedIn(eva, other)).length).toBeGreaterThan(2);
    }
    expect(await authorsSeenBy(beto, world)).toEqual(known);

    // Their content is blocked and reported by the ids that the viewer sees.
    const [one = ''] = known;
    const blocked = await beto.put(`/auth/me/blocks/users/${one}?tribeId=${world.tribeId}`);
    const listed = await beto.read('/auth/me/blocks');
    expect([blocked.status, listed.items.map(({ user }: { user: { id: string } }) => user.id)]).toEqual([200, [one]]);
    await until(async () => !(await authorsSeenBy(beto, world)).has(one), 'nothing of theirs is shown');
  });

  test('requests by name and the effects of following do not reveal a hidden id', async () => {
    const { ana, beto, luis, world } = await climbed(system());
    await beto.post(`/auth/users/${luis.id}/follow`);
    await system().settled();
    await writeContent(luis, beto, world);
    await system().settled();
    expect((await authorsSeenBy(beto, world)).size).toBe(1);
    const getPaths = getPathsOf(await ana.read('/openapi.json'), { ...world, otherId: luis.id });
    const byName = [...getPaths].filter(([route, path]) => path.includes(luis.id) || route === '/api/notifications');
    expect(byName.length).toBeGreaterThan(5);
    expect(await pathsContaining(beto, { pseudonym: 'hidden-' }, new Map(byName))).toEqual([]);
  });
}
