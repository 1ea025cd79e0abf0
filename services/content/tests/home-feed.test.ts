import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { MutesChanged, TagFollowed, UserBlocked, UserFollowed } from '@tribus/proto/identity/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  // Only events evict.
  bench = await openBench({ cacheTtlMs: hourMs });
});
afterAll(() => bench.close());

interface Item {
  id: string;
  reason: string;
  tribe: { id: number };
  user: { id: string };
}

const read = (viewer: Actor | undefined, query = '') => bench.service.as(viewer).get(`/home/feed?${query}`);
const itemsOf = async (viewer: Actor, query = ''): Promise<Item[]> => (await read(viewer, query)).body.items;
const idsOf = async (viewer: Actor, query = ''): Promise<string[]> =>
  (await itemsOf(viewer, query)).map(({ id }) => id);
const publish = async (author: Actor, tribeId: number, more = {}): Promise<string> =>
  (await bench.publishPost(author, tribeId, { content: unique('texto'), ...more })).id;

/** A member of two tribes, with an author in both. */
function twoTribes() {
  const [bread, rock] = [bench.tribes.createTribe(), bench.tribes.createTribe(person(), { isPrivate: true })];
  const [viewer, author] = [person(), person()];
  for (const tribeId of [bread, rock])
    for (const user of [viewer, author]) bench.tribes.setMembership(tribeId, user, { status: 'active', levelOrder: 2 });
  return { bread, rock, viewer, author };
}

test('the posts of all tribes of a member are one list, the newest first, with their tribes', async () => {
  const { bread, rock, viewer, author } = twoTribes();
  const first = await publish(author, bread);
  const second = await publish(author, rock);
  const third = await publish(viewer, bread);
  const elsewhere = bench.tribes.createTribe();
  await publish(bench.tribes.addMember(elsewhere), elsewhere);
  const items = await itemsOf(viewer);
  expect(items.map(({ id, tribe, reason }) => [id, tribe.id, reason])).toEqual([
    [third, bread, 'tribe'],
    [second, rock, 'tribe'],
    [first, bread, 'tribe'],
  ]);
  expect((await read(undefined)).status).toBe(401);
});

test('pages contain every post once, also when posts are published between them', async () => {
  const { bread, rock, viewer, author } = twoTribes();
  const posts: string[] = [];
  for (const tribeId of [bread, rock, rock, bread, rock]) posts.unshift(await publish(author, tribeId));
  const pages: string[][] = [];
  let cursor = '';
  do {
    const { body } = await read(viewer, `limit=2${cursor}`);
    pages.push(body.items.map(({ id }: Item) => id));
    await publish(author, bread);
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
  } while (cursor !== '');
  expect(pages).toEqual([posts.slice(0, 2), posts.slice(2, 4), posts.slice(4)]);
  const { nextCursor } = (await read(viewer, 'limit=2')).body;
  const other = await read(author, `cursor=${nextCursor}`);
  expect([other.status, other.body.code]).toEqual([400, 'bad_cursor']);
});

test('members see posts up to their level, moderators hidden ones, and nobody posts of tribes they left', async () => {
  const { bread, viewer, author } = twoTribes();
  const officer = bench.tribes.addMember(bread, { role: 'officer' });
  const low = await publish(author, bread);
  const high = await publish(officer, bread, { minLevelOrder: '3' });
  expect(await idsOf(viewer)).toEqual([low]);
  expect(await idsOf(officer)).toEqual([high, low]);
  expect(await idsOf(admin)).toEqual([]);
  const applicant = bench.tribes.addMember(bread, { status: 'pending' });
  expect(await idsOf(applicant)).toEqual([]);
});

test('posts of blocked and muted people, and with muted tags and words, are not in the list', async () => {
  const { bread, viewer, author } = twoTribes();
  const [blocked, muted] = [bench.tribes.addMember(bread), bench.tribes.addMember(bread)];
  const shown = await publish(author, bread, { content: 'masa madre' });
  await publish(blocked, bread);
  await publish(muted, bread);
  await publish(author, bread, { tags: 'futbol' });
  await publish(author, bread, { content: 'hablemos de política hoy' });
  expect(await itemsOf(viewer)).toHaveLength(5);
  bench.identity.block(blocked.id, viewer.id);
  const mutes = { muted: [{ userId: muted.id, tribeId: 0 }], mutedTags: ['futbol'], mutedWords: ['politica'] };
  bench.identity.mute(viewer.id, mutes);
  await bench.publishOnly(UserBlocked, { userId: blocked.id, blockedId: viewer.id, tribeId: 0 });
  await bench.publishOnly(MutesChanged, { userId: viewer.id });
  await until(async () => (await idsOf(viewer)).length === 1, 'the filters apply');
  expect(await idsOf(viewer)).toEqual([shown]);
});

test('each post names the followed person, tag or place that it is shown for, from the moment of the follow', async () => {
  const { bread, viewer, author } = twoTribes();
  const other = bench.tribes.addMember(bread);
  const plain = await publish(other, bread);
  const inVigo = await publish(other, bread, { place: 'Vigo' });
  const tagged = await publish(other, bread, { tags: 'pan', place: 'Vigo' });
  const byAuthor = await publish(author, bread, { tags: 'pan' });
  const own = await publish(viewer, bread, { tags: 'pan' });
  const reasons = async () => (await itemsOf(viewer)).map(({ id, reason }) => [id, reason]);
  expect((await reasons()).map(([, reason]) => reason)).toEqual(Array(5).fill('tribe'));
  bench.identity.follows.set(viewer.id, { followedIds: [author.id], tags: ['pan'], places: ['vigo'] });
  await bench.publishOnly(UserFollowed, { userId: viewer.id, followedId: author.id, following: true });
  await bench.publishOnly(TagFollowed, { userId: viewer.id, kind: 'tag', following: true });
  await until(async () => (await reasons()).some(([, reason]) => reason === 'person'), 'the follows are known');
  expect(await reasons()).toEqual([
    [own, 'tribe'],
    [byAuthor, 'person'],
    [tagged, 'tag'],
    [inVigo, 'place'],
    [plain, 'tribe'],
  ]);
});

test('the reason of a post by a hidden author does not depend on whether the viewer follows the author', async () => {
  const tribeId = bench.tribes.createTribe();
  const viewer = bench.tribes.addMember(tribeId, { levelOrder: 1 });
  const followed = bench.tribes.addMember(tribeId, { levelOrder: 4 });
  const other = bench.tribes.addMember(tribeId, { levelOrder: 4 });
  bench.identity.follows.set(viewer.id, { followedIds: [followed.id], tags: ['pan'], places: ['vigo'] });
  const fields = [{}, { place: 'Vigo' }, { tags: 'pan' }, { tags: 'pan', place: 'Vigo' }];
  for (const author of [followed, other]) for (const more of fields) await publish(author, tribeId, more);
  const items = await itemsOf(viewer);
  for (const { user } of items) expect([followed.id, other.id]).not.toContain(user.id);
  const expected = ['tag', 'tag', 'place', 'tribe'];
  expect(items.map(({ reason }) => reason)).toEqual([...expected, ...expected]);
});

test('posts of hominini are in the list of its members only, also for admins', async () => {
  const post = await publish(bench.tribes.addMember(homininiId), homininiId);
  expect(await idsOf(bench.tribes.addMember(homininiId))).toContain(post);
  expect(await idsOf(person())).toEqual([]);
  expect(await idsOf(admin)).toEqual([]);
});
