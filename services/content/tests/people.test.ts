import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person } from '@tribus/community/testing/factories.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CommentAdded, ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import { MemberLeft } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench, unknownId } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** A tribe in which a member of a high level commented on and reacted to a post of a low one. */
async function mixedLevels() {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [low, high] = [bench.tribes.addMember(id), bench.tribes.addMember(id, { levelOrder: 4 })];
  const below = await bench.publishPost(low, id);
  const above = await bench.publishPost(high, id);
  const path = `/tribes/${id}/posts/${below.id}`;
  const comment = await bench.service.as(high).post(`${path}/comments`, { content: 'desde arriba' });
  await bench.service.as(high).post(`${path}/reactions`, { type: 'like' });
  return { owner, id, low, high, below, above, path, commentId: comment.body.id };
}

test('responses never identify a member of a higher level to a viewer below', async () => {
  const { owner, id, low, high, above, path } = await mixedLevels();
  const client = bench.service.as(low);
  const responses = await Promise.all([
    client.get(`/tribes/${id}/posts`),
    client.get(`/tribes/${id}/posts/${above.id}`),
    client.get(`${path}/comments`),
    client.post(`${path}/comments`, { content: '¿quién eres?' }),
    client.get('/tribes/@me/activity'),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200]);
  for (const { body } of responses) expect(JSON.stringify(body)).not.toContain(high.id);
  const hidden = { restrictedHigher: true, name: 'Miembro de nivel superior', avatarUrl: 'emoji:🕶️', levelOrder: 4 };
  const [feed, post, comments, , activity] = responses.map(({ body }) => body);
  expect(post).toMatchObject({ user: hidden, authorLevel: 4 });
  expect(feed.items[0].user).toEqual(post.user);
  expect(comments.items[0]).toMatchObject({ userId: post.user.id, user: hidden });
  expect(activity.items.map(({ actor }: { actor: { id: string } }) => actor.id)).toEqual([post.user.id, post.user.id]);
  for (const seer of [owner, high, admin]) {
    const { user } = (await bench.service.as(seer).get(`/tribes/${id}/posts/${above.id}`)).body;
    expect(user).toMatchObject({ id: high.id, restrictedHigher: false });
  }
});

test('a member of a lower level is shown by name, marked as not reachable by messages', async () => {
  const { high, low, path } = await mixedLevels();
  const { user } = (await bench.service.as(high).get(path)).body;
  expect(user).toMatchObject({ id: low.id, restrictedLower: true });
  expect(user).not.toHaveProperty('email');
});

test('a deleted user is shown without a name', async () => {
  const id = bench.tribes.createTribe(person());
  const deleted = person(`gone-${crypto.randomUUID()}`);
  bench.tribes.setMembership(id, deleted);
  const post = await bench.publishPost(deleted, id);
  expect(post.user).toMatchObject({ id: 'deleted', name: 'Usuario eliminado' });
  expect(JSON.stringify(post)).not.toContain(deleted.id);
});

test('activity lists what others did with the viewer’s posts, the newest first, without the viewer’s own actions', async () => {
  const { low, high, path, below, commentId, id } = await mixedLevels();
  await bench.service.as(low).post(`${path}/reactions`, { type: 'like' });
  await bench.service.as(low).post(`${path}/comments`, { content: 'yo misma' });
  bench.clock.advance(1_000);
  const equal = bench.tribes.addMember(id);
  await bench.service.as(equal).post(`${path}/reactions`, { type: 'dislike' });
  const { items } = (await bench.service.as(low).get('/tribes/@me/activity')).body;
  expect(items).toHaveLength(3);
  expect(items[0]).toMatchObject({
    type: 'reaction',
    reaction: 'dislike',
    comment: null,
    actor: { id: equal.id },
    postId: below.id,
    tribeId: id,
  });
  expect(items).toContainEqual(expect.objectContaining({ type: 'comment', comment: 'desde arriba', id: commentId }));
  expect(new Set(items.map((item: { id: string }) => item.id)).size).toBe(3);
  expect((await bench.service.as(low).get('/tribes/@me/activity?limit=1')).body.items).toEqual([items[0]]);
  expect((await bench.service.as(high).get('/tribes/@me/activity')).body.items).toEqual([]);
  expect((await bench.service.as().get('/tribes/@me/activity')).status).toBe(401);
});

test('activity names the post by the beginning of its text and the square of its cover', async () => {
  const [tribeId, author] = [bench.tribes.createTribe(), person()];
  bench.tribes.setMembership(tribeId, author);
  const fan = bench.tribes.addMember(tribeId);
  const plain = await bench.publishPost(author, tribeId, { content: 'pan '.repeat(100).trim() });
  const pictured = await bench.publishPost(author, tribeId, { content: 'dos', coverIndex: '1' }, 2);
  for (const { id } of [plain, pictured]) {
    bench.clock.advance(1_000);
    await bench.service.as(fan).post(`/tribes/${tribeId}/posts/${id}/reactions`, { type: 'like' });
  }
  const { items } = (await bench.service.as(author).get('/tribes/@me/activity')).body;
  expect(items).toMatchObject([
    { postText: 'dos', postPicture: { url: expect.any(String) } },
    { postText: 'pan '.repeat(30), postPicture: null },
  ]);
  const keyOf = (url: string) => new URLSearchParams(url.split('?')[1]).get('key');
  expect(keyOf(items[0].postPicture.url)).toBe(keyOf(pictured.images[1].variants.square));
  expect(items[0].postPicture.url).toContain('&sig=');
});

test('activity omits tribes that the viewer has left, and they do not count towards the limit', async () => {
  const [tribeId, author] = [bench.tribes.createTribe(), person()];
  bench.tribes.setMembership(tribeId, author);
  const comment = async (tribeId: number, content: string) => {
    const post = await bench.publishPost(author, tribeId);
    const path = `/tribes/${tribeId}/posts/${post.id}/comments`;
    await bench.service.as(bench.tribes.addMember(tribeId)).post(path, { content });
  };
  await comment(tribeId, 'antes');
  const id = bench.tribes.createTribe();
  bench.tribes.setMembership(id, author);
  await comment(id, 'después');
  const activity = async () =>
    (await bench.service.as(author).get('/tribes/@me/activity?limit=1')).body.items.map(
      (item: { comment: string }) => item.comment,
    );
  expect(await activity()).toEqual(['después']);
  bench.tribes.removeMembership(id, author);
  await bench.publishOnly(MemberLeft, { tribeId: id, userId: author.id, reason: 'removed' });
  await until(async () => (await activity())[0] !== 'después', 'the tribe is omitted');
  expect(await activity()).toEqual(['antes']);
});

test('the rpc for peers returns existing posts and whether the viewer may see them', async () => {
  const { id, owner, low, high, below } = await mixedLevels();
  const bound = await bench.publishPost(high, id, { content: 'x', minLevelOrder: '4', tags: 'alto' });
  const open = await bench.publishPost(bench.tribes.addMember(homininiId), homininiId);
  const ids = [below.id, bound.id, open.id, unknownId, 'no-es-un-id'];
  const seen = async (viewerId: string, viewerIsAdmin = false) => {
    const { posts } = await bench.rpc.getPosts({ ids, viewerId, viewerIsAdmin });
    expect(posts.map((post) => post.id).toSorted()).toEqual([below.id, bound.id, open.id].toSorted());
    return posts
      .filter(({ canView }) => canView)
      .map((post) => post.id)
      .toSorted();
  };
  expect(await seen('')).toEqual([open.id]);
  expect(await seen(person().id)).toEqual([open.id]);
  expect(await seen(low.id)).toEqual([below.id, open.id].toSorted());
  for (const viewer of [high.id, owner.id]) expect(await seen(viewer)).toHaveLength(3);
  expect(await seen('admin', true)).toHaveLength(3);
  const { posts } = await bench.rpc.getPosts({ ids: [bound.id], viewerId: '', viewerIsAdmin: false });
  expect(posts).toEqual([
    {
      id: bound.id,
      tribeId: id,
      authorId: high.id,
      kind: 'post',
      minLevelOrder: 4,
      tags: ['alto'],
      createdAt: bound.createdAt,
      canView: false,
    },
  ]);
});

test('the access to posts of many tribes takes one call for the memberships', async () => {
  const viewer = person();
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) {
    const tribeId = bench.tribes.createTribe();
    bench.tribes.setMembership(tribeId, viewer);
    ids.push((await bench.publishPost(bench.tribes.addMember(tribeId), tribeId)).id);
  }
  const before = bench.tribes.membershipCalls;
  const { posts } = await bench.rpc.getPosts({ ids, viewerId: viewer.id, viewerIsAdmin: false });
  expect(posts.map(({ canView }) => canView)).toEqual([true, true, true, true]);
  expect(bench.tribes.membershipCalls - before).toBe(1);
});

test('activity in many tribes takes one call for the users', async () => {
  const viewer = person();
  const fans: string[] = [];
  for (let count = 0; count < 4; count++) {
    const tribeId = bench.tribes.createTribe();
    bench.tribes.setMembership(tribeId, viewer);
    const post = await bench.publishPost(viewer, tribeId);
    const fan = bench.tribes.addMember(tribeId);
    await bench.service.as(fan).post(`/tribes/${tribeId}/posts/${post.id}/reactions`, { type: 'like' });
    fans.push(fan.id);
  }
  const before = bench.identity.userCalls.length;
  const { items } = (await bench.service.as(viewer).get('/tribes/@me/activity')).body;
  expect(items.map(({ actor }: { actor: { id: string } }) => actor.id).toSorted()).toEqual(fans.toSorted());
  expect(bench.identity.userCalls.slice(before).map((ids) => ids.toSorted())).toEqual([fans.toSorted()]);
});

test('an agent reads new posts, adds a comment once by its own id, and sets a reaction idempotently', async () => {
  const id = bench.tribes.createTribe(person());
  const author = bench.tribes.addMember(id);
  const old = await bench.publishPost(author, id);
  const post = await bench.publishPost(author, id, { content: 'nuevo', tags: 'fuego' });
  const robot = bench.tribes.addMember(id);
  const agent = userActor(robot.id, { isAgent: true });
  const read = async (since = '') =>
    (await bench.rpc.listRecentPosts({ tribeId: id, since, limit: 0 }, { actor: agent })).posts;
  expect((await read()).map((each) => each.id)).toEqual([post.id, old.id]);
  expect(await read(old.createdAt)).toEqual([
    {
      id: post.id,
      tribeId: id,
      authorId: author.id,
      kind: 'post',
      content: 'nuevo',
      tags: ['fuego'],
      createdAt: post.createdAt,
      myReaction: 'none',
      myComments: 0,
    },
  ]);
  const comment = { tribeId: id, postId: post.id, commentId: crypto.randomUUID(), parentId: '', content: '¡Buena!' };
  const reaction = { tribeId: id, postId: post.id, type: 'like' } as const;
  for (let times = 0; times < 3; times++) {
    expect(await bench.rpc.addComment(comment, { actor: agent })).toEqual({ commentId: comment.commentId });
    expect(await bench.rpc.setReaction(reaction, { actor: agent })).toEqual({ likes: 1, dislikes: 0 });
  }
  expect((await read())[0]).toMatchObject({ myReaction: 'like', myComments: 1 });
  expect(await bench.rpc.setReaction({ ...reaction, type: 'none' }, { actor: agent })).toEqual({
    likes: 0,
    dislikes: 0,
  });
  expect(await bench.eventsOf(CommentAdded, id)).toMatchObject([{ commentId: comment.commentId, authorIsAgent: true }]);
  expect(await bench.eventsOf(ReactionChanged, id)).toMatchObject([
    { type: 'like', userIsAgent: true },
    { type: 'none', previousType: 'like' },
  ]);
});

test('an agent gets the same errors as any user', async () => {
  const id = bench.tribes.createTribe(person());
  const post = await bench.publishPost(bench.tribes.addMember(id, { levelOrder: 3 }), id, {
    content: 'x',
    minLevelOrder: '3',
  });
  const [low, outsider] = [bench.tribes.addMember(id), person()];
  const comment = { tribeId: id, postId: post.id, commentId: crypto.randomUUID(), parentId: '', content: 'x' };
  const like = { tribeId: id, postId: post.id, type: 'like' } as const;
  const refused = (work: Promise<unknown>, code: string) => expect(work).rejects.toMatchObject({ code });
  await refused(bench.rpc.addComment(comment, { actor: low }), 'not_found');
  await refused(bench.rpc.setReaction(like, { actor: low }), 'not_found');
  await refused(bench.rpc.addComment(comment, { actor: outsider }), 'membership_required');
  await refused(
    bench.rpc.listRecentPosts({ tribeId: id, since: '', limit: 5 }, { actor: outsider }),
    'membership_required',
  );
  await refused(bench.rpc.listRecentPosts({ tribeId: 7, since: '', limit: 5 }, { actor: outsider }), 'not_found');
  await refused(bench.rpc.addComment({ ...comment, content: ' ' }, { actor: low }), 'comment_empty');
  await refused(bench.rpc.addComment(comment), 'unauthenticated');
  expect((await bench.rpc.listRecentPosts({ tribeId: id, since: '', limit: 5 }, { actor: low })).posts).toEqual([]);
});
