import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { caseEditsMax, caseEditsReadMax } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, resolve, reportedPost } = moderationOn(() => bench);

test('an author who keeps editing cannot postpone a measure, which states that it is about the text that was read', async () => {
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

/** A reported post, with its edits and the texts of edits in its case as one of its moderators reads them. */
async function editedScene() {
  const scene = await reportedPost();
  const { author, found, path } = scene;
  const read = async (by: Actor) => (await as(by).get(`/reports/${found.id}`)).body;
  const edit = async (...texts: readonly string[]) => {
    for (const content of texts) expect((await as(author).put(path, { content })).status).toBe(200);
  };
  const textsFor = async (by: Actor): Promise<string[]> =>
    (await read(by)).after
      .filter(({ id }: { id: string }) => id === found.objectId)
      .map(({ text }: { text: string }) => text);
  return { ...scene, read, edit, textsFor };
}

const harmless = (first: number, count = caseEditsMax) =>
  Array.from({ length: count }, (_, index) => `limpio ${first + index}`);

test('the text of each report stays in the case, however often its author edits it', async () => {
  const { owner, member, post, edit, textsFor } = await editedScene();
  await edit('limpio 0', 'insulto');
  await report(member, post.id);
  await edit(...harmless(1, caseEditsMax + 1));
  expect(await textsFor(owner)).toEqual(['insulto', ...harmless(2)]);
});

test('the text about which a moderator decided stays in the case, however often its author edits it', async () => {
  const { owner, author, found, read, edit, textsFor } = await editedScene();
  await edit('insulto');
  const { version, edits: seenEdits } = await read(owner);
  await edit(...harmless(1, caseEditsMax + 1));
  expect((await resolve(owner, found.id, 'warn', { version, seenEdits })).status).toBe(200);
  expect((await as(author).post(`/reports/decisions/${found.id}/appeal`, { text: 'No' })).status).toBe(200);
  // Texts read later displace those read earlier, but none that was decided on.
  for (const text of harmless(20, caseEditsReadMax + 1)) {
    await edit(text);
    await read(admin);
  }
  await edit(...harmless(40));
  const texts = await textsFor(owner);
  expect([texts[0], texts.slice(-caseEditsMax)]).toEqual(['insulto', harmless(40)]);
  expect(texts).toHaveLength(1 + caseEditsReadMax + caseEditsMax);
});

test('nobody decides about the text of an edit that the case no longer contains', async () => {
  const { owner, found, edit, textsFor } = await editedScene();
  await edit('sin leer', ...harmless(1));
  const unread = { version: found.version + 1, seenEdits: 1 };
  expect(outcomeOf(await resolve(owner, found.id, 'warn', unread))).toEqual({ status: 409, code: 'case_changed' });
  expect(await textsFor(owner)).toEqual(harmless(1));
});
