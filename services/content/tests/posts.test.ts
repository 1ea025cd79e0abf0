import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, visitorActor } from '@tribus/kit/core/actor.ts';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { ContentHidden, PostDeleted, PostEdited, ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import { MemberLeft, TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  // Cached memberships do not expire here, so only an event removes one.
  bench = await openBench({ cacheTtlMs: hourMs });
});
afterAll(() => bench.close());

/** A tribe with its owner, and a member with a post. */
async function scene(fields: { [field: string]: string } = { content: 'hola' }, images = 0) {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const author = bench.tribes.addMember(id);
  const post = await bench.publishPost(author, id, fields, images);
  return { id, owner, author, post, path: `/tribes/${id}/posts/${post.id}` };
}

test('authors can edit for eight hours, moderators at any time, others never', async () => {
  const { id, owner, author, post, path } = await scene();
  const officer = bench.tribes.addMember(id, { role: 'officer' });
  const edit = (actor: Actor, content: string) => bench.service.as(actor).put(path, { content });
  bench.clock.advance(8 * hourMs);
  const { status, body } = await edit(author, ' al filo ');
  expect([status, body.content, body.canEdit]).toEqual([200, 'al filo', true]);
  expect(body.editedAt).toBe(bench.clock.now().toISOString());

  bench.clock.advance(1);
  expect((await edit(author, 'tarde')).body.code).toBe('edit_window_closed');
  expect((await bench.service.as(author).get(path)).body).toMatchObject({ content: 'al filo', canEdit: false });
  for (const moderator of [owner, officer, admin]) expect((await edit(moderator, 'moderado')).status).toBe(200);
  expect((await edit(bench.tribes.addMember(id), 'ajeno')).body.code).toBe('forbidden');
  expect((await edit(person(), 'ajeno')).body.code).toBe('membership_required');
  expect((await bench.service.as().put(path, { content: 'ajeno' })).status).toBe(401);
  const emitted = await bench.eventsOf(PostEdited, id);
  expect(emitted.map(({ editedById }) => editedById)).toEqual([author.id, owner.id, officer.id, admin.id]);
  const about = { tribeId: id, postId: post.id, authorId: author.id };
  expect(emitted[0]).toEqual({ ...about, editedById: author.id, minLevelOrder: 1, isHidden: false });
});

test('an edit must follow the rules of the post’s kind', async () => {
  const text = await scene();
  const edit = ({ author, path }: typeof text, content: unknown) => bench.service.as(author).put(path, { content });
  expect((await edit(text, ' ')).body.code).toBe('post_empty');
  expect((await edit(text, 'x'.repeat(2_201))).body.code).toBe('caption_length');
  expect((await edit(text, { $ne: 'x' })).body.code).toBe('invalid_input');
  expect((await edit(await scene({ content: 'x' }, 1), '')).status).toBe(200);
  const story = await scene({ kind: 'story', tags: 'epic' }, 1);
  expect((await edit(story, 'x'.repeat(201))).body.code).toBe('caption_length');
  expect((await edit(story, 'x'.repeat(200))).status).toBe(200);
});

/** A post with pictures, a comment, reactions and a view. */
async function busyScene() {
  const at = await scene({ content: 'x' }, 2);
  const client = bench.service.as(bench.tribes.addMember(at.id));
  const { id: commentId } = (await client.post(`${at.path}/comments`, { content: 'hola' })).body;
  await client.post(`${at.path}/reactions`, { type: 'like' });
  await client.post(`${at.path}/comments/${commentId}/reactions`, { type: 'like' });
  await client.post(`${at.path}/view`);
  return { ...at, client };
}

/** Deletes the post and expects that it is no longer found. */
async function expectDeletedBy(deleter: Actor, { id, path, client }: Awaited<ReturnType<typeof busyScene>>) {
  expect((await bench.service.as(bench.tribes.addMember(id)).delete(path)).body.code).toBe('forbidden');
  expect((await bench.service.as(deleter).delete(path)).body).toEqual({ ok: true });
  for (const request of [() => bench.service.as(deleter).delete(path), () => client.get(path)])
    expect((await request()).status).toBe(404);
  expect((await client.get(`${path}/comments`)).status).toBe(404);
}

test('an author deletes a post with its comments, reactions, views and pictures', async () => {
  const at = await busyScene();
  await expectDeletedBy(at.author, at);
  const [deleted, ...more] = await bench.eventsOf(PostDeleted, at.id);
  expect(more).toEqual([]);
  expect(deleted).toMatchObject({ tribeId: at.id, postId: at.post.id, authorId: at.author.id, kind: 'post' });
  await until(() => bench.media.left(at.author).length === 0, 'media deletes the pictures');
});

test.each(['owner', 'admin'] as const)(
  'a post removed by the %s is hidden with its pictures at once, and deleted after the appeal period',
  async (who) => {
    const at = await busyScene();
    await expectDeletedBy({ ...at, admin }[who], at);
    expect(await bench.eventsOf(ContentHidden, at.id)).toMatchObject([{ postId: at.post.id, cause: 'removed' }]);
    await bench.jobsDone();
    const keys = bench.media.left(at.author);
    expect(keys).toHaveLength(2);
    const areClosed = () => keys.every((key) => bench.media.visibilities.get(key)?.visibility === 'signed');
    await until(areClosed, 'media has closed the pictures');
    bench.clock.advance(14 * dayMs);
    await bench.runJob('closeCases');
    const [deleted, ...more] = await bench.eventsOf(PostDeleted, at.id);
    expect(more).toEqual([]);
    expect(deleted).toMatchObject({ tribeId: at.id, postId: at.post.id, authorId: at.author.id, kind: 'post' });
    await until(() => bench.media.left(at.author).length === 0, 'media deletes the pictures');
  },
);

test('twenty concurrent deletions of a post emit one event', async () => {
  const { id, author, path } = await scene();
  const responses = await Promise.all(Array.from({ length: 20 }, () => bench.service.as(author).delete(path)));
  expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await bench.eventsOf(PostDeleted, id)).toHaveLength(1);
});

test('reactions, comments, views and edits concurrent with a deletion succeed or get 404', async () => {
  const { id, author, path } = await scene();
  const members = Array.from({ length: 8 }, () => bench.service.as(bench.tribes.addMember(id)));
  const parent = (await members[0]?.post(`${path}/comments`, { content: 'raíz' }))?.body.id;
  const tries = members.flatMap((member) => [
    member.post(`${path}/reactions`, { type: 'like' }),
    member.post(`${path}/comments`, { content: 'x', parentId: parent }),
    member.post(`${path}/comments/${parent}/reactions`, { type: 'like' }),
    member.post(`${path}/view`),
  ]);
  tries.splice(12, 0, bench.service.as(author).delete(path), bench.service.as(author).put(path, { content: 'y' }));
  const statuses = new Set((await Promise.all(tries)).map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
});

test('a view counts once a day per user, and per address of visitors', async () => {
  const author = bench.tribes.addMember(homininiId);
  const post = await bench.publishPost(author, homininiId);
  const path = `/tribes/${homininiId}/posts/${post.id}`;
  const viewers = [person(), visitorActor('es', unique('casa')), visitorActor('es', unique('bar'))];
  const viewAll = () =>
    Promise.all(viewers.flatMap((viewer) => [1, 2, 3].map(() => bench.service.as(viewer).post(`${path}/view`))));
  const views = async () => (await bench.service.as().get(path)).body.counts.views;
  expect(new Set((await viewAll()).map(({ status }) => status))).toEqual(new Set([200]));
  expect(await views()).toBe(3);
  await viewAll();
  expect(await views()).toBe(3);
  bench.clock.advance(dayMs);
  await viewAll();
  expect(await views()).toBe(6);
});

test('like and dislike exclude each other, and a second tap removes the reaction', async () => {
  const { id, author, post, path } = await scene();
  const fan = bench.tribes.addMember(id);
  const tap = async (type: string) => (await bench.service.as(fan).post(`${path}/reactions`, { type })).body;
  expect(await tap('like')).toEqual({ counts: { like: 1, dislike: 0 }, total: 1, myReactions: ['like'] });
  expect(await tap('dislike')).toEqual({ counts: { like: 0, dislike: 1 }, total: 1, myReactions: ['dislike'] });
  expect(await tap('dislike')).toEqual({ counts: { like: 0, dislike: 0 }, total: 0, myReactions: [] });
  expect((await tap('love')).code).toBe('invalid_input');
  expect((await bench.service.as(person()).post(`${path}/reactions`, { type: 'like' })).status).toBe(403);
  expect((await bench.service.as().post(`${path}/reactions`, { type: 'like' })).status).toBe(401);
  const about = { tribeId: id, postId: post.id, targetKind: 'post', targetId: post.id, ownerId: author.id };
  const byFan = { ...about, userId: fan.id, userIsAgent: false };
  expect(await bench.eventsOf(ReactionChanged, id)).toEqual([
    { ...byFan, type: 'like', previousType: 'none' },
    { ...byFan, type: 'dislike', previousType: 'like' },
    { ...byFan, type: 'none', previousType: 'dislike' },
  ]);
});

test('forty concurrent taps leave consistent counters, rows and events', async () => {
  const { id, path } = await scene();
  const [four, five] = [4, 5].map((size) => Array.from({ length: size }, () => bench.tribes.addMember(id)));
  if (!four || !five) throw new Error('no member was added');
  const taps = (fans: Actor[], times: number) =>
    fans.flatMap((fan) =>
      Array.from({ length: times }, () => bench.service.as(fan).post(`${path}/reactions`, { type: 'like' })),
    );
  await Promise.all([...taps(four, 5), ...taps(five, 4)]);
  const reactionsOf = async (fan: Actor) => (await bench.service.as(fan).get(path)).body.myReactions;
  expect(await Promise.all(four.map(reactionsOf))).toEqual(four.map(() => ['like']));
  expect(await Promise.all(five.map(reactionsOf))).toEqual(five.map(() => []));
  const { body } = await bench.service.as(admin).get(path);
  expect(body).toMatchObject({ reactionCounts: { like: 4, dislike: 0 }, counts: { reactions: 4 } });
  const emitted = await bench.eventsOf(ReactionChanged, id);
  expect(emitted).toHaveLength(40);
  expect(emitted.filter(({ type }) => type === 'like')).toHaveLength(22);
});

test('a repeated tap with the same idempotency key does not toggle the reaction', async () => {
  const { id, path } = await scene();
  const fan = bench.service.as(bench.tribes.addMember(id));
  const key = { 'idempotency-key': unique('tap') };
  const first = await fan.post(`${path}/reactions`, { type: 'like' }, key);
  expect((await fan.post(`${path}/reactions`, { type: 'like' }, key)).body).toEqual(first.body);
  expect((await fan.get(path)).body.myReactions).toEqual(['like']);
  expect((await fan.post(`${path}/reactions`, { type: 'dislike' }, key)).body.code).toBe('idempotency_conflict');
});

test('deleting a tribe deletes all its posts and their pictures, and no other posts', async () => {
  const { id, owner, author } = await scene({ content: 'x' }, 1);
  for (let index = 0; index < 3; index++) await bench.publishPost(owner, id, { content: 'x' }, 1);
  const other = await scene();
  await bench.publishOnly(TribeDeleted, { tribeId: id });
  await until(async () => (await bench.eventsOf(PostDeleted, id)).length === 4, 'all deletions are emitted');
  await until(() => bench.media.left(owner).length + bench.media.left(author).length === 0, 'the pictures are deleted');
  expect((await bench.service.as(owner).get(`/tribes/${id}/posts`)).body.items).toEqual([]);
  expect((await bench.service.as(other.author).get(other.path)).status).toBe(200);
});

test('a former member loses access with the event of leaving', async () => {
  const { id, author, path } = await scene();
  const client = bench.service.as(author);
  expect((await client.get(path)).status).toBe(200);
  bench.tribes.removeMembership(id, author);
  await bench.publishOnly(MemberLeft, { tribeId: id, userId: author.id, reason: 'left' });
  await until(async () => (await client.get(path)).status === 403, 'the former member has lost access');
  expect((await client.delete(path)).body.code).toBe('membership_required');
  const [, , answer] = await Promise.all([
    client.put(path, { content: 'x' }),
    client.post(`${path}/comments`, { content: 'x' }),
    client.post(`${path}/reactions`, { type: 'like' }),
  ]);
  expect(answer.status).toBe(403);
});
