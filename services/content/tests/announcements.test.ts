import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { dayMs, daySeconds, hourMs } from '@tribus/kit/core/durations.ts';
import { PostAnnounced } from '@tribus/proto/content/v1/events.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, resolve, caseIn } = moderationOn(() => bench);

const announce = (actor: Actor, tribeId: number, id: string, announced = true) =>
  as(actor).put(`/tribes/${tribeId}/posts/${id}/announcement`, { announced });
const announcedIn = async (tribeId: number) =>
  (await bench.eventsOf(PostAnnounced, tribeId)).map(({ postId }) => postId);

async function tribeWith(posts: number) {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const ids: string[] = [];
  for (let index = 0; index < posts; index++)
    ids.push((await bench.publishPost(owner, tribeId, { content: `${index}` })).id);
  return { owner, tribeId, ids, first: ids[0] ?? '', member: bench.tribes.addMember(tribeId) };
}

test('owners, officers and site admins can announce posts; members and non-members cannot', async () => {
  const { owner, tribeId, first, member } = await tribeWith(1);
  const officer = bench.tribes.addMember(tribeId, { role: 'officer' });
  for (const refused of [member, person()]) expect((await announce(refused, tribeId, first)).status).toBe(403);
  expect(await announcedIn(tribeId)).toEqual([]);
  for (const moderator of [owner, officer, admin])
    expect(await announce(moderator, tribeId, first)).toMatchObject({ status: 200, body: { isAnnouncement: true } });
  const { items } = (await as(member).get(`/tribes/${tribeId}/posts`)).body;
  expect(items).toMatchObject([{ id: first, isAnnouncement: true, canPin: false }]);
  expect((await as(member).get(`/tribes/${tribeId}/posts/${first}`)).body.isAnnouncement).toBe(true);
  expect((await announce(officer, tribeId, first, false)).body.isAnnouncement).toBe(false);
});

test('members are notified of a post once, even when it is marked repeatedly and concurrently', async () => {
  const { owner, tribeId, first } = await tribeWith(1);
  const officer = bench.tribes.addMember(tribeId, { role: 'officer' });
  const post = await bench.publishPost(officer, tribeId, { content: 'Asamblea', minLevelOrder: '1' });
  const responses = await Promise.all(Array.from({ length: 20 }, () => announce(owner, tribeId, post.id)));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  for (const announced of [false, false, true]) await announce(owner, tribeId, post.id, announced);
  bench.clock.advance(25 * hourMs);
  for (const announced of [false, true]) await announce(owner, tribeId, post.id, announced);
  expect(await bench.eventsOf(PostAnnounced, tribeId)).toEqual([
    { tribeId, postId: post.id, authorId: officer.id, announcedById: owner.id, minLevelOrder: 1 },
  ]);
  // Marking an announced post again does not count as the announcement of the day.
  expect((await announce(owner, tribeId, first)).status).toBe(200);
});

test('only one of fifty concurrent announcements succeeds, and the errors contain the time of the next one', async () => {
  const { owner, tribeId, ids } = await tribeWith(50);
  const responses = await Promise.all(ids.map((id) => announce(owner, tribeId, id)));
  const won = ids.filter((_id, index) => responses[index]?.status === 200);
  expect(won).toHaveLength(1);
  expect(await announcedIn(tribeId)).toEqual(won);
  const opensAt = new Date(bench.clock.now().getTime() + dayMs).toISOString();
  const refused = responses.filter(({ status }) => status !== 200);
  expect(refused.map(outcomeOf)).toEqual(Array(49).fill({ status: 409, code: 'announced_recently' }));
  for (const { body, headers } of refused) {
    expect(body.details).toEqual([{ path: 'opensAt', message: opensAt }]);
    expect(headers.get('retry-after')).toBe(String(daySeconds));
  }
  const { items } = (await as(owner).get(`/tribes/${tribeId}/posts?limit=50`)).body;
  expect(items.filter(({ isAnnouncement }: { isAnnouncement: boolean }) => isAnnouncement)).toMatchObject([
    { id: won[0] },
  ]);
});

test('the next announcement is possible exactly a day later, and each language shows the remaining time', async () => {
  const { owner, tribeId, ids } = await tribeWith(3);
  const [first = '', second = '', third = ''] = ids;
  await announce(owner, tribeId, first);
  bench.clock.advance(22.5 * hourMs);
  const inLanguage = async (language: 'es' | 'en' | 'zh') =>
    (await announce(userActor(owner.id, { language }), tribeId, second)).body.error;
  expect(await Promise.all((['es', 'en', 'zh'] as const).map(inLanguage))).toEqual([
    'Esta tribu ya avisó a todos hace menos de 24 h: el próximo anuncio se podrá hacer en 2 h.',
    'This tribe told everybody less than 24 h ago: the next announcement is possible in 2 h.',
    '本部落在 24 小时内已发过公告：2 小时后可发布下一条。',
  ]);
  bench.clock.advance(1.5 * hourMs - 1);
  expect((await announce(owner, tribeId, second)).status).toBe(409);
  bench.clock.advance(1);
  expect((await announce(owner, tribeId, second)).status).toBe(200);
  expect(outcomeOf(await announce(owner, tribeId, third))).toEqual({ status: 409, code: 'announced_recently' });
  expect(await announcedIn(tribeId)).toEqual([first, second]);
});

test('unmarking or deleting an announcement does not allow another one that day, and other tribes are not affected', async () => {
  const { owner, tribeId, ids } = await tribeWith(2);
  const [first = '', second = ''] = ids;
  await announce(owner, tribeId, first);
  await announce(owner, tribeId, first, false);
  expect((await announce(owner, tribeId, second)).status).toBe(409);
  expect((await as(owner).delete(`/tribes/${tribeId}/posts/${first}`)).status).toBe(200);
  expect((await announce(owner, tribeId, second)).status).toBe(409);
  const other = await tribeWith(1);
  expect((await announce(other.owner, other.tribeId, other.first)).status).toBe(200);
});

test('hidden, removed and deleted posts, posts of other tribes and invisible posts cannot be announced', async () => {
  const { owner, tribeId, ids, member } = await tribeWith(2);
  const [deleted = '', untouched = ''] = ids;
  const { id } = await bench.publishPost(member, tribeId, { content: 'Dudoso' });
  await report(bench.tribes.addMember(tribeId), id);
  const found = await caseIn(tribeId, owner);
  await resolve(owner, found.id, 'hide');
  expect(outcomeOf(await announce(owner, tribeId, id))).toEqual({ status: 409, code: 'hidden_unannounced' });
  await as(member).put(`/tribes/${tribeId}/posts/${id}`, { content: 'Corregido' });
  expect((await announce(owner, tribeId, id)).status).toBe(200);
  bench.clock.advance(dayMs);
  await report(bench.tribes.addMember(tribeId), id);
  await resolve(owner, (await caseIn(tribeId, owner)).id, 'remove');
  await as(owner).delete(`/tribes/${tribeId}/posts/${deleted}`);
  for (const postId of [id, deleted]) expect((await announce(owner, tribeId, postId)).status).toBe(404);
  const other = await tribeWith(0);
  expect((await announce(other.owner, other.tribeId, untouched)).status).toBe(404);
  expect(await announcedIn(tribeId)).toEqual([id]);
});
