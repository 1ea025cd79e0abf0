import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import { openMongoBench } from '@tribus/kit/testing/mongo.ts';
import { raceUpserts } from '@tribus/kit/testing/upsert-race.ts';
import { VibeReacted } from '@tribus/proto/vibes/v1/events.ts';
import { Reactions } from '../src/store/reactions.ts';

let bench: Awaited<ReturnType<typeof openMongoBench>>;
let mongo: Mongo;

beforeAll(async () => {
  bench = await openMongoBench('vibes-realtime');
  mongo = bench.mongo;
});
afterAll(() => bench.close());

test('all first reactions to a vibe count, also when two replicas receive them concurrently', async () => {
  const reactionBy = (userId: string) => async () => {
    const replica = new Reactions(mongo, () => new Date());
    const event = mongo.event(VibeReacted, VibeReacted.fromPartial({ vibeId: 'v', tribeId: 1, userId, emoji: '✨' }));
    await replica.add({ id: 'v', tribeId: 1, authorId: 'ana' }, { id: userId, userId, emoji: '✨', ts: 1 }, { event });
  };
  const outcomes = await raceUpserts(mongo.db, [reactionBy('bo'), reactionBy('carla')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await new Reactions(mongo, () => new Date()).count('v')).toMatchObject({ total: 2 });
});
