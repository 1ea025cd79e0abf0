import { afterAll, expect, test } from '@jest/globals';
import { asAppError } from '../core/errors.ts';
import { openMongo } from '../mongo/mongo.ts';
import { LateServer } from '../testing/late-server.ts';
import { type TestStores, testStores } from '../testing/stores.ts';
import { processOf } from '../testing/things.ts';
import { succeeds, until } from '../testing/until.ts';

let stores: TestStores | undefined;
let server: LateServer | undefined;

afterAll(async () => {
  await server?.close();
  await stores?.drop();
});

test('calls to a hanging server fail as an outage at our time limit, before the driver’s timeout or retry', async () => {
  stores = await testStores({ postgres: false });
  server = new LateServer(stores.env.MONGODB_URL, 0);
  await server.come();
  const ctx = processOf('things', undefined, 1);
  const mongo = await openMongo(ctx, { url: server.url });
  const things = mongo.collection<{ _id: string; count: number }>('things');
  // With these limits even a stalled machine may look like an outage.
  const written = () => things.updateOne({ _id: 'first' }, { $set: { count: 1 } }, { upsert: true });
  await until(() => succeeds(written), 'the server is reached');
  server.hang();
  const calls = [
    things.findOne({ _id: 'first' }),
    things.find({ _id: 'first' }).toArray(),
    things.countDocuments({ count: 1 }),
    things.insertOne({ _id: 'second', count: 1 }),
    things.updateOne({ _id: 'first' }, { $inc: { count: 1 } }),
    things.deleteOne({ _id: 'first' }),
    things.bulkWrite([{ deleteOne: { filter: { _id: 'first' } } }]),
  ];
  const outcomes = await Promise.allSettled(calls);
  const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : 'it succeeded'));
  expect(reasons.map((reason) => [asAppError(reason).code, reason.code, reason])).toEqual(
    reasons.map((reason) => ['unavailable', 'ETIMEDOUT', reason]),
  );
});
