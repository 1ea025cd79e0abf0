import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { openBus } from '../events/bus.ts';
import { type EventMetadata, recordEvent } from '../events/events.ts';
import { after } from '../events/handlers.ts';
import { type Calls, connect } from '../grpc/client.ts';
import type { Handlers } from '../grpc/server.ts';
import { startIdempotentConsumer } from '../mongo/inbox.ts';
import { openMongo } from '../mongo/mongo.ts';
import { LateServer } from '../testing/late-server.ts';
import { stubPeer } from '../testing/service.ts';
import { type TestStores, testStores } from '../testing/stores.ts';
import { openThings, type ProcessContext, processOf, type Thing, ThingMade, thingsIn } from '../testing/things.ts';
import { becomes, metric, until } from '../testing/until.ts';

type MediaHandlers = Handlers<MediaServiceService>;

let ctx: ProcessContext;
let peer: { address: string; stop(): Promise<void> };
let road: LateServer;
let media: Calls<MediaServiceService>;
/** What the peer does when it is asked to keep objects. */
let keepObjects: MediaHandlers['keepObjects'];
/** The keys that it kept. */
let kept: string[];

beforeEach(async () => {
  ctx = processOf('keeper', undefined, 1);
  kept = [];
  keepObjects = async ({ keys }) => {
    kept.push(...keys);
    return {};
  };
  const unused = async () => ({ objects: [] });
  peer = await stubPeer('media', MediaServiceService, {
    upload: async () => ({ object: undefined }),
    keepObjects: (request, call) => keepObjects(request, call),
    deleteObjects: unused,
    setObjectVisibility: unused,
    setCollectionVisibility: unused,
    getObjects: unused,
  });
  road = new LateServer(`http://${peer.address}`, 0);
  await road.come();
  media = connect(ctx, MediaServiceService, 'media', new URL(road.url).host);
  await media.getObjects({ keys: [] });
});

afterEach(async () => {
  await ctx.close();
  await road.close();
  await peer.stop();
});

const never = () => new Promise<never>(() => undefined);

test('who ends while a peer hangs ends in good order', async () => {
  road.hang();
  const call = media.getObjects({ keys: [] });
  await ctx.close();
  await expect(call).rejects.toMatchObject({ code: 'unavailable' });
});

test('a peer that does not answer at all is away, for reads and for writes, within the time of one call', async () => {
  road.hang();
  const began = performance.now();
  const calls = [media.getObjects({ keys: [] }), media.keepObjects({ keys: ['a'] })];
  const away = { code: 'unavailable', status: 503, retryAfter: 2 };
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: 'rejected', reason: away });
  // Two seconds; the rest is for a busy machine. A read that was asked once more would wait for three.
  expect(performance.now() - began).toBeLessThan(2_900);
  road.goOn();
  await until(
    () =>
      media.getObjects({ keys: [] }).then(
        () => true,
        () => false,
      ),
    'the peer is found again',
  );
});

test('a call that takes too long at a peer that is alive is late, though nobody else asks that peer', async () => {
  keepObjects = never;
  await expect(media.keepObjects({ keys: ['a'] })).rejects.toMatchObject({ code: 'timeout', status: 504 });
});

test('a service that waits for a peer that hangs answers its own caller in time that this peer is away', async () => {
  road.hang();
  const between = await stubPeer('media', MediaServiceService, {
    upload: never,
    keepObjects: async ({ keys }) => media.keepObjects({ keys }),
    deleteObjects: never,
    setObjectVisibility: never,
    setCollectionVisibility: never,
    getObjects: never,
  });
  const caller = connect(ctx, MediaServiceService, 'media', between.address);
  await expect(caller.keepObjects({ keys: ['a'] })).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  await between.stop();
});

/** The status of the first answer that is not late, or 504 if three in a row were: a busy machine may delay one. */
async function statusOfKeeping(): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const { status } = await media.keepObjects({ keys: ['a'] }).catch((error) => error);
    if (status !== 504 || attempt === 3) return status;
  }
}

test('a peer says itself, in time for its caller, that its store hangs: Postgres or MongoDB', async () => {
  const stores = await testStores();
  const own = processOf('media', undefined, 1);
  const tables = new LateServer(stores.env.POSTGRES_URL, 0);
  const documents = new LateServer(stores.env.MONGODB_URL, 0);
  await Promise.all([tables.come(), documents.come()]);
  const postgres = await openThings(own, tables.url);
  const mongo = await openMongo(own, { url: documents.url });
  for (const use of [() => thingsIn(postgres), () => mongo.collection('things').findOne({})]) {
    keepObjects = async () => {
      await use();
      return {};
    };
    await media.keepObjects({ keys: ['a'] });
    tables.hang();
    documents.hang();
    expect(await statusOfKeeping()).toBe(503);
    tables.goOn();
    documents.goOn();
  }
  await own.close();
  await Promise.all([tables.close(), documents.close()]);
  await stores.drop();
});

/** Has each thing kept by the peer; `errors` gets the status of each call that failed. */
async function keepThings(stores: TestStores, errors: unknown[]): Promise<void> {
  const bus = await openBus(ctx, { url: stores.env.NATS_URL });
  await until(() => bus.connected, 'the bus is connected');
  await bus.stream('THINGS');
  const mongo = await openMongo(ctx, { url: stores.env.MONGODB_URL });
  const effect = async ({ name }: Thing, _facts: EventMetadata) => {
    await media.keepObjects({ keys: [name] }, { timeoutMs: 1_200 }).catch((error) => {
      errors.push(error.status);
      throw error;
    });
  };
  startIdempotentConsumer(ctx, bus, mongo, { after: [after(ThingMade, effect)] }, { retryMs: [1], outageMs: [1] });
  for (const name of ['first', 'second']) await bus.publish(recordEvent(ctx, ThingMade, { name }));
}

const deadLetters = async () => metric(await ctx.metrics.registry.metrics(), 'dead_letters');

test('events wait for a peer that hangs for more than ten tries, and each then takes effect once', async () => {
  const stores = await testStores();
  const errors: unknown[] = [];
  road.hang();
  await keepThings(stores, errors);
  await until(() => errors.length > 12, 'it was tried more than ten times');
  road.goOn();
  await until(() => kept.includes('second'), 'both took effect');
  expect(new Set(errors)).toEqual(new Set([503]));
  expect(await deadLetters()).toBe(0);
  await ctx.close();
  await stores.drop();
});

test('an event whose call is always too slow is given up after ten tries, and the next takes effect', async () => {
  const stores = await testStores();
  const errors: unknown[] = [];
  keepObjects = async ({ keys }) => {
    if (keys.includes('first')) return never();
    kept.push(...keys);
    return {};
  };
  await keepThings(stores, errors);
  await until(() => kept.includes('second'), 'the next took effect');
  expect(errors).toContain(504);
  await becomes(ctx, 'dead_letters', 1);
  await ctx.close();
  await stores.drop();
});
