import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId, listedBlocksMax } from '@tribus/community/limits.ts';
import { admin, person } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { MutesChanged, UserBlocked } from '@tribus/proto/identity/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);
const feedOf = async (viewer: Actor, tribeId: number, query = '') =>
  idsOf(await bench.service.as(viewer).get(`/tribes/${tribeId}/posts${query}`));
const comment = async (by: Actor, path: string, content: string, parentId?: string) =>
  (await bench.service.as(by).post(`${path}/comments`, { content, parentId })).body;

/** A tribe with three members of one level, of whom `ana` blocked `leo`. */
async function blockedPair() {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [ana, leo, eva] = [bench.tribes.addMember(id), bench.tribes.addMember(id), bench.tribes.addMember(id)];
  bench.identity.block(ana.id, leo.id);
  return { owner, id, ana, leo, eva };
}

test('two users separated by a block do not see each other’s posts in the feed, whose pages are full', async () => {
  const { id, ana, leo, eva } = await blockedPair();
  const [first, ofLeo, second] = [
    await bench.publishPost(eva, id),
    await bench.publishPost(leo, id),
    await bench.publishPost(eva, id),
  ];
  const ofAna = await bench.publishPost(ana, id);
  expect(await feedOf(ana, id)).toEqual([ofAna.id, second.id, first.id]);
  expect(await feedOf(ana, id, '?limit=3')).toHaveLength(3);
  expect(await feedOf(leo, id)).toEqual([second.id, ofLeo.id, first.id]);
  expect(await feedOf(eva, id)).toHaveLength(4);
});

test('a user blocked by more people than are listed does not see posts and comments of the others either', async () => {
  const { id, ana, eva } = await blockedPair();
  for (let count = 0; count < listedBlocksMax; count += 1) bench.identity.block(`lejana-${count}`, eva.id);
  const [ofAna, ofEva] = [await bench.publishPost(ana, id), await bench.publishPost(eva, id)];
  const path = `/tribes/${id}/posts/${ofEva.id}`;
  await comment(eva, path, 'hola');
  await comment(ana, path, 'de Ana');
  bench.identity.block(ana.id, eva.id);
  await bench.publishOnly(UserBlocked, { userId: ana.id, blockedId: eva.id, tribeId: 0 });
  await until(async () => (await feedOf(eva, id)).length === 1, 'the post is hidden');
  expect(await feedOf(eva, id)).toEqual([ofEva.id]);
  const as = bench.service.as(eva);
  expect((await as.get(`/tribes/${id}/posts/${ofAna.id}`)).status).toBe(404);
  // The other comment is a placeholder, as if it had replies.
  const { items } = (await as.get(`${path}/comments`)).body;
  expect(items.map(({ content }: { content: string }) => content)).toEqual(['hola', '']);
  expect(JSON.stringify(items)).not.toContain(ana.id);
});

test('blocks cost no memberships where levels hide no names: in hominini, for moderators and admins', async () => {
  const { owner, id } = await blockedPair();
  const [ana, leo, member] = [person(), person(), bench.tribes.addMember(id)];
  for (const each of [ana, leo]) bench.tribes.setMembership(homininiId, each, { levelOrder: 1 });
  bench.tribes.setMembership(homininiId, leo, { levelOrder: 3 });
  const outsiders = Array.from({ length: 100 }, () => person());
  for (const viewer of [ana, owner, member]) for (const each of outsiders) bench.identity.block(each.id, viewer.id);
  bench.identity.block(leo.id, ana.id);
  bench.identity.block(leo.id, admin.id);
  const ofLeo = await bench.publishPost(leo, homininiId);
  expect(await feedOf(ana, homininiId)).not.toContain(ofLeo.id);
  expect(await feedOf(admin, homininiId)).toContain(ofLeo.id);
  expect(await feedOf(owner, id)).toEqual([]);
  expect(outsiders.filter((each) => bench.tribes.callsAbout(each) > 0)).toEqual([]);
  // Where levels hide names, the level of each of them decides.
  expect(await feedOf(member, id)).toEqual([]);
  expect(outsiders.filter((each) => bench.tribes.callsAbout(each) === 0)).toEqual([]);
});

test('two users separated by a block do not see each other’s posts in their lists of posts', async () => {
  const { id, ana, leo, eva } = await blockedPair();
  for (const author of [ana, leo]) await bench.publishPost(author, id);
  const listed = async (viewer: Actor, author: Actor) =>
    (await bench.service.as(viewer).get(`/user/posts?userId=${author.id}`)).body.posts.length;
  expect([await listed(ana, leo), await listed(leo, ana)]).toEqual([0, 0]);
  expect([await listed(eva, leo), await listed(leo, leo)]).toEqual([1, 1]);
});

test('two users separated by a block cannot read, comment, react to or view each other’s posts', async () => {
  const { id, ana, leo } = await blockedPair();
  for (const [viewer, author] of [
    [ana, leo],
    [leo, ana],
  ] as const) {
    const path = `/tribes/${id}/posts/${(await bench.publishPost(author, id)).id}`;
    const as = bench.service.as(viewer);
    const responses = await Promise.all([
      as.get(path),
      as.get(`${path}/comments`),
      as.post(`${path}/comments`, { content: 'hola' }),
      as.post(`${path}/reactions`, { type: 'like' }),
      as.post(`${path}/view`),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await as.get(`/user/posts?userId=${author.id}`)).body.posts).toEqual([]);
  }
});

test('a block in either direction does not prevent a report', async () => {
  const { id, ana, leo, eva } = await blockedPair();
  const path = `/tribes/${id}/posts/${(await bench.publishPost(eva, id)).id}`;
  for (const [reporter, author] of [
    [ana, leo],
    [leo, ana],
  ] as const) {
    const post = await bench.publishPost(author, id);
    const written = await comment(author, path, 'de mal gusto');
    const as = bench.service.as(reporter);
    const responses = await Promise.all([
      as.post('/reports/post', { postId: post.id, reason: 'harassment' }),
      as.post('/reports/comment', { commentId: written.id, reason: 'harassment' }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  }
});

test('the rpc for other services also applies blocks', async () => {
  const { id, ana, leo } = await blockedPair();
  const post = await bench.publishPost(leo, id);
  const ask = async (viewerId: string) =>
    (await bench.rpc.getPosts({ ids: [post.id], viewerId, viewerIsAdmin: false })).posts[0]?.canView;
  expect([await ask(ana.id), await ask(leo.id)]).toEqual([false, true]);
});

test('comments of a blocked user are left out and not counted, and one with replies of others becomes a placeholder', async () => {
  const { id, ana, leo, eva } = await blockedPair();
  const post = await bench.publishPost(eva, id);
  const path = `/tribes/${id}/posts/${post.id}`;
  await comment(leo, path, 'sola');
  const answered = await comment(leo, path, 'con respuesta');
  const reply = await comment(eva, path, 'te respondo', answered.id);
  await comment(leo, path, 'y yo a ti', answered.id);
  const own = await comment(ana, path, 'la mía');
  const { body } = await bench.service.as(ana).get(`${path}/comments`);
  expect(idsOf({ body })).toEqual([answered.id, reply.id, own.id]);
  expect(body.items[0]).toMatchObject({ user: { id: 'unavailable' }, userId: 'unavailable', content: '' });
  expect(JSON.stringify(body)).not.toContain(leo.id);
  expect((await bench.service.as(ana).get(path)).body.counts.comments).toBe(2);
  expect((await bench.service.as(eva).get(path)).body.counts.comments).toBe(5);
  const onIt = `${path}/comments/${answered.id}/reactions`;
  expect((await bench.service.as(ana).post(onIt, { type: 'like' })).status).toBe(404);
  const under = await bench.service.as(ana).post(`${path}/comments`, { content: '¿qué?', parentId: answered.id });
  expect(under.status).toBe(404);
});

test('activity omits blocked users', async () => {
  const { id, leo, eva } = await blockedPair();
  const nora = bench.tribes.addMember(id);
  const post = await bench.publishPost(nora, id);
  const path = `/tribes/${id}/posts/${post.id}`;
  await comment(leo, path, 'un comentario');
  await bench.service.as(leo).post(`${path}/reactions`, { type: 'like' });
  await comment(eva, path, 'otro');
  bench.identity.block(nora.id, leo.id);
  await bench.publishOnly(UserBlocked, { userId: nora.id, blockedId: leo.id, tribeId: 0 });
  const activity = async () => (await bench.service.as(nora).get('/tribes/@me/activity')).body.items;
  await until(async () => (await activity()).length === 1, 'the blocked user’s activity is omitted');
  expect(await activity()).toMatchObject([{ actor: { id: eva.id } }]);
});

test('moderators of the tribe and site admins see users in spite of blocks', async () => {
  const { owner, id, leo } = await blockedPair();
  bench.identity.block(leo.id, owner.id);
  bench.identity.block(admin.id, leo.id);
  const post = await bench.publishPost(leo, id);
  const ofOwner = await bench.publishPost(owner, id);
  for (const officer of [owner, admin]) expect(await feedOf(officer, id)).toContain(post.id);
  expect(await feedOf(leo, id)).not.toContain(ofOwner.id);
});

test('a hidden member blocked by name is still in the feed, and is omitted when blocked by pseudonym', async () => {
  const id = bench.tribes.createTribe();
  const [low, high] = [bench.tribes.addMember(id), bench.tribes.addMember(id, { levelOrder: 4 })];
  bench.identity.block(low.id, high.id);
  const post = await bench.publishPost(high, id);
  const ofLow = await bench.publishPost(low, id);
  expect(await feedOf(low, id)).toEqual([ofLow.id, post.id]);
  expect(await feedOf(high, id)).toEqual([post.id]);
  const [other, otherTribe] = [bench.tribes.addMember(id), bench.tribes.createTribe()];
  for (const member of [other, high]) bench.tribes.setMembership(otherTribe, member);
  bench.identity.block(other.id, high.id, id);
  expect(await feedOf(other, id)).toEqual([ofLow.id]);
  const visible = await bench.publishPost(high, otherTribe);
  expect(await feedOf(other, otherTribe)).toEqual([visible.id]);
});

test('a block takes effect in a cached feed with its event', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  await bench.publishPost(leo, id);
  expect(await feedOf(ana, id)).toHaveLength(1);
  bench.identity.block(leo.id, ana.id);
  await bench.publishOnly(UserBlocked, { userId: leo.id, blockedId: ana.id, tribeId: 0 });
  await until(async () => (await feedOf(ana, id)).length === 0, 'the post is left out');
});

test('muted users, tags and words are left out of the feed only', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo, eva] = [bench.tribes.addMember(id), bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const publish = (by: Actor, content: string, tags = '') => bench.publishPost(by, id, { content, tags });
  const ofLeo = await publish(leo, 'hola');
  const tagged = await publish(eva, 'gran partido', 'futbol');
  const worded = await publish(eva, 'Hoy hay POLÍTICA en la mesa');
  const chinese = await publish(eva, '今天看足球比赛');
  const inside = await publish(eva, 'una geopolíticamente larga palabra');
  const own = await publish(ana, 'yo sí hablo de política', 'futbol');
  bench.identity.mute(ana.id, {
    muted: [{ userId: leo.id, tribeId: 0 }],
    mutedTags: ['futbol'],
    mutedWords: ['politica', '足球', 'a+b(c'],
  });
  await bench.publishOnly(MutesChanged, { userId: ana.id });
  await until(async () => (await feedOf(ana, id)).length === 2, 'the mutes are loaded');
  expect(await feedOf(ana, id)).toEqual([own.id, inside.id]);
  // A muted post is still found by its tag, its author or its id.
  expect(await feedOf(ana, id, '?tag=futbol')).toEqual([own.id, tagged.id]);
  for (const { id: postId } of [ofLeo, worded, chinese])
    expect((await bench.service.as(ana).get(`/tribes/${id}/posts/${postId}`)).status).toBe(200);
  expect((await bench.service.as(ana).get(`/user/posts?userId=${leo.id}`)).body.posts).toHaveLength(1);
  expect(await feedOf(leo, id)).toHaveLength(6);
});

test('activity omits muted tribes and users', async () => {
  const id = bench.tribes.createTribe();
  const [ana, leo, eva] = [bench.tribes.addMember(id), bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const post = await bench.publishPost(ana, id);
  for (const other of [leo, eva]) await comment(other, `/tribes/${id}/posts/${post.id}`, 'hola');
  bench.identity.mute(ana.id, { muted: [{ userId: leo.id, tribeId: 0 }] });
  const viewer = userActor(ana.id);
  await bench.publishOnly(MutesChanged, { userId: ana.id });
  const actors = async () =>
    (await bench.service.as(viewer).get('/tribes/@me/activity')).body.items.map(
      ({ actor }: { actor: { id: string } }) => actor.id,
    );
  await until(async () => (await actors()).join() === eva.id, 'only Eva’s activity is listed');
  bench.identity.mute(ana.id, { mutedTribeIds: [id] });
  await bench.publishOnly(MutesChanged, { userId: ana.id });
  await until(async () => (await actors()).length === 0, 'no activity of the tribe is listed');
});
