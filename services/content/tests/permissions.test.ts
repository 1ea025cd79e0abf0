import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, form, person } from '@tribus/community/testing/factories.ts';
import { type Actor, visitorActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { MemberLeft } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** A post with a comment, and users of all roles. */
async function scene(tribeId: number) {
  const author = bench.tribes.addMember(tribeId);
  const writer = bench.tribes.addMember(tribeId);
  const post = await bench.publishPost(author, tribeId);
  const path = `/tribes/${tribeId}/posts/${post.id}`;
  const comment = await bench.service.as(writer).post(`${path}/comments`, { content: 'un comentario' });
  return {
    author,
    writer,
    officer: bench.tribes.addMember(tribeId, { role: 'officer' }),
    member: bench.tribes.addMember(tribeId),
    admin,
    path,
    comment: comment.body.id,
  };
}

const people = ['author', 'writer', 'officer', 'member', 'admin'] as const;

/** Whether a response offered an action, and whether it succeeded. */
async function outcome(
  viewer: Actor,
  what: 'canEdit' | 'canDelete' | 'comment',
  at: { path: string; comment: string },
) {
  const client = bench.service.as(viewer);
  if (what === 'comment') {
    const { items } = (await client.get(`${at.path}/comments`)).body;
    const { status } = await client.delete(`${at.path}/comments/${at.comment}`);
    return { offered: items[0].canDelete, done: status === 200 };
  }
  const offered = (await client.get(at.path)).body[what];
  const answer = what === 'canEdit' ? await client.put(at.path, { content: 'nuevo' }) : await client.delete(at.path);
  return { offered, done: answer.status === 200 };
}

test.each([
  ['editing a post', 'canEdit', ['author', 'officer', 'admin']],
  ['deleting a post', 'canDelete', ['author', 'officer', 'admin']],
  ['deleting a comment', 'comment', ['author', 'writer', 'officer', 'admin']],
] as const)('%s is offered exactly to the users who can do it', async (_what, what, allowed: readonly string[]) => {
  for (const role of people) {
    const at = await scene(bench.tribes.createTribe());
    const may = allowed.includes(role);
    expect({ who: role, ...(await outcome(at[role], what, at)) }).toEqual({ who: role, offered: may, done: may });
  }
});

test('editing is offered to an author for eight hours, and afterwards also to moderators', async () => {
  for (const role of ['author', 'officer'] as const) {
    const at = await scene(bench.tribes.createTribe());
    bench.clock.advance(8 * hourMs + 1);
    const may = role === 'officer';
    expect(await outcome(at[role], 'canEdit', at)).toEqual({ offered: may, done: may });
  }
});

test('hominini offers no actions to non-members, and to a former member only the deletion of their own content', async () => {
  for (const what of ['canEdit', 'canDelete', 'comment'] as const) {
    const at = await scene(homininiId);
    for (const viewer of [visitorActor(), person()])
      expect(await outcome(viewer, what, at)).toEqual({ offered: false, done: false });
    bench.tribes.removeMembership(homininiId, at.author);
    await bench.publishOnly(MemberLeft, { tribeId: homininiId, userId: at.author.id, reason: 'left' });
    const seenAsFormer = async () => !(await bench.service.as(at.author).get(at.path)).body.canEdit;
    await until(seenAsFormer, 'editing is no longer offered');
    const may = what !== 'canEdit';
    expect(await outcome(at.author, what, at)).toEqual({ offered: may, done: may });
  }
});

test('a post or an edit is stored only once tribes has recorded its level, and not at all when that was deleted meanwhile', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const stored = async () =>
    (await bench.service.as(owner).get(`/tribes/${id}/posts`)).body.items.map(
      ({ minLevelOrder }: { minLevelOrder: number }) => minLevelOrder,
    );
  const storedBefore: number[][] = [];
  bench.tribes.beforeRecordingLevel = async () => void storedBefore.push(await stored());
  const post = await bench.publishPost(owner, id, { content: 'x', minLevelOrder: '5' });
  const edit = (minLevelOrder: number) =>
    bench.service.as(owner).put(`/tribes/${id}/posts/${post.id}`, { content: 'y', minLevelOrder });
  expect((await edit(4)).status).toBe(200);
  expect(storedBefore).toEqual([[], [5]]);
  const recorded = () => bench.tribes.requiredLevels.filter(({ tribeId }) => tribeId === id);
  expect(recorded().map(({ levelOrder }) => levelOrder)).toEqual([5, 4]);
  // Level 1 is never moved.
  await bench.publishPost(owner, id, { content: 'x', minLevelOrder: '1' });
  expect(recorded()).toHaveLength(2);
  bench.tribes.beforeRecordingLevel = async () => bench.tribes.addTribe({ id, ownerId: owner.id, levelsCount: 4 });
  const late = await bench.service.as(owner).post(`/tribes/${id}/posts`, form({ content: 'x', minLevelOrder: '5' }, 1));
  expect([late.status, late.body.code]).toEqual([400, 'level_unknown']);
  bench.tribes.addTribe({ id, ownerId: owner.id, levelsCount: 5 });
  expect((await edit(5)).body.code).toBe('level_unknown');
  bench.tribes.beforeRecordingLevel = async () => undefined;
  expect(await stored()).toEqual([1, 4]);
  await until(() => bench.media.left(owner).length === 0, 'media keeps no pictures');
});
