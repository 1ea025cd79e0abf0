import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostPublished } from '@tribus/proto/content/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const notificationsOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items;

/** A post whose author has these followers, all of them members. */
function postFor(followers: readonly Actor[]): PostPublished {
  const [author, tribeId] = [person(), bench.tribes.createTribe()];
  for (const each of [author, ...followers]) bench.tribes.setMembership(tribeId, each);
  bench.identity.followers.set(
    author.id,
    followers.map(({ id }) => id),
  );
  return PostPublished.fromPartial({ tribeId, postId: unique('p'), authorId: author.id, minLevelOrder: 1 });
}

test('a follower who muted a word or a tag of the post is not notified, on every page of followers', async () => {
  const followers = [person(), person(), person(), person(), person()];
  const muting = [followers[0], followers[3]].flatMap((each) => each ?? []);
  const post = postFor(followers);
  bench.content.mutedBy.set(
    post.postId,
    muting.map(({ id }) => id),
  );
  await bench.publish(PostPublished, post);
  for (const each of followers) expect(await notificationsOf(each)).toHaveLength(muting.includes(each) ? 0 : 1);
});

test('content is called only for followers who may see the post', async () => {
  const [follower, outsider] = [person(), person()];
  const post = postFor([follower]);
  bench.identity.followers.set(post.authorId, [follower.id, outsider.id]);
  await bench.publish(PostPublished, post);
  expect(bench.content.calls.at(-1)).toEqual([follower.id]);
});

// Must be the last test: calls to content fail fast for a while after it.
test('no one is notified while content is unavailable, and followers without a mute are notified afterwards', async () => {
  const [follower, muting] = [person(), person()];
  const post = postFor([follower, muting]);
  bench.content.mutedBy.set(post.postId, [muting.id]);
  bench.content.error = fail('unavailable');
  const before = bench.content.calls.length;
  await bench.deliver(bench.record(PostPublished, post));
  await until(() => bench.content.calls.length > before, 'content was called');
  expect([await notificationsOf(follower), await notificationsOf(muting)]).toEqual([[], []]);
  bench.content.error = undefined;
  await bench.settled();
  expect([(await notificationsOf(follower)).length, await notificationsOf(muting)]).toEqual([1, []]);
});
