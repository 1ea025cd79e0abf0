import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Bench, openBench } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, resolve, reportedPost } = moderationOn(() => bench);

test('an author who keeps editing cannot postpone a measure, which is about the text read and says so', async () => {
  const { owner, author, found, path } = await reportedPost();
  const edit = (content: string) => as(author).put(path, { content });
  await edit('una vez');
  const read = (await as(owner).get(`/reports/${found.id}`)).body;
  await edit('otra vez');
  await edit('y otra');
  const seen = { version: read.version, seenEdits: read.edits };
  const changed = { status: 409, code: 'case_changed' };
  expect(outcomeOf(await resolve(owner, found.id, 'remove', { version: read.version }))).toEqual(changed);
  expect(outcomeOf(await resolve(owner, found.id, 'remove', { ...seen, seenEdits: read.edits + 1 }))).toEqual(changed);
  expect(outcomeOf(await resolve(owner, found.id, 'keep', seen))).toEqual(changed);
  expect((await resolve(owner, found.id, 'remove', seen)).status).toBe(200);
  for (const { body } of [
    await as(owner).get(`/reports/${found.id}`),
    await as(author).get(`/reports/decisions/${found.id}`),
  ])
    expect(body.decisions).toMatchObject([{ action: 'remove', editedMeanwhile: true }]);
});

test('a decision is refused when the case changed otherwise than by an edit, also with the number of edits', async () => {
  const { owner, author, found, path } = await reportedPost();
  await as(author).put(path, { content: 'otra cosa' });
  await as(author).delete(path);
  const seen = { version: found.version, seenEdits: found.edits };
  expect(outcomeOf(await resolve(owner, found.id, 'warn', seen))).toEqual({ status: 409, code: 'case_changed' });
});

test('a warning about a text edited meanwhile does not protect the new text from reports', async () => {
  const { owner, author, member, found, path, post, tribeId } = await reportedPost();
  await as(author).put(path, { content: 'peor' });
  const seen = { version: found.version, seenEdits: found.edits };
  expect((await resolve(owner, found.id, 'warn', seen)).status).toBe(200);
  for (let count = 0; count < 3; count += 1) await report(bench.tribes.addMember(tribeId, { levelOrder: 5 }), post.id);
  expect((await as(member).get(path)).status).toBe(404);
});
