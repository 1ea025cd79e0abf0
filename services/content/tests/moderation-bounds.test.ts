import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { sql } from 'kysely';
import { caseNotesMax, commentsAround } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, reportComment, resolve, caseIn, reportedPost } = moderationOn(() => bench);

/** A new tribe with these members, and a post in it. */
async function postAmong(members: readonly Actor[]) {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  for (const member of members) bench.tribes.setMembership(tribeId, member, { levelOrder: 1 });
  const post = await bench.publishPost(bench.tribes.addMember(tribeId), tribeId);
  return { tribeId, owner, postId: post.id };
}

/**
 * Dismisses reports by three people in three tribes; returns whether their reports still hide a post in another tribe.
 */
async function hideAfterDismissals(decide: (owner: Actor) => Actor): Promise<boolean> {
  const reporters = [person(), person(), person()];
  for (let count = 0; count < 3; count += 1) {
    const { tribeId, owner, postId } = await postAmong(reporters);
    for (const reporter of reporters) await report(reporter, postId);
    const { status } = await resolve(decide(owner), (await caseIn(tribeId, owner)).id, 'keep');
    expect(status).toBe(200);
  }
  const { tribeId, owner, postId } = await postAmong(reporters);
  for (const reporter of reporters) await report(reporter, postId);
  return (await as(owner).get(`/tribes/${tribeId}/posts/${postId}`)).body.hidden === 'reports';
}

test('decisions of one tribe’s moderators do not change the weight of a reporter in other tribes', async () => {
  expect(await hideAfterDismissals((owner) => owner)).toBe(true);
});

test('decisions of site admins change the weight of a reporter everywhere', async () => {
  expect(await hideAfterDismissals(() => admin)).toBe(false);
});

test('a case has at most fifty notes, even when they are added concurrently', async () => {
  const reporter = person();
  const { tribeId, owner, postId } = await postAmong([reporter]);
  await report(reporter, postId);
  const { id } = await caseIn(tribeId, owner);
  const note = () => as(owner).post(`/reports/${id}/notes`, { text: 'lo miro' });
  const responses = await Promise.all(Array.from({ length: caseNotesMax + 2 }, note));
  expect(responses.flatMap(({ status, body }) => (status === 409 ? [body.code] : []))).toEqual([
    'too_many_case_notes',
    'too_many_case_notes',
  ]);
  expect((await as(owner).get(`/reports/${id}`)).body.notes).toHaveLength(caseNotesMax);
});

test('a case shows the first comments on a reported post, and the first replies to a reported comment', async () => {
  const [author, member] = [person(), person()];
  const { tribeId, owner, postId } = await postAmong([author, member]);
  const comment = async (content: string, parentId?: string): Promise<string> =>
    (await as(author).post(`/tribes/${tribeId}/posts/${postId}/comments`, { content, parentId })).body.id;
  const first = await comment('primero');
  for (let count = 1; count <= commentsAround; count += 1) await comment(`respuesta ${count}`, first);
  await comment('segundo');
  await report(member, postId);
  const around = async ({ id }: { id: string }, side: 'before' | 'after') =>
    (await as(owner).get(`/reports/${id}`)).body[side].map(({ text }: { text: string }) => text);
  expect(await around(await caseIn(tribeId, owner), 'after')).toEqual(['primero', 'segundo']);
  await reportComment(member, first);
  const { items } = (await as(owner).get(`/tribes/${tribeId}/reports?kind=comment`)).body;
  const replies = Array.from({ length: commentsAround }, (_, index) => `respuesta ${index + 1}`);
  expect([(await around(items[0], 'before')).length, await around(items[0], 'after')]).toEqual([1, replies]);
});

test('the surroundings of a reported comment are marked in its case once edited or deleted, and stay as reported', async () => {
  const { tribeId, owner, author, member, reporter, path } = await reportedPost({ content: 'el tema' });
  const comment = async (by: Actor, content: string, parentId?: string) =>
    (await as(by).post(`${path}/comments`, { content, parentId })).body;
  const question = await comment(author, '¿y tú?');
  const answer = await comment(member, 'cállate', question.id);
  await reportComment(reporter, answer.id);
  const { items } = (await as(owner).get(`/tribes/${tribeId}/reports?kind=comment`)).body;
  const read = async () => {
    const { before } = (await as(owner).get(`/reports/${items[0].id}`)).body;
    return before.map(({ text, change }: { text: string; change: string | null }) => [text, change]);
  };
  expect(await read()).toEqual([
    ['el tema', null],
    ['¿y tú?', null],
  ]);
  await as(author).put(path, { content: 'otro tema' });
  await as(author).delete(`${path}/comments/${question.id}`);
  expect(await read()).toEqual([
    ['el tema', 'edited'],
    ['¿y tú?', 'deleted'],
  ]);
  await as(author).delete(path);
  expect(await read()).toEqual([
    ['el tema', 'deleted'],
    ['¿y tú?', 'deleted'],
  ]);
});

test('a case has the reasons of all its reports with their numbers, however many came since', async () => {
  const { owner, tribeId, found } = await reportedPost();
  await sql`
    insert into reports (id, case_id, kind, object_id, reporter_id, reason, description, weight, outcome, created_at)
    select gen_random_uuid(), ${found.id}::uuid, 'post', ${found.objectId}, 'alguien' || n,
      case when n <= 25 then 'hate' else 'harassment' end, '', 0, 'open', now() + n * interval '1 second'
    from generate_series(1, 50) as n`.execute(await bench.db());
  const { reports, ...counted } = await caseIn(tribeId, owner);
  expect(counted).toMatchObject({
    reportsCount: 51,
    reasons: [
      { reason: 'harassment', count: 25 },
      { reason: 'hate', count: 25 },
      { reason: 'spam', count: 1 },
    ],
  });
  expect(reports.map(({ reason }: { reason: string }) => reason)).toEqual(Array(20).fill('harassment'));
});
