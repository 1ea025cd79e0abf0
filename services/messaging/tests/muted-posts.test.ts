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

const noticesOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items;

/** A post of somebody with these followers, who are all members. */
function postFor(followers: readonly Actor[]): PostPublished {
  const [author, tribeId] = [person(), bench.tribes.createTribe()];
  for (const each of [author, ...followers]) bench.tribes.setMembership(tribeId, each);
  bench.identity.followers.set(
    author.id,
    followers.map(({ id }) => id),
  );
  return PostPublished.fromPartial({ tribeId, postId: unique('p'), authorId: author.id, minLevelOrder: 1 });
}

test('a follower who muted a word or a tag of the post hears nothing of it, on every page of followers', async () => {
  const followers = [person(), person(), person(), person(), person()];
  const muting = [followers[0], followers[3]].flatMap((each) => each ?? []);
  const post = postFor(followers);
  bench.content.mutedBy.set(
    post.postId,
    muting.map(({ id }) => id),
  );
  await bench.publish(PostPublished, post);
  for (const each of followers) expect(await noticesOf(each)).toHaveLength(muting.includes(each) ? 0 : 1);
});

test('content is asked only about those who may see the post', async () => {
  const [reader, outsider] = [person(), person()];
  const post = postFor([reader]);
  bench.identity.followers.set(post.authorId, [reader.id, outsider.id]);
  await bench.publish(PostPublished, post);
  expect(bench.content.asked.at(-1)).toEqual([reader.id]);
});

// Stands last: the way to content stays closed for a while after it.
test('with content away nobody is told, and when it is back everybody is who muted nothing of it', async () => {
  const [reader, muting] = [person(), person()];
  const post = postFor([reader, muting]);
  bench.content.mutedBy.set(post.postId, [muting.id]);
  bench.content.refusal = fail('unavailable');
  const before = bench.content.asked.length;
  await bench.deliver(bench.record(PostPublished, post));
  await until(() => bench.content.asked.length > before, 'it was asked');
  expect([await noticesOf(reader), await noticesOf(muting)]).toEqual([[], []]);
  bench.content.refusal = undefined;
  await bench.settled();
  expect([(await noticesOf(reader)).length, await noticesOf(muting)]).toEqual([1, []]);
});
