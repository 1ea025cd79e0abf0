import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { MemberLevelChanged } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const read = (viewer: Actor | undefined, query: string) => bench.service.as(viewer).get(`/user/posts?${query}`);
const idsSeen = async (viewer: Actor | undefined, author: Actor, more = ''): Promise<string[]> =>
  (await read(viewer, `userId=${author.id}${more}`)).body.posts.map(({ id }: { id: string }) => id);

/** A user with posts in hominini, in an open tribe and in a private one. */
async function writer() {
  const author = person();
  const open = bench.tribes.createTribe(person());
  const closed = bench.tribes.createTribe(person(), { isPrivate: true });
  for (const id of [open, closed]) bench.tribes.setMembership(id, author, { levelOrder: 2 });
  bench.tribes.setMembership(homininiId, author);
  const inHominini = (await bench.publishPost(author, homininiId)).id;
  const inOpen = (await bench.publishPost(author, open)).id;
  const inClosed = (await bench.publishPost(author, closed)).id;
  return { author, open, closed, inHominini, inOpen, inClosed };
}

test('users see all their own posts, the newest first, with their tribes', async () => {
  const { author, closed, inHominini, inOpen, inClosed } = await writer();
  const { body } = await read(author, '');
  expect(body).toMatchObject({ hasMore: false, nextCursor: null });
  expect(body.posts.map(({ id }: { id: string }) => id)).toEqual([inClosed, inOpen, inHominini]);
  expect(body.posts[0]).toMatchObject({ tribe: { id: closed, name: `Tribu ${closed}` }, canEdit: true });
  expect((await read(undefined, '')).status).toBe(401);
});

test('others see the posts of tribes they may read, visitors those of hominini, admins all', async () => {
  const { author, open, closed, inHominini, inOpen, inClosed } = await writer();
  expect(await idsSeen(undefined, author)).toEqual([inHominini]);
  expect(await idsSeen(person(), author)).toEqual([inHominini]);
  const member = bench.tribes.addMember(open, { levelOrder: 2 });
  expect(await idsSeen(member, author)).toEqual([inOpen, inHominini]);
  const pending = bench.tribes.addMember(closed, { status: 'pending' });
  expect(await idsSeen(pending, author)).toEqual([inHominini]);
  expect(await idsSeen(admin, author)).toEqual([inClosed, inOpen, inHominini]);
});

test('no response attributes posts to an author who is hidden from the viewer', async () => {
  const { author, open, inOpen, inHominini } = await writer();
  const below = bench.tribes.addMember(open, { levelOrder: 1 });
  const { body } = await read(below, `userId=${author.id}`);
  expect(body.posts.map(({ id }: { id: string }) => id)).toEqual([inHominini]);
  expect(JSON.stringify(body)).not.toContain(inOpen);
  expect(await idsSeen(below, author, `&tribeId=${open}`)).toEqual([]);
  const pseudonym = (await bench.service.as(below).get(`/tribes/${open}/posts/${inOpen}`)).body.user.id;
  expect((await read(below, `userId=${pseudonym}`)).body.posts).toEqual([]);
});

test('posts above the viewer’s level are visible only to their author and moderators', async () => {
  const { author, open, inOpen, inHominini } = await writer();
  const high = (await bench.publishPost(author, open, { content: 'Desde el dos', minLevelOrder: '2' })).id;
  const officer = bench.tribes.addMember(open, { role: 'officer', levelOrder: 1 });
  const peer = bench.tribes.addMember(open, { levelOrder: 2 });
  expect(await idsSeen(peer, author)).toEqual([high, inOpen, inHominini]);
  expect(await idsSeen(officer, author)).toEqual([high, inOpen, inHominini]);
  bench.tribes.setMembership(open, author, { levelOrder: 1 });
  const change = { levelOrder: 1, previousLevelOrder: 2, cause: 'none' } as const;
  await bench.publishOnly(MemberLevelChanged, { tribeId: open, userId: author.id, ...change });
  const low = bench.tribes.addMember(open, { levelOrder: 1 });
  // Until the event arrives the author is hidden from them, with all posts there.
  await until(async () => (await idsSeen(low, author)).includes(inOpen), 'the new level of the author is applied');
  expect(await idsSeen(low, author)).not.toContain(high);
});

test('a page continues where the last one ended, and a cursor is valid only for its list', async () => {
  const { author, inHominini, inOpen, inClosed } = await writer();
  const first = (await read(author, 'limit=2')).body;
  expect(first).toMatchObject({ hasMore: true, posts: [{ id: inClosed }, { id: inOpen }] });
  const second = (await read(author, `limit=2&cursor=${first.nextCursor}`)).body;
  expect(second).toMatchObject({ hasMore: false, nextCursor: null, posts: [{ id: inHominini }] });
  for (const query of [`userId=${author.id}&cursor=x${first.nextCursor}`, `kinds=reel&cursor=${first.nextCursor}`])
    expect((await read(author, query)).status).toBe(400);
});

test('posts are filtered by kind and tribe', async () => {
  const { author, open, inOpen } = await writer();
  const story = (await bench.publishPost(author, open, { content: 'Brasa', kind: 'story', tags: 'chill' }, 1)).id;
  expect(await idsSeen(author, author, '&kinds=story,reel')).toEqual([story]);
  expect(await idsSeen(author, author, `&kinds=post&tribeId=${open}`)).toEqual([inOpen]);
  expect((await read(author, 'kinds=nonsense')).status).toBe(400);
  expect((await read(author, 'tribeId=nonsense')).status).toBe(400);
});
