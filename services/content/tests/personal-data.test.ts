import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin } from '@tribus/community/testing/factories.ts';
import { serviceActor } from '@tribus/kit/core/actor.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, reportedPost, resolve } = moderationOn(() => bench);

async function exportedDecisions(userId: string) {
  const request = { userId, area: 'decisions', cursor: '' };
  const { records } = await bench.rpc.exportPersonalData(request, { actor: serviceActor('identity') });
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
