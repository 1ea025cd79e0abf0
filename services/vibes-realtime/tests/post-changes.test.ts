import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import {
  CommentDeleted,
  ContentHidden,
  ContentShown,
  PostDeleted,
  PostEdited,
  PostVideoChanged,
} from '@tribus/proto/content/v1/events.ts';
import { type Bench, openBench } from './bench.ts';
import type { Listener, ServerSentEvent } from './listener.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const admin: Actor = { ...person(), role: 'admin' };

/** The people around a post of level 2, each with a stream. */
async function scene() {
  bench.identity.openSession(admin.id, { sessionId: admin.sessionId, role: 'admin' });
  const [author, blocked] = [bench.addMember(1), bench.addMember(2)];
  bench.identity.block(author.id, blocked.id);
  const people = {
    author,
    blocked,
    viewer: bench.addMember(2),
    beginner: bench.addMember(1),
    officer: bench.tribes.addMember(100, { role: 'officer' }),
    outsider: person(),
    admin,
  };
  const streams = await Promise.all(
    Object.entries(people).map(async ([name, actor]) => ({
      name,
      actor,
      stream: await bench.listen(actor, '/stream'),
    })),
  );
  const post = { tribeId: 100, postId: unique('post'), authorId: author.id, minLevelOrder: 2 };
  return {
    author,
    post,
    streams,
    /** Waits for the last of `count` changes of the post, and returns how many each person has received. */
    async received(count: number, change: object = {}) {
      const expected = { tribeId: 100, postId: post.postId, ...change };
      const changesOf = (events: ServerSentEvent[]) => events.filter(({ event }) => event === 'post');
      const isComplete = ({ stream }: { stream: Listener }) => changesOf(stream.events).length === count;
      await until(() => streams.some(isComplete), 'the last change arrived');
      const counts: Record<string, number> = {};
      for (const { name, actor, stream } of streams) {
        const changes = changesOf(await bench.receivedBy(stream, actor));
        for (const { data } of changes) expect(data).toEqual(expected);
        if (changes.length > 0) counts[name] = changes.length;
      }
      return counts;
    },
  };
}

test('the author and everyone who may see a post receive its hiding, its return and its deletion, and nobody else', async () => {
  const { post, received } = await scene();
  await bench.publishOnly(ContentHidden, ContentHidden.fromPartial({ ...post, cause: 'reports' }));
  expect(await received(1)).toEqual({ author: 1, viewer: 1, officer: 1, admin: 1 });
  await bench.publishOnly(ContentShown, ContentShown.fromPartial(post));
  expect(await received(2)).toEqual({ author: 2, viewer: 2, officer: 2, admin: 2 });
  await bench.publishOnly(PostDeleted, PostDeleted.fromPartial(post));
  expect(await received(3)).toEqual({ author: 3, viewer: 3, officer: 3, admin: 3 });
});

test('a change of a post that was hidden already, or whose level is unknown, reaches its author and moderators only', async () => {
  const { post, received } = await scene();
  await bench.publishOnly(ContentHidden, ContentHidden.fromPartial({ ...post, cause: 'removed', wasHidden: true }));
  await bench.publishOnly(PostDeleted, PostDeleted.fromPartial({ ...post, wasHidden: true }));
  await bench.publishOnly(ContentShown, ContentShown.fromPartial({ ...post, minLevelOrder: 0 }));
  expect(await received(3)).toEqual({ author: 3, officer: 3, admin: 3 });
});

test('an edit reaches everyone who may see the post: of a hidden one its author and moderators only', async () => {
  const { post, received } = await scene();
  await bench.publishOnly(PostEdited, PostEdited.fromPartial(post));
  expect(await received(1)).toEqual({ author: 1, viewer: 1, officer: 1, admin: 1 });
  await bench.publishOnly(PostEdited, PostEdited.fromPartial({ ...post, isHidden: true }));
  await bench.publishOnly(PostEdited, PostEdited.fromPartial({ ...post, minLevelOrder: 0 }));
  expect(await received(3)).toEqual({ author: 3, viewer: 1, officer: 3, admin: 3 });
});

test('a hidden comment of an unknown post author changes nothing, and an author who has left the tribe receives none', async () => {
  const { author, post, received } = await scene();
  const comment = { ...post, commentId: unique('comment'), minLevelOrder: 0 };
  await bench.publishOnly(ContentHidden, ContentHidden.fromPartial({ ...comment, cause: 'reports' }));
  await bench.publishOnly(ContentShown, ContentShown.fromPartial(comment));
  bench.tribes.addTribe({ id: 100, name: 'Fogón', isPrivate: true, isInvisible: true });
  bench.tribes.removeMembership(100, author);
  await bench.publishOnly(PostDeleted, PostDeleted.fromPartial(post));
  expect(await received(1)).toEqual({ viewer: 1, officer: 1, admin: 1 });
});

test('viewers who may see a post and a comment on it receive the hiding, return and deletion of the comment', async () => {
  const { author, post, received } = await scene();
  const commenter = bench.addMember(2);
  const commentId = unique('comment');
  const comment = { ...post, commentId, postAuthorId: author.id, authorId: commenter.id };
  const times = (count: number) => ({ author: count, viewer: count, officer: count, admin: count });
  await bench.publishOnly(ContentHidden, ContentHidden.fromPartial({ ...comment, cause: 'reports' }));
  expect(await received(1, { commentId })).toEqual(times(1));
  await bench.publishOnly(ContentShown, ContentShown.fromPartial(comment));
  expect(await received(2, { commentId })).toEqual(times(2));
  await bench.publishOnly(CommentDeleted, CommentDeleted.fromPartial(comment));
  expect(await received(3, { commentId })).toEqual(times(3));
});

test('a change of a comment that was hidden already, or on a hidden post, reaches only those who see it', async () => {
  const { author, post, received } = await scene();
  const comment = { ...post, commentId: unique('comment'), postAuthorId: author.id, authorId: bench.addMember(2).id };
  const { commentId } = comment;
  await bench.publishOnly(CommentDeleted, CommentDeleted.fromPartial({ ...comment, wasHidden: true }));
  expect(await received(1, { commentId })).toEqual({ officer: 1, admin: 1 });
  await bench.publishOnly(ContentShown, ContentShown.fromPartial({ ...comment, minLevelOrder: 0 }));
  expect(await received(2, { commentId })).toEqual({ author: 1, officer: 2, admin: 2 });
});

const videosIn = (events: ServerSentEvent[] = []) => events.filter(({ event }) => event === 'video');

test('only the author receives the processing of a video', async () => {
  const { post, streams } = await scene();
  const { minLevelOrder: _of, ...change } = { ...post, videoId: unique('video') };
  await bench.publishOnly(PostVideoChanged, { ...change, state: 'processing', percent: 40 });
  await bench.publishOnly(PostVideoChanged, { ...change, state: 'ready', percent: 100 });
  const ofAuthor = streams.find(({ name }) => name === 'author')?.stream;
  await until(() => videosIn(ofAuthor?.events).length === 2, 'the author has received both');
  const { authorId: _own, ...shown } = change;
  expect(videosIn(ofAuthor?.events).map(({ data }) => data)).toEqual([
    { ...shown, state: 'processing', percent: 40 },
    { ...shown, state: 'ready', percent: 100 },
  ]);
  const counts: Record<string, number> = {};
  for (const { name, actor, stream } of streams) counts[name] = videosIn(await bench.receivedBy(stream, actor)).length;
  expect(counts).toEqual({ author: 2, blocked: 0, viewer: 0, beginner: 0, officer: 0, outsider: 0, admin: 0 });
});

test('an author who has left an invisible tribe receives no processing of a video in it', async () => {
  const { author, post, streams } = await scene();
  bench.tribes.addTribe({ id: 100, name: 'Fogón', isPrivate: true, isInvisible: true });
  bench.tribes.removeMembership(100, author);
  const { minLevelOrder: _of, ...change } = { ...post, videoId: unique('video') };
  await bench.publishOnly(PostVideoChanged, { ...change, state: 'ready', percent: 100 });
  for (const { actor, stream } of streams) expect(videosIn(await bench.receivedBy(stream, actor))).toEqual([]);
});
