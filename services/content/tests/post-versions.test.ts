import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { person } from '@tribus/community/testing/factories.ts';
import { type Actor, visitorActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { PostEdited } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { postVersionsMax } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = (actor?: Actor) => bench.service.as(actor);

/** A tribe with a post, its author and another member. */
async function scene(fields: Parameters<Bench['publishPost']>[2] = { content: 'uno' }) {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [author, member] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const post = await bench.publishPost(author, id, fields);
  const path = `/tribes/${id}/posts/${post.id}`;
  /** Changes the text a minute after the last change; returns the time. */
  async function edit(content: string, by = author): Promise<string> {
    bench.clock.advance(60_000);
    expect(outcomeOf(await as(by).put(path, { content }))).toEqual({ status: 200 });
    return bench.clock.now().toISOString();
  }
  return { id, owner, author, member, post, path, edit };
}

const textsFor = async (viewer: Actor | undefined, path: string): Promise<string[]> =>
  (await as(viewer).get(`${path}/versions?limit=100`)).body.items.map(({ content }: { content: string }) => content);

const rowsOf = async (postId: string): Promise<number[]> => {
  const rows = await (await bench.db())
    .selectFrom('postVersions')
    .select('number')
    .where('postId', '=', postId)
    .orderBy('number')
    .execute();
  return rows.map(({ number }) => number);
};

test('members read the texts before each edit, the newest first, with their time and origin', async () => {
  const { owner, member, post, path, edit } = await scene();
  const second = await edit('dos');
  const third = await edit('tres', owner);
  const fourth = await edit('cuatro');
  expect((await as(member).get(path)).body).toMatchObject({
    content: 'cuatro',
    editedAt: fourth,
    editedByModerator: false,
    version: 3,
  });
  expect((await as(owner).get(`${path}/versions`)).body).toEqual({
    items: [
      { number: 3, content: 'tres', writtenAt: third, byModerator: true, closed: false },
      { number: 2, content: 'dos', writtenAt: second, byModerator: false, closed: true },
      { number: 1, content: 'uno', writtenAt: post.createdAt, byModerator: false, closed: true },
    ],
    nextCursor: null,
  });
});

test('an edit without another text adds no version and is not shown as an edit', async () => {
  const { id, author, member, path } = await scene();
  bench.clock.advance(60_000);
  const { body } = await as(author).put(path, { content: ' uno ', minLevelOrder: 1 });
  expect(body).toMatchObject({ content: 'uno', editedAt: null, version: 0, versions: 0 });
  expect(await textsFor(member, path)).toEqual([]);
  expect(await bench.eventsOf(PostEdited, id)).toHaveLength(1);
});

test('versions are read in pages', async () => {
  const { member, path, edit } = await scene();
  for (const text of ['dos', 'tres', 'cuatro']) await edit(text);
  const first = (await as(member).get(`${path}/versions?limit=2`)).body;
  expect(first.items.map(({ number }: { number: number }) => number)).toEqual([3, 2]);
  const second = (await as(member).get(`${path}/versions?limit=2&cursor=${first.nextCursor}`)).body;
  expect(second).toMatchObject({ items: [{ number: 1, content: 'uno' }], nextCursor: null });
  expect(outcomeOf(await as(member).get(`${path}/versions?cursor=nada`))).toEqual({ status: 400, code: 'bad_cursor' });
  const other = await scene();
  const foreign = await as(other.member).get(`${other.path}/versions?cursor=${first.nextCursor}`);
  expect(outcomeOf(foreign)).toEqual({ status: 400, code: 'bad_cursor' });
});

test('a post that is edited often retains its first and its newest texts', async () => {
  const { author, member, post, path, edit } = await scene();
  for (let number = 1; number <= postVersionsMax + 2; number += 1) await edit(`texto ${number}`);
  const newest = Array.from({ length: postVersionsMax - 1 }, (_, index) => index + 4);
  expect(await rowsOf(post.id)).toEqual([1, ...newest]);
  expect(await textsFor(member, path)).toHaveLength(postVersionsMax);
  expect((await as(author).get(path)).body).toMatchObject({ version: postVersionsMax + 2, versions: postVersionsMax });
});

test('versions are read by those who may read the post, and by nobody else', async () => {
  const { id, owner, author, member, path, edit } = await scene({ content: 'uno', minLevelOrder: '1' });
  await edit('dos');
  expect((await as(owner).put(path, { content: 'dos', minLevelOrder: 3 })).status).toBe(200);
  const versions = `${path}/versions`;
  const able = bench.tribes.addMember(id, { levelOrder: 3 });
  for (const viewer of [able, author, owner]) expect(await textsFor(viewer, path)).toEqual(['uno']);
  expect(outcomeOf(await as(member).get(versions))).toEqual({ status: 404, code: 'not_found' });
  expect(outcomeOf(await as(person()).get(versions))).toEqual({ status: 403, code: 'membership_required' });
  expect((await as().get(versions)).status).toBe(401);
  const elsewhere = await scene();
  const misplaced = versions.replace(`/tribes/${id}/`, `/tribes/${elsewhere.id}/`);
  expect((await as(elsewhere.owner).get(misplaced)).status).toBe(404);
});

test('visitors read the versions of posts in hominini', async () => {
  const author = bench.tribes.addMember(homininiId);
  const post = await bench.publishPost(author, homininiId, { content: 'uno' });
  const path = `/tribes/${homininiId}/posts/${post.id}`;
  await as(author).put(path, { content: 'dos' });
  expect(await textsFor(visitorActor('es', 'casa'), path)).toEqual(['uno']);
});

test('an edit based on an earlier text is refused and changes nothing, unless it is a repetition', async () => {
  const { author, member, path } = await scene();
  const edit = (content: string, baseVersion?: number) => as(author).put(path, { content, baseVersion });
  expect((await edit('de una pestaña', 0)).body).toMatchObject({ version: 1, versions: 1 });
  expect(outcomeOf(await edit('de otra pestaña', 0))).toEqual({ status: 409, code: 'post_changed' });
  expect((await edit('de una pestaña', 0)).body).toMatchObject({ content: 'de una pestaña', version: 1 });
  expect(await textsFor(member, path)).toEqual(['uno']);
  expect((await edit('de otra pestaña', 1)).body).toMatchObject({ version: 2 });
  expect((await edit('sin versión')).body).toMatchObject({ version: 3 });
  for (const wrong of [-1, 1.5, '1'])
    expect((await as(author).put(path, { content: 'x', baseVersion: wrong })).status).toBe(400);
});

test('one of twenty concurrent edits based on the same text succeeds', async () => {
  const { author, member, post, path } = await scene();
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => as(author).put(path, { content: `a la vez ${index}`, baseVersion: 0 })),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(await rowsOf(post.id)).toEqual([1]);
  expect(await textsFor(member, path)).toEqual(['uno']);
});

test('twenty concurrent edits without a version lose no text', async () => {
  const { author, member, post, path } = await scene();
  const texts = Array.from({ length: 20 }, (_, index) => `a la vez ${index}`);
  await Promise.all(texts.map((content) => as(author).put(path, { content })));
  const present = (await as(member).get(path)).body.content;
  expect([...(await textsFor(member, path)), present].toSorted()).toEqual(['uno', ...texts].toSorted());
  expect(await rowsOf(post.id)).toEqual(texts.map((_, index) => index + 1));
});

test('versions are deleted with their post, their tribe and the account of their author', async () => {
  const [byAuthor, withTribe, withAccount] = [await scene(), await scene(), await scene()];
  for (const { edit, post } of [byAuthor, withTribe, withAccount]) {
    await edit('dos');
    expect(await rowsOf(post.id)).toEqual([1]);
  }
  expect((await as(byAuthor.author).delete(byAuthor.path)).status).toBe(200);
  expect((await as(byAuthor.member).get(`${byAuthor.path}/versions`)).status).toBe(404);
  await bench.publishOnly(TribeDeleted, { tribeId: withTribe.id });
  await bench.publishOnly(UserDeleted, { userId: withAccount.author.id });
  await bench.settled();
  await bench.jobsDone();
  for (const { post } of [byAuthor, withTribe, withAccount]) expect(await rowsOf(post.id)).toEqual([]);
});

test('a search finds the present text only', async () => {
  const { author, edit } = await scene({ content: 'cormorán' });
  const find = async (q: string) => (await as(author).get(`/search?type=posts&q=${q}`)).body.items.length;
  expect(await find('cormoran')).toBe(1);
  await edit('albatros');
  expect([await find('cormoran'), await find('albatros')]).toEqual([0, 1]);
});

test('an author past the time for edits adds no version', async () => {
  const { author, post, path } = await scene();
  bench.clock.advance(8 * hourMs + 1);
  expect((await as(author).put(path, { content: 'tarde' })).body.code).toBe('edit_window_closed');
  expect(await rowsOf(post.id)).toEqual([]);
});
