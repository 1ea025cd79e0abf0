import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { EventRecord } from '@tribus/kit/events/events.ts';
import { ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

const postCount = 200;
const likesOfPost = 10;
const publishedAtOnce = 250;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await bench.startReplica();
});
afterAll(() => bench.close());

/** Each of the first hundred posts has its own author; the others are by ten people, ten posts each. */
const authorOf = (post: number): string => (post < 100 ? `author-${post}` : `busy-${post % 10}`);

function like(post: number, fan: number): EventRecord {
  const target = { tribeId: 7, postId: `post-${post}`, targetKind: 'post', targetId: `post-${post}` } as const;
  const reaction = { userIsAgent: false, type: 'like', previousType: 'none' } as const;
  return bench.record(ReactionChanged, {
    ...target,
    ownerId: authorOf(post),
    userId: `fan-${post}-${fan}`,
    ...reaction,
  });
}

async function inPortions<T>(all: readonly T[], work: (each: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += publishedAtOnce)
    await Promise.all(all.slice(from, from + publishedAtOnce).map(work));
}

test('two replicas of the service count each of two thousand likes of two hundred posts once', async () => {
  const likes = Array.from({ length: postCount * likesOfPost }, (_, index) =>
    like(index % postCount, Math.floor(index / postCount)),
  );
  await inPortions(likes, bench.deliver);
  await inPortions(likes.slice(0, 500), (event) => bench.deliver({ ...event, attempt: 1 }));
  await bench.settled();

  const authors = [...new Set(Array.from({ length: postCount }, (_, post) => authorOf(post)))];
  const points = new Map<string, number>();
  await inPortions(authors, async (userId) =>
    points.set(userId, (await bench.rpc.getPoints({ userId, tribeIds: [] })).total),
  );
  // Fifty of each busy author's hundred likes count.
  expect(points).toEqual(new Map(authors.map((userId) => [userId, userId.startsWith('busy') ? 50 : likesOfPost])));
  const { items } = (await bench.service.as(person('author-1')).get('/gamification/me/ledger?limit=100')).body;
  expect(items).toHaveLength(likesOfPost);
});
