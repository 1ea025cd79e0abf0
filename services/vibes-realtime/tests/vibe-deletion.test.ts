import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openMongo } from '@tribus/kit/mongo/mongo.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { heart } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
let countDocuments: (vibeId: string) => Promise<number>;
beforeAll(async () => {
  bench = await openBench();
  const { db } = await openMongo(bench.peer, { url: bench.stores.env.MONGODB_URL });
  countDocuments = (_id) => db.collection<{ _id: string }>('vibes').countDocuments({ _id });
});
afterAll(() => bench.close());

test.each([
  ['the vibe', (postId: string) => bench.publish(PostDeleted, PostDeleted.fromPartial({ postId, tribeId: 100 }))],
  ['its tribe', () => bench.publish(TribeDeleted, { tribeId: 100 })],
] as const)('a reaction made while %s is deleted is refused and leaves nothing', async (_, deleteSubject) => {
  const [author, fan] = [bench.addMember(), bench.addMember()];
  const vibeId = bench.content.addVibe(author);
  const react = () => bench.service.as(fan).post(`/vibes/${vibeId}/reactions`, { emoji: heart });
  expect([(await react()).status, await countDocuments(vibeId)]).toEqual([201, 1]);
  const [asked, deleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  bench.content.beforeAnswer = async () => {
    asked.resolve();
    await deleted.promise;
  };
  const reacting = react();
  await asked.promise;
  await deleteSubject(vibeId);
  expect(await countDocuments(vibeId)).toBe(0);
  deleted.resolve();
  expect([(await reacting).status, await countDocuments(vibeId)]).toEqual([404, 0]);
});
