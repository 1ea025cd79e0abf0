import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin } from '@tribus/community/testing/factories.ts';
import { serviceActor } from '@tribus/kit/core/actor.ts';
import { sql } from 'kysely';
import { type Bench, openBench } from './bench.ts';
import { moderationOn } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const identity = { actor: serviceActor('identity') };
const { as, reportedPost, resolve } = moderationOn(() => bench);

async function exportedDecisions(userId: string) {
  const request = { userId, area: 'decisions', cursor: '' };
  const { records } = await bench.rpc.exportPersonalData(request, identity);
  return records.map((record) => JSON.parse(record));
}

test('an export does not mention a report without a consequence, which its author is not informed of', async () => {
  const { tribeId, author, member, owner, found } = await reportedPost();
  const options = { tribeId, viewers: [member], content: 'entre dos' };
  const messageId = bench.messaging.addMessage('direct', author, options);
  await as(member).post('/reports/message', { messageId, reason: 'harassment' });
  const { items } = (await as(admin).get(`/admin/reports?kind=direct_message&tribeId=${tribeId}`)).body;
  expect((await resolve(admin, items[0].id, 'keep')).status).toBe(200);
  expect((await resolve(owner, found.id, 'keep')).status).toBe(200);
  expect(await exportedDecisions(author.id)).toEqual([]);
});

test('an export contains the decisions that its author is informed of, up to the last one', async () => {
  const { author, owner, post, path, found } = await reportedPost();
  expect((await resolve(owner, found.id, 'hide', { reason: 'spam', message: 'cámbialo' })).status).toBe(200);
  expect((await as(author).put(path, { content: 'mejor' })).status).toBe(200);
  const { version } = (await as(owner).get(`/reports/${found.id}`)).body;
  expect((await resolve(owner, found.id, 'keep', { version })).status).toBe(200);
  expect(await exportedDecisions(author.id)).toMatchObject([
    { kind: 'post', objectId: post.id, action: 'hide', message: 'cámbialo' },
    { kind: 'post', objectId: post.id, action: 'keep' },
  ]);
});

test('an export names a user reported under a pseudonym by their own id, so that it identifies no reporter', async () => {
  const tribeId = bench.tribes.createTribe();
  const [below, above] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId, { levelOrder: 4 })];
  const post = await bench.publishPost(above, tribeId);
  const { id: userId } = (await as(below).get(`/tribes/${tribeId}/posts/${post.id}`)).body.user;
  expect((await as(below).post('/reports/person', { userId, tribeId, reason: 'harassment' })).status).toBe(201);
  const { items } = (await as(admin).get(`/admin/reports?kind=person&tribeId=${tribeId}`)).body;
  expect((await resolve(admin, items[0].id, 'warn', { reason: 'harassment' })).status).toBe(200);
  expect(await exportedDecisions(above.id)).toMatchObject([{ kind: 'person', objectId: above.id, action: 'warn' }]);
});

test('an export contains the days on which its author took part in each tribe, and the posts they viewed', async () => {
  const [first, second] = [bench.tribes.createTribe(), bench.tribes.createTribe()];
  const [ana, other] = [bench.tribes.addMember(first), bench.tribes.addMember(first)];
  bench.tribes.setMembership(second, ana);
  await bench.publishPost(ana, first);
  await bench.publishPost(ana, second);
  const seen = await bench.publishPost(other, first);
  expect((await as(ana).post(`/tribes/${first}/posts/${seen.id}/view`)).status).toBeLessThan(300);
  const exported = async (area: string) => {
    const { records } = await bench.rpc.exportPersonalData({ userId: ana.id, area, cursor: '' }, identity);
    return records.map((record) => JSON.parse(record));
  };
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  expect(await exported('active_days')).toEqual(
    [first, second].map((tribeId) => ({ tribeId, day, posts: 1, comments: 0, reactions: 0 })),
  );
  expect(await exported('views')).toEqual([{ postId: seen.id, day }]);
});

test.each([
  [
    'active_days',
    (userId: string) => sql`
     insert into active_days (tribe_id, day, user_id, posts)
     select tribe, current_date - day, ${userId}, 1 from generate_series(1, 3) as tribe, generate_series(0, 49) as day`,
  ],
  [
    'views',
    (userId: string) => sql`
     with viewed as (
       insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, min_level_order, created_at)
       select gen_random_uuid(), 900, 'author', 'post', '', '[]', 0, '{}', 1, now() from generate_series(1, 75) returning id
     )
     insert into views (post_id, viewer, day) select id, ${userId}, current_date - day from viewed, generate_series(0, 1) as day`,
  ],
  [
    'post_versions',
    (userId: string) => sql`
     with written as (
       insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, min_level_order, created_at)
       select gen_random_uuid(), 900, ${userId}, 'post', '', '[]', 0, '{}', 1, now() from generate_series(1, 75) returning id
     )
     insert into post_versions (post_id, number, content, written_at, by_moderator)
     select id, number, 'antes', now(), false from written, generate_series(1, 2) as number`,
  ],
])('an export contains all %s over several pages', async (area, insert) => {
  const { id: userId } = bench.tribes.addMember(bench.tribes.createTribe());
  await insert(userId).execute(await bench.db());
  const first = await bench.rpc.exportPersonalData({ userId, area, cursor: '' }, identity);
  const rest = await bench.rpc.exportPersonalData({ userId, area, cursor: first.nextCursor }, identity);
  expect([first.records.length, rest.records.length, rest.nextCursor]).toEqual([100, 50, '']);
  expect(new Set([...first.records, ...rest.records]).size).toBe(150);
});
