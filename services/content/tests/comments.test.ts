import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, form, person, unique } from '@tribus/community/testing/factories.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CommentAdded, CommentDeleted, ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import { MemberRestricted } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench, unknownId } from './bench.ts';
import { commentsOn } from './comments.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { scene, write } = commentsOn(() => bench);

test('a comment is shown, counted and emitted as an event', async () => {
  const { id, author, post, path, comments } = await scene();
  const member = bench.tribes.addMember(id);
  const written = await write(member, comments, ' ¡Hola! ');
  expect(written).toMatchObject({
    parentId: null,
    userId: member.id,
    user: { id: member.id, name: `Nombre de ${member.id}` },
    content: '¡Hola!',
    createdAt: bench.clock.now().toISOString(),
    reactionCounts: { like: 0, dislike: 0 },
    canDelete: true,
  });
  expect((await bench.service.as(author).get(path)).body.counts.comments).toBe(1);
  expect(await bench.eventsOf(CommentAdded, id)).toEqual([
    {
      tribeId: id,
      postId: post.id,
      postAuthorId: author.id,
      commentId: written.id,
      parentId: '',
      authorId: member.id,
      authorIsAgent: false,
    },
  ]);
});

test('a reply to a reply is added to the parent comment, and pages keep threads together', async () => {
  const { id, comments, author } = await scene();
  const member = bench.tribes.addMember(id);
  const roots: string[] = [];
  for (const text of ['uno', 'dos', 'tres']) roots.push((await write(member, comments, text)).id);
  const reply = await write(author, comments, 'uno.uno', roots[0]);
  const deeper = await write(member, comments, 'uno.dos', reply.id);
  expect([reply.parentId, deeper.parentId]).toEqual([roots[0], roots[0]]);
  await write(member, comments, 'tres.uno', roots[2]);

  const client = bench.service.as(member);
  const textsOf = (body: { items: { content: string }[] }) => body.items.map(({ content }) => content);
  const first = (await client.get(`${comments}?limit=2`)).body;
  expect(textsOf(first)).toEqual(['uno', 'uno.uno', 'uno.dos', 'dos']);
  const second = (await client.get(`${comments}?limit=2&after=${first.nextAfter}`)).body;
  expect([textsOf(second), second.nextAfter]).toEqual([['tres', 'tres.uno'], null]);
  expect((await client.get(`${comments}?after=inventado`)).body.code).toBe('bad_cursor');
});

test('empty and overlong comments, and replies to unknown comments, are refused', async () => {
  const { id, comments, author } = await scene();
  const other = await scene();
  const otherComment = await write(other.author, other.comments, 'en otra parte');
  const client = bench.service.as(author);
  const code = async (body: unknown) => (await client.post(comments, body)).body.code;
  expect(await code({ content: ' \n ' })).toBe('comment_empty');
  expect(await code({})).toBe('comment_empty');
  expect(await code({ content: 'x'.repeat(2_001) })).toBe('comment_length');
  expect(await code({ content: ['x'] })).toBe('comment_empty');
  for (const parentId of [unknownId, otherComment.id, 'no-es-un-id'])
    expect(await code({ content: 'x', parentId })).toBe('not_found');
  expect((await bench.service.as(person()).post(comments, { content: 'x' })).body.code).toBe('membership_required');
  expect((await bench.service.as().post(comments, { content: 'x' })).status).toBe(401);
  expect(await bench.eventsOf(CommentAdded, id)).toEqual([]);
});

test('the author of a comment and the author of the post can delete it with its replies', async () => {
  const { id, author, path, comments } = await scene();
  const [writer, outsider] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const deleted: unknown[] = [];
  for (const deleter of [writer, author]) {
    const root = await write(writer, comments, 'raíz');
    const reply = await write(outsider, comments, 'respuesta', root.id);
    await bench.service.as(outsider).post(`${comments}/${root.id}/reactions`, { type: 'like' });
    expect((await bench.service.as(outsider).delete(`${comments}/${root.id}`)).body.code).toBe('forbidden');
    expect((await bench.service.as(deleter).delete(`${comments}/${root.id}`)).body).toEqual({ ok: true });
    expect((await bench.service.as(deleter).delete(`${comments}/${root.id}`)).status).toBe(404);
    expect((await bench.service.as(outsider).delete(`${comments}/${reply.id}`)).status).toBe(404);
    deleted.push({ commentId: root.id, authorId: writer.id }, { commentId: reply.id, authorId: outsider.id });
  }
  // Replies are deleted by a job.
  await bench.jobsDone();
  const emitted = (await bench.eventsOf(CommentDeleted, id)).map(({ commentId, authorId }) => ({
    commentId,
    authorId,
  }));
  const keysOf = (events: readonly unknown[]) => new Set(events.map((each) => JSON.stringify(each)));
  expect(keysOf(emitted)).toEqual(keysOf(deleted));
  expect(emitted).toHaveLength(deleted.length);
  expect((await bench.service.as(writer).get(comments)).body.items).toEqual([]);
  expect((await bench.service.as(writer).get(path)).body.counts.comments).toBe(0);
});

test('moderators can remove another user’s comment with its replies, and it is visible to nobody', async () => {
  const { id, owner, path, comments } = await scene();
  const [writer, outsider] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  for (const moderator of [owner, bench.tribes.addMember(id, { role: 'officer' }), admin]) {
    const root = await write(writer, comments, 'raíz');
    await write(outsider, comments, 'respuesta', root.id);
    expect((await bench.service.as(moderator).delete(`${comments}/${root.id}`)).body).toEqual({ ok: true });
    for (const again of [moderator, writer])
      expect((await bench.service.as(again).delete(`${comments}/${root.id}`)).status).toBe(404);
  }
  for (const viewer of [writer, outsider, owner])
    expect((await bench.service.as(viewer).get(comments)).body.items).toEqual([]);
  expect((await bench.service.as(writer).get(path)).body.counts.comments).toBe(0);
});

test('a non-member cannot delete a comment, not even their own', async () => {
  const { comments } = await scene();
  const own = await write(admin, comments, 'de paso');
  expect((await bench.service.as(person()).delete(`${comments}/${own.id}`)).body.code).toBe('membership_required');
  expect((await bench.service.as().delete(`${comments}/${own.id}`)).status).toBe(401);
});

test('a comment under another post is not found', async () => {
  const { id, author, comments } = await scene();
  const other = await bench.publishPost(author, id);
  const comment = await write(author, comments, 'aquí');
  const wrong = `/tribes/${id}/posts/${other.id}/comments/${comment.id}`;
  expect((await bench.service.as(author).delete(wrong)).status).toBe(404);
  expect((await bench.service.as(author).post(`${wrong}/reactions`, { type: 'like' })).status).toBe(404);
  expect((await bench.service.as(author).delete(`${comments}/no-es-un-id`)).status).toBe(404);
  expect((await bench.service.as(author).get(comments)).body.items).toHaveLength(1);
});

test('reactions to comments work as those to posts, and their events contain the comment’s author', async () => {
  const { id, post, comments } = await scene();
  const [writer, fan] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const comment = await write(writer, comments, 'buena');
  const tap = (type: string) => bench.service.as(fan).post(`${comments}/${comment.id}/reactions`, { type });
  expect((await tap('like')).body).toEqual({ counts: { like: 1, dislike: 0 }, total: 1, myReactions: ['like'] });
  const [shown] = (await bench.service.as(fan).get(comments)).body.items;
  expect(shown).toMatchObject({ reactionCounts: { like: 1, dislike: 0 }, myReactions: ['like'], canDelete: false });
  expect((await tap('dislike')).body.counts).toEqual({ like: 0, dislike: 1 });
  expect((await bench.eventsOf(ReactionChanged, id))[0]).toMatchObject({
    postId: post.id,
    targetKind: 'comment',
    targetId: comment.id,
    ownerId: writer.id,
    userId: fan.id,
    type: 'like',
  });
});

test('a repeated request adds the comment once', async () => {
  const { id, author, comments } = await scene();
  const key = { 'idempotency-key': unique('comment') };
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => bench.service.as(author).post(comments, { content: 'una vez' }, key)),
  );
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect((await bench.service.as(author).get(comments)).body.items).toHaveLength(1);
  expect(await bench.eventsOf(CommentAdded, id)).toHaveLength(1);
});

test('thirty concurrent comments, replies and deletions leave the count right and cause no fault', async () => {
  const { id, author, path, comments } = await scene();
  const root = await write(author, comments, 'raíz');
  const members = Array.from({ length: 10 }, () => bench.service.as(bench.tribes.addMember(id)));
  const tries = members.flatMap((member) => [
    member.post(comments, { content: 'suelto' }),
    member.post(comments, { content: 'respuesta', parentId: root.id }),
    member.post(`${comments}/${root.id}/reactions`, { type: 'like' }),
  ]);
  tries.splice(10, 0, bench.service.as(author).delete(`${comments}/${root.id}`));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  const { items } = (await bench.service.as(author).get(`${comments}?limit=100`)).body;
  expect(items).toHaveLength(10);
  expect((await bench.service.as(author).get(path)).body.counts.comments).toBe(10);
});

test('a restricted member can read, but cannot publish, comment, react or edit', async () => {
  const { id, author, path, comments } = await scene();
  const member = bench.tribes.addMember(id);
  const own = await bench.publishPost(member, id);
  const { id: commentId } = await write(author, comments, 'Hola');
  bench.tribes.setMembership(id, member, { restrictedUntil: '2030-01-02T03:04:05.000Z' });
  await bench.publishOnly(MemberRestricted, { tribeId: id, userId: member.id, until: '2030-01-02T03:04:05.000Z' });
  const client = bench.service.as(member);
  const isRefused = async () => (await client.post(`${path}/reactions`, { type: 'like' })).status === 403;
  await until(isRefused, 'content applies the restriction');
  expect((await client.get(path)).status).toBe(200);
  const responses = await Promise.all([
    client.post(`/tribes/${id}/posts`, form({ content: 'No' })),
    client.post(comments, { content: 'No' }),
    client.post(`${path}/reactions`, { type: 'like' }),
    client.post(`${comments}/${commentId}/reactions`, { type: 'like' }),
    client.put(`/tribes/${id}/posts/${own.id}`, { content: 'No' }),
  ]);
  for (const { status, body } of responses) expect([status, body.code]).toEqual([403, 'membership_restricted']);
  expect((await client.delete(`/tribes/${id}/posts/${own.id}`)).status).toBe(200);
});

test('an invisible tribe does not exist for a non-member', async () => {
  const { id, path, comments } = await scene();
  bench.tribes.addTribe({ id, isPrivate: true, isInvisible: true });
  const outsider = bench.service.as(person());
  const responses = await Promise.all([
    outsider.get(`/tribes/${id}/posts`),
    ...['waiting', 'preview'].map((fact) => outsider.get(`/tribes/${id}/posts/${fact}`)),
    outsider.get(path),
    outsider.get(comments),
    outsider.post(comments, { content: 'Hola' }),
    outsider.post(`${path}/reactions`, { type: 'like' }),
    outsider.post(`/tribes/${id}/posts`, form({ content: 'Hola' })),
  ]);
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
});

test('a new account can add at most two links to a comment, a post or an edit', async () => {
  const { id, comments } = await scene();
  const newcomer = userActor(unique('nueva'), { limitedUntil: bench.clock.now().getTime() + hourMs });
  bench.tribes.setMembership(id, newcomer, { levelOrder: 1 });
  const client = bench.service.as(newcomer);
  const [two, three] = ['https://a.es y www.b.es', 'https://a.es, www.b.es y c.com'];
  const refused = await client.post(comments, { content: three });
  expect([refused.status, refused.body.code, refused.body.details]).toEqual([
    403,
    'new_account_links',
    [{ path: 'opensAt', message: new Date(newcomer.limitedUntil).toISOString() }],
  ]);
  expect((await client.post(comments, { content: two })).status).toBe(201);
  const post = await bench.publishPost(newcomer, id, { content: two });
  expect((await client.post(`/tribes/${id}/posts`, form({ content: three }))).body.code).toBe('new_account_links');
  expect((await client.post(`/tribes/${id}/posts`, form({ alts: three }, 1))).body.code).toBe('new_account_links');
  expect((await client.post(`/tribes/${id}/posts`, form({ content: 'x', placeSlug: three }))).body.code).toBe(
    'new_account_links',
  );
  const edit = await client.put(`/tribes/${id}/posts/${post.id}`, { content: three });
  expect(edit.body.code).toBe('new_account_links');
  for (const [more, pictures] of [[{ place: 'd.com' }], [{ alts: 'd.com' }, 1], [{ videoUrls: 'd.com/v' }]] as const) {
    const other = await bench.publishPost(newcomer, id, { content: 'x', ...more }, pictures);
    const edited = await client.put(`/tribes/${id}/posts/${other.id}`, { content: two });
    expect(edited.body.code).toBe('new_account_links');
  }
  bench.clock.advance(hourMs);
  expect((await client.post(comments, { content: three })).status).toBe(201);
});
