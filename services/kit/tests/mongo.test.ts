import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Collection } from 'mongodb';
import { type Actor, userActor, visitorActor } from '../core/actor.ts';
import { asAppError } from '../core/errors.ts';
import { runInContext } from '../core/request-context.ts';
import type { Bus } from '../events/broker.ts';
import { openBus } from '../events/bus.ts';
import { type EventMetadata, recordEvent } from '../events/events.ts';
import { on } from '../events/handlers.ts';
import { type Idempotent, idempotentId, insertOnce } from '../mongo/idempotency.ts';
import { startIdempotentConsumer } from '../mongo/inbox.ts';
import { type Mongo, openMongo } from '../mongo/mongo.ts';
import { type TestStores, testStores } from '../testing/stores.ts';
import { type ProcessContext, processOf, ThingLost, ThingMade } from '../testing/things.ts';
import { becomes, until } from '../testing/until.ts';

interface ThingDocument extends Idempotent {
  name: string;
  madeAt: Date;
}

let stores: TestStores;
let ctx: ProcessContext;
let mongo: Mongo;
let bus: Bus;
let things: Collection<ThingDocument>;

beforeAll(async () => {
  stores = await testStores({ postgres: false });
  ctx = processOf('things');
  mongo = await openMongo(ctx, { url: stores.env.MONGODB_URL });
  bus = await openBus(ctx, { url: stores.env.NATS_URL });
  things = mongo.collection<ThingDocument>('things');
});

afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

interface RequestOptions {
  key: string;
  body?: string;
  actor?: Actor;
  part?: string;
}

/** A request that creates a thing. */
const makeOnce = ({ key, body = 'body', actor = userActor('ana'), part }: RequestOptions) => {
  const request = {
    requestId: 'r',
    actor,
    deadline: Number.POSITIVE_INFINITY,
    idempotency: { key, route: 'post /things', bodyHash: body },
  };
  return runInContext(request, () =>
    insertOnce(things, { ...idempotentId(ctx, part), name: key, madeAt: ctx.clock.now() }),
  );
};

test('twenty concurrent requests with the same key create one document', async () => {
  const created = await Promise.all(Array.from({ length: 20 }, () => makeOnce({ key: 'parallel' })));
  expect(created.filter((one) => !one.repeated)).toHaveLength(1);
  expect(new Set(created.map((one) => JSON.stringify(one.document))).size).toBe(1);
  expect(await things.countDocuments({ name: 'parallel' })).toBe(1);
});

test('the same key with a different body is a conflict', async () => {
  await makeOnce({ key: 'conflict', body: 'one' });
  await expect(makeOnce({ key: 'conflict', body: 'two' })).rejects.toMatchObject({ code: 'idempotency_conflict' });
});

test('another user, another part and each visitor create separate documents', async () => {
  await makeOnce({ key: 'own' });
  await makeOnce({ key: 'own', actor: userActor('bo') });
  await makeOnce({ key: 'own', part: 'second' });
  await makeOnce({ key: 'own', actor: visitorActor() });
  await makeOnce({ key: 'own', actor: visitorActor() });
  expect(await things.countDocuments({ name: 'own' })).toBe(5);
});

test('an id derived from a key is a valid UUID', async () => {
  const { document } = await makeOnce({ key: 'form' });
  expect(document._id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('a violation of another unique index is still an error', async () => {
  mongo.ensureIndexes('things', [{ key: { unique: 1 }, unique: true, sparse: true }]);
  const unique = mongo.collection<Idempotent & { unique: string }>('things');
  await until(async () => (await things.listIndexes().toArray()).length === 2, 'the index is created');
  await insertOnce(unique, { ...idempotentId(ctx), unique: 'x' });
  await expect(insertOnce(unique, { ...idempotentId(ctx), unique: 'x' })).rejects.toMatchObject({ code: 11000 });
});

test('a consumer of documents handles an event once, and again only after a failure', async () => {
  let runs = 0;
  const shaky = on(ThingMade, async ({ name }, { id, occurredAt }: EventMetadata) => {
    runs += 1;
    await things.updateOne({ _id: id }, { $set: { name, madeAt: occurredAt } }, { upsert: true });
    if (runs === 1) throw new Error('killed before it was marked');
  });
  startIdempotentConsumer(ctx, bus, mongo, { on: [shaky] }, { retryMs: [1] });
  await until(() => bus.connected, 'the bus is connected');
  await bus.stream('THINGS');
  const event = recordEvent(ctx, ThingMade, { name: 'heard' });
  await bus.publish(event);
  await bus.publish({ ...event, attempt: 1 });
  await becomes(ctx, 'consumer_processed_total', 2);
  expect(runs).toBe(2);
  expect(await things.countDocuments({ name: 'heard' })).toBe(1);
  await things.deleteOne({ _id: event.id });
  await bus.publish({ ...event, attempt: 2 });
  await becomes(ctx, 'consumer_processed_total', 3);
  expect(await things.countDocuments({ name: 'heard' })).toBe(0);
});

test('only a failed event of a backlog is retried, and all events keep their order', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `thing ${index}`);
  const done: string[] = [];
  let failures = 2;
  const watcher = processOf('watcher');
  const shaky = on(ThingLost, async ({ name }, _facts: EventMetadata) => {
    if (name === 'thing 25' && failures-- > 0) throw new Error('not yet');
    done.push(name);
  });
  await until(() => bus.connected, 'the bus is connected');
  await bus.stream('THINGS');
  for (const name of names) await bus.publish(recordEvent(ctx, ThingLost, { name }));
  // Another service with a separate database.
  const own = await openMongo(watcher, { url: `${stores.env.MONGODB_URL}_watcher` });
  const ownBus = await openBus(watcher, { url: stores.env.NATS_URL });
  startIdempotentConsumer(watcher, ownBus, own, { on: [shaky] }, { retryMs: [1] });
  await becomes(watcher, 'consumer_processed_total', 40);
  expect(done).toEqual(names);
  await watcher.close();
});

test('a service starts without its document database, and calls fail as an outage', async () => {
  const alone = processOf('things', undefined, 1);
  const checks: (() => Promise<boolean>)[] = [];
  const unreachable = await openMongo(
    { ...alone, readyWhen: (_what, check) => checks.push(check) },
    { url: 'mongodb://127.0.0.1:1' },
  );
  const error = await unreachable
    .collection('things')
    .findOne({})
    .catch((thrown) => thrown);
  expect(asAppError(error).code).toBe('unavailable');
  expect(await checks[0]?.().catch(() => false)).toBe(false);
  await alone.close();
});
